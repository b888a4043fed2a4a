"""``python -m examen_code lm-eval-path`` prints the folder for ``lm_eval --include_path``."""

import sys
from pathlib import Path

if sys.argv[1:] == ["lm-eval-path"]:
    print(Path(__file__).parent / "lm_eval_tasks")
else:
    sys.exit("usage: python -m examen_code lm-eval-path")
