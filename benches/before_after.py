#!/usr/bin/env python3
"""What the commands cost in one build of the program beside another, on the same code; and whether exams have the same rows.

    python3 benches/before_after.py OLD NEW FOLDER [--rounds 5]

OLD and NEW are two binaries, FOLDER holds source code. Each command is run by both in turn, on one thread; the least CPU time (user and
system) of all rounds counts. A ratio above 1 is a loss. Then the Parquet files of the exams that both have built are compared by their bytes.
"""

import argparse
import filecmp
import os
import subprocess
import tempfile
from pathlib import Path


def cpu_seconds(command):
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def commands(folder, out):
    """Name and arguments of each command, in an order in which the later ones find what they need."""
    split = ["--split-by", "file"]
    yield "query", ["query", folder, "--format", "jsonl"]
    yield "build queries", ["build", "queries", "--from", folder, "--out", out, *split]
    yield "build probes", ["build", "probes", "--from", folder, "--out", out, "--size", "1000", *split]
    yield "build names", ["build", "names", "--from", folder, "--out", out, *split]
    yield "paths", ["paths", folder, "--format", "code2seq"]
    yield "transform", ["transform", folder, "--format", "jsonl"]
    engine = f"{out}/engine.parquet"
    yield "predict", ["predict", "--model", "engine", "--data", f"{out}/queries", "--from", folder, "--split", "all", "--out", engine]
    yield "score", ["score", "--data", f"{out}/queries", "--predictions", engine, "--split", "all"]
    yield "embed", ["embed", "--model", "random-encoder", EMBED_FLAG, f"{out}/functions.jsonl", "--out", f"{out}/features.parquet"]


# The flag has this name in all builds; newer ones call it `--data` as well.
EMBED_FLAG = "--in"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    binaries = {"old": os.path.abspath(options.old), "new": os.path.abspath(options.new)}
    with tempfile.TemporaryDirectory() as work:
        functions = subprocess.run([binaries["new"], "functions", options.folder], stdout=subprocess.PIPE, check=True).stdout
        best = {}
        for _ in range(options.rounds):
            for which, binary in binaries.items():
                out = f"{work}/{which}"
                os.makedirs(out, exist_ok=True)
                Path(out, "functions.jsonl").write_bytes(b"".join(functions.splitlines(keepends=True)[:500]))
                Path(out, "features.parquet").unlink(missing_ok=True)
                for name, arguments in commands(options.folder, out):
                    seconds = cpu_seconds([binary, *arguments, "--threads", "1", "--quiet"])
                    best.setdefault(name, {}).setdefault(which, []).append(seconds)
        print("| command | old, CPU s | new, CPU s | ratio |\n|---|---|---|---|")
        for name, seconds in best.items():
            old, new = min(seconds["old"]), min(seconds["new"])
            print(f"| {name} | {old:.2f} | {new:.2f} | {new / old:.2f} |")
        tables = sorted(path.relative_to(f"{work}/old") for path in Path(f"{work}/old").glob("*/*/*.parquet"))
        same = [path for path in tables if filecmp.cmp(f"{work}/old/{path}", f"{work}/new/{path}", shallow=False)]
        print(f"\n{len(same)} of {len(tables)} files of examples have the same bytes")
        for path in sorted(set(tables) - set(same)):
            print(f"  {path}")


if __name__ == "__main__":
    main()
