#!/usr/bin/env python3
"""Runs Python functions before and after every transformation and compares what they do.

    cargo build --release -p examen_transforms --example rewrite_files
    scripts/python_rewrites_run.py [--seeds N] [FILE...]

The files' top-level functions are called that have annotations `int`, `str`, `bool`, `float`, `list[int]` or `list[str]` on
all parameters; without FILE these are the fixtures below `crates/examen_transforms/fixtures/run/python`. They are rewritten at
one place of each function for every seed, and at all places at once. Results, classes and messages of exceptions, printed
text and changed arguments must be the same; the message of an error about a name without a value may name another one.
"""

import argparse
import contextlib
import inspect
import io
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = ["BX", "LX", "PS", "SF", "TC", "UN", "VN"]
INPUTS = 16
SECONDS_PER_CALL = 2

EDGES = {
    "int": [0, 1, -1, 2, 3, 7, 13, 100, -50],
    "float": [0.0, -1.5, 2.0, float("nan"), float("inf"), 1e300],
    "bool": [True, False],
    "str": ["", "a", "b", "it's#", "12", "-7", "racecar", "'a b'c", "([x])", "aaabz3"],
    "list[int]": [[], [1], [3], [0, 9, 1], [2, 3, 4, 70, 8], [5, -1, 5], [1, 2, 3], [60, 0, 1]],
    "list[str]": [[], ["a"], ["b", "a", "b"], ["", "x y"]],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--rewriter", default=ROOT / "target/release/examples/rewrite_files", type=pathlib.Path)
    parser.add_argument("--outcomes", action="store_true", help="only print what the functions of one file do")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.outcomes:
        json.dump(outcomes(arguments.files[0]), sys.stdout)
        return 0
    folder = ROOT / "crates/examen_transforms/fixtures/run/python"
    files = [path.resolve() for path in arguments.files] or sorted(folder.glob("*.py"))
    before = {path: outcomes_of(path) for path in files}
    functions = sum(len(calls) for calls in before.values())
    print(f"{len(files)} files, {functions} functions, {INPUTS} inputs each")
    failures = 0
    for kind in KINDS:
        changed, runs = 0, 0
        for place, seed in [("single", seed) for seed in range(arguments.seeds)] + [("all", 0)]:
            with tempfile.TemporaryDirectory() as made:
                rewrite(arguments.rewriter, kind, place, seed, files, pathlib.Path(made))
                for path in files:
                    rewritten = pathlib.Path(made) / path.relative_to("/")
                    if rewritten.read_bytes() == path.read_bytes():
                        continue
                    changed += 1
                    after = outcomes_of(rewritten)
                    runs += len(after)
                    failures += report(before[path], after, f"{kind} {place} {seed} {path.name}")
        print(f"{kind}: {changed} rewritten files, {runs} runs of functions")
    print("same" if not failures else f"{failures} functions differ")
    return 1 if failures else 0


def rewrite(rewriter, kind, place, seed, files, made):
    listed = made / "files.txt"
    listed.write_text("".join(f"{path.relative_to('/')}\n" for path in files))
    subprocess.run([rewriter, kind, place, str(seed), listed, "/", made], check=True, stdout=subprocess.DEVNULL)


def outcomes_of(path):
    command = [sys.executable, __file__, "--outcomes", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout) if done.returncode == 0 else {"": done.stderr.splitlines()[-1:]}


def report(before, after, what):
    different = [name for name in before if before[name] != after.get(name)]
    for name in different:
        print(f"{what}: {name}")
        for old, new in zip(before[name], after.get(name) or after.get("") or ["nothing"]):
            if old != new:
                print(f"    was {old}\n    is  {new}")
                break
    return len(different)


def outcomes(path):
    """What each function does on each of its inputs."""
    module = types.ModuleType("rewritten")
    exec(compile(path.read_text(), "rewritten.py", "exec"), module.__dict__)
    own = [it for it in vars(module).values() if inspect.isfunction(it) and it.__module__ == "rewritten"]
    return {function.__name__: calls(function) for function in own if inputs(function) is not None}


def inputs(function):
    """The arguments of each call, or nothing for a function that cannot be called."""
    generator = random.Random(function.__name__)
    kinds = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        kind = parameter.annotation
        kinds.append(kind.__name__ if isinstance(kind, type) and kind.__name__ != "list" else str(kind))
    if not all(kind in EDGES for kind in kinds):
        return None
    at_edges = [[EDGES[kind][number % len(EDGES[kind])] for kind in kinds] for number in range(INPUTS // 2)]
    at_random = [[value(kind, generator) for kind in kinds] for _ in range(INPUTS - INPUTS // 2)]
    return at_edges + at_random


def value(kind, generator):
    if kind.startswith("list["):
        return [value(kind[5:-1], generator) for _ in range(generator.randrange(7))]
    made = {"int": lambda: generator.randrange(-20, 90), "float": lambda: generator.uniform(-9, 9)}
    made["bool"] = lambda: generator.random() < 0.5
    made["str"] = lambda: "".join(generator.choice("abz3(]' #") for _ in range(generator.randrange(6)))
    return made[kind]()


def calls(function):
    return [call(function, json.loads(json.dumps(given))) for given in inputs(function)]


def call(function, given):
    output = io.StringIO()
    signal.signal(signal.SIGALRM, interrupt)
    signal.alarm(SECONDS_PER_CALL)
    try:
        with contextlib.redirect_stdout(output):
            outcome = ["result", repr(function(*given))]
    except Exception as error:
        message = "" if isinstance(error, NameError) else str(error)
        outcome = ["exception", type(error).__name__, message]
    finally:
        signal.alarm(0)
    return [*outcome, output.getvalue(), repr(given)]


def interrupt(*_):
    raise TimeoutError


if __name__ == "__main__":
    sys.exit(main())
