#!/usr/bin/env python3
"""Counts the documented functions of CodeCaption's five libraries step by step, with Python's own parser.

    python3 scripts/caption_counts.py FOLDER

FOLDER holds one folder for each library, with the release inside (numpy-1.16.4, scipy-1.3.0, pandas-0.24.2, scikit-learn-0.21.2,
statsmodels-0.10.0). Printed are the counts of docs/captions-agreement.md and the vocabularies of three random splits. Needs Python 3.9.
"""

import ast
import os
import random
import re
import sys
import warnings
from typing import NamedTuple

OTHER_FOLDERS = set("demo demos doc docs example examples sample samples test testing tests tutorial tutorials".split())
TEST_FILES = {"conftest.py", "testutils.py", "_testutils.py"}
CHORES = {"runtests.py", "setup.py", "versioneer.py"}
TOP_FOLDERS = {"benchmarks", "scripts", "tools"}
WORD = re.compile(r"[a-z_][a-z0-9_]*")


class Function(NamedTuple):
    path: list
    docstring: str
    code: str

    def is_library_code(self):
        file = self.path[-1]
        is_test = file.startswith("test_") or file.endswith("_test.py") or file in TEST_FILES
        return not is_test and not OTHER_FOLDERS & {folder.lower() for folder in self.path[:-1]}

    def is_chore(self):
        # The first folder is that of the release.
        return self.path[-1] in CHORES or self.path[1] in TOP_FOLDERS

    def is_sandbox(self):
        return "sandbox" in self.path

    def caption(self):
        paragraph = " ".join(re.split(r"\n\s*\n", self.docstring.strip())[0].split())
        return re.split(r"(?<=[.!?])\s", paragraph)[0]


def read(folder):
    """The functions with a docstring, each with its code in one layout, without docstring and decorators."""
    for directory, _, files in os.walk(folder):
        for file in files:
            if not file.endswith(".py"):
                continue
            path = os.path.join(directory, file)
            with open(path, "rb") as source:
                tree = ast.parse(source.read())
            for node in ast.walk(tree):
                if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    continue
                docstring = ast.get_docstring(node, clean=False)
                if docstring is None:
                    continue
                node.body, node.decorator_list = node.body[1:] or [ast.Pass()], []
                yield Function(os.path.relpath(path, folder).split(os.sep), docstring, ast.unparse(node))


def vocabularies(pool, seed):
    """Words of code and of captions in four fifths of the pool, and the percentage of caption words in the rest that are new."""
    pool = sorted(pool)
    random.Random(seed).shuffle(pool)
    train, test = pool[: len(pool) * 4 // 5], pool[len(pool) * 4 // 5 :]
    code = {word for function in train for word in WORD.findall(function.code.lower())}
    captions = {word for function in train for word in WORD.findall(function.caption().lower())}
    asked = [word for function in test for word in WORD.findall(function.caption().lower())]
    return len(code), len(captions), 100 * sum(word not in captions for word in asked) / len(asked)


def main(root):
    warnings.simplefilter("ignore")
    functions = []
    for library in sorted(os.listdir(root)):
        functions.extend(read(os.path.join(root, library)))
    print(f"{len(functions)} functions or methods with a docstring")
    functions = [it for it in functions if it.is_library_code() and it.docstring.strip()]
    print(f"{len(functions)} outside tests, examples, tutorials, documentation; docstring not blank")
    functions = [it for it in functions if not it.is_chore()]
    print(f"{len({it.code for it in functions})} without chores and copies")
    sandbox = {it.code for it in functions if it.is_sandbox()}
    pool = {it.code: it for it in functions if not it.is_sandbox()}
    print(f"{len(pool)} without the sandbox")
    pool = [it for it in pool.values() if it.code not in sandbox]
    print(f"{len(pool)} without those that the sandbox has a copy of")
    for seed in range(3):
        code, captions, unknown = vocabularies(pool, seed)
        print(f"split {seed}: {code} words of code, {captions} of captions, {unknown:.2f} % unknown")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
