"""The command `examen` of the package is the program: its output, its exit status, its ends by signals."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CODE, ROOT, program

import examen_code


def command() -> list[str]:
    """The script that an installed package has, else the module."""
    script = Path(sys.executable).with_name("examen")
    is_installed = Path(examen_code.__file__).is_relative_to(sys.prefix)
    return [str(script)] if is_installed else [sys.executable, "-m", "examen_code"]


def ran(*arguments, **options):
    return subprocess.run([*command(), *map(str, arguments)], capture_output=True, check=False, cwd=ROOT, **options)


def test_the_version_is_that_of_the_package():
    said = ran("--version", text=True)
    assert (said.returncode, said.stdout) == (0, f"examen {examen_code.__version__}\n")


def test_output_is_that_of_the_program(python_files):
    calls = [
        ["query", *python_files, "--format", "jsonl"],
        ["query", "nowhere.py"],
        ["list", "queries"],
        ["score", "--help"],
        ["nonsense"],
        [],
    ]
    for arguments in calls:
        ours = ran(*arguments)
        theirs = subprocess.run([program(), *map(str, arguments)], capture_output=True, check=False, cwd=ROOT)
        assert (ours.stdout, ours.stderr) == (theirs.stdout, theirs.stderr), arguments
        assert ours.returncode == theirs.returncode, arguments


def test_the_status_says_what_became_of_it(tmp_path):
    code = tmp_path / "code.py"
    code.write_text(CODE)
    assert ran("query", code, "--exit-code").returncode == 1
    assert ran("query", code).returncode == 0
    assert ran("query", tmp_path / "nowhere").returncode == 2
    assert ran("query", code, "--no-such-flag").returncode == 2


def test_words_that_are_no_text_arrive_as_they_are(tmp_path):
    code = os.fsencode(tmp_path) + b"/\xff.py"
    with open(code, "w") as file:
        file.write(CODE)
    found = subprocess.run([*map(os.fsencode, command()), b"query", code], capture_output=True, check=False)
    assert found.returncode == 0 and b"py/unused-import" in found.stdout


def test_a_reader_that_has_seen_enough_is_no_error(python_files):
    line = " ".join(f"'{word}'" for word in [*command(), "query", *map(str, python_files * 20), "--quiet"])
    piped = ["bash", "-c", f"{line} --format jsonl | head -1 >/dev/null; echo ${{PIPESTATUS[0]}}"]
    if not shutil.which("bash"):
        pytest.skip("bash is not there")
    ended = subprocess.run(piped, capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("0\n", "")


def test_control_c_ends_the_command_as_it_does_the_program(tmp_path):
    pipe, references = tmp_path / "pipe", tmp_path / "references"
    os.mkfifo(pipe)
    references.write_text("a\n")
    start = "import os, signal, sys; signal.signal(signal.SIGINT, signal.{}); os.execvp(sys.argv[1], sys.argv[1:])"
    metric = ["metric", "accuracy", "--hypotheses", str(pipe), "--references", str(references)]
    # Where it is ignored, as behind nohup, it stays so.
    for handler, status in [("SIG_DFL", -signal.SIGINT), ("SIG_IGN", 0)]:
        waiting = [sys.executable, "-c", start.format(handler), *command(), *metric]
        process = subprocess.Popen(waiting, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # This end opens when the command has opened its own: it is in the middle of its work then.
        with open(pipe, "w") as end:
            process.send_signal(signal.SIGINT)
            if status:
                process.wait(timeout=60)
            else:
                end.write("a\n")
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (status, b"")


def test_nothing_is_left_in_the_buffer_of_standard_output():
    shown = ran("completions", "bash")
    whole = subprocess.run([program(), "completions", "bash"], capture_output=True, check=True)
    assert shown.stdout == whole.stdout and len(shown.stdout) > 1000
