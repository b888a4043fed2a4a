"""What tests share: code, exams that are built once, and skips that can be seen."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from pathlib import Path

import pytest

import examen_code

ROOT = Path(__file__).resolve().parents[3]

# Workers of engines are this Python, and find the recipes where the tests do.
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
RECIPES = str(ROOT / "crates/examen_python/examples")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [RECIPES, os.environ.get("PYTHONPATH")]))

CODE = """import os
import sys


def f(x=[]):
    x.append(1)
    return x


def area(width, height):
    if width < 0:
        raise ValueError(width)
    product = width * height
    return product
"""


def needs(*modules: str):
    """The modules, or a skip that names the one that is missing."""
    found = []
    for name in modules:
        try:
            found.append(importlib.import_module(name))
        except ImportError as error:
            pytest.skip(f"{name} cannot be imported: {error}")
    return found[0] if len(found) == 1 else found


def program() -> str:
    """The program `examen`, or a skip."""
    found = os.environ.get("EXAMEN") or shutil.which("examen")
    if not found:
        pytest.skip("there is no program examen: name it by the variable EXAMEN")
    return found


@pytest.fixture(scope="session")
def python_files() -> list[Path]:
    """Files of the corpus, the small ones."""
    files = sorted((ROOT / "corpus" / "python").rglob("*.py"))
    small = [file for file in files if file.stat().st_size < 8_000 and is_utf_8(file)]
    assert len(small) > 10
    return small[:24]


def is_utf_8(file: Path) -> bool:
    """Whether a table of texts can have the file; there are others in the corpus."""
    try:
        file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


@pytest.fixture(scope="session")
def table(python_files):
    pa = needs("pyarrow")
    paths = [str(file.relative_to(ROOT)) for file in python_files]
    texts = [file.read_text(encoding="utf-8") for file in python_files]
    return pa.table({"id": [f"{number:04}" for number in range(len(paths))], "path": paths, "content": texts})


@pytest.fixture(scope="session")
def source(tmp_path_factory, python_files) -> Path:
    """A folder with the same files."""
    folder = tmp_path_factory.mktemp("source")
    for number, file in enumerate(python_files):
        place = folder / f"project{number % 5}" / file.name
        place.parent.mkdir(exist_ok=True)
        shutil.copy(file, place)
    return folder


@pytest.fixture(scope="session")
def exam(tmp_path_factory, source) -> examen_code.Exam:
    """An exam of names, whose examples are in all splits."""
    out = tmp_path_factory.mktemp("exams")
    return examen_code.build("names", source, out, split_by="file", languages="python")
