"""``python -m examen_code …`` is the command ``examen``; with ``lm-eval-path`` it prints the folder for ``lm_eval --include_path``."""

import sys
from pathlib import Path

from examen_code._command import main

# Tools that read types import this file as well.
if __name__ == "__main__":
    if sys.argv[1:] == ["lm-eval-path"]:
        print(Path(__file__).parent / "lm_eval_tasks")
    else:
        main()
