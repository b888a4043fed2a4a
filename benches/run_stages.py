#!/usr/bin/env python3
"""What each stage of `examen run` takes, beside what `--dry-run` thought, and beside the single builds.

usage: run_stages.py [--examen BINARY] [--singles] [-- FLAG ...]

Every stage is done by `--only`, in order, and timed; a line says its seconds by the clock, its CPU seconds, what the plan thought, and the MB that it left. With --singles
`examen corpus`, `examen query` and `examen build` of every suite are timed too, as somebody would call them one by one. The FLAGs are those of `examen run`.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SUITES = ["queries", "probes", "names", "captions", "questions"]
AS_IN_THE_TOUR = {"queries": ["--limit", "5"], "probes": ["--size", "1000"]}


def timed(command):
    before, start = os.times(), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after, wall = os.times(), time.monotonic() - start
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, cpu


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def singles(examen, sources, out):
    commands = [("corpus", [examen, "corpus", *sources, "--out", f"{out}/corpus.parquet"])]
    commands.append(("query", [examen, "query", *(sources or ["corpus"]), "--format", "jsonl"]))
    flags = ["--from", *sources, "--out", f"{out}/exams"] if sources else ["--out", f"{out}/exams"]
    for suite in SUITES:
        commands.append((f"build {suite}", [examen, "build", suite, *AS_IN_THE_TOUR.get(suite, []), *flags]))
    commands.append(("build robustness", [examen, "build", "robustness", "--examples", "200", "--places", "1", *flags]))
    all_wall = all_cpu = 0
    for name, command in commands:
        wall, cpu = timed(command)
        all_wall, all_cpu = all_wall + wall, all_cpu + cpu
        print(f"| {name} | {wall:.2f} | {cpu:.2f} |", flush=True)
    print(f"| all of them | {all_wall:.2f} | {all_cpu:.2f} |\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--singles", action="store_true")
    arguments, flags = parser.parse_known_args()
    flags = [flag for flag in flags if flag != "--"]
    with tempfile.TemporaryDirectory() as temporary:
        out = pathlib.Path(temporary) / "out"
        if arguments.singles:
            sources = flags[flags.index("--from") + 1 :] if "--from" in flags else []
            print("| single command | s | CPU s |\n|---|---|---|")
            singles(arguments.examen, sources, temporary + "/singles")
        command = [arguments.examen, "run", "--quiet", *flags, "--out", str(out)]
        plan = subprocess.run([*command, "--dry-run"], check=True, capture_output=True, text=True).stdout
        rows = re.findall(r"^\| (\S+) +\|[^|]*\| to do +\| +(\S+) \| +(\S+) \|", plan, re.MULTILINE)
        print("| stage | s | CPU s | thought, s | MB | thought, MB |\n|---|---|---|---|---|---|")
        all_wall = all_cpu = 0
        for name, seconds, megabytes in rows:
            before = size(out) if out.exists() else 0
            wall, cpu = timed([*command, "--only", name])
            all_wall, all_cpu = all_wall + wall, all_cpu + cpu
            print(f"| {name} | {wall:.2f} | {cpu:.2f} | {seconds} | {(size(out) - before) / 1e6:.2f} | {megabytes} |", flush=True)
        print(f"| all | {all_wall:.2f} | {all_cpu:.2f} | | {size(out) / 1e6:.2f} | |")
        print(plan.splitlines()[-1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
