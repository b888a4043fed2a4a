"""The command ``examen``: the command line of the module, in this process."""

import signal
import sys
from typing import NoReturn

from examen_code import _native  # type: ignore[attr-defined]


def main() -> NoReturn:
    """Does what the program does and ends the process with its status."""
    # Ctrl-C ends a program at once, whatever it is at. Where it is ignored, as behind nohup, it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _native._command_line(["examen", *sys.argv[1:]], _native.__file__)
    raise AssertionError("the process has ended")
