#!/usr/bin/env python3
"""What reading and parsing cost beside the bare parsers, as CPU seconds in one run.

    cargo build --release -p examen_syntax --examples
    benches/parse_cost.py --files LIST.txt [--rounds 5] [--peer bare-ruff]

LIST.txt names one Python file a line. The modes of the example `front_ends` run in turn, round after round, so that a busy machine
troubles all of them alike; the least CPU time of each counts. `read` only reads and decodes the files; it is part of every other mode.
"""
import argparse
import os
import resource
import subprocess

MODES = ["read", "tokens", "bare-ruff", "ruff", "parse", "whole"]


def cpu_seconds(program, mode, files):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(files, encoding="utf-8") as names:
        subprocess.run([program, mode], stdin=names, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", default="bare-ruff")
    parser.add_argument("--program", default="target/release/examples/front_ends")
    arguments = parser.parse_args()
    with open(arguments.files, encoding="utf-8") as names:
        megabytes = sum(os.path.getsize(name.strip()) for name in names if name.strip()) / 1e6
    best = {}
    for _ in range(arguments.rounds):
        for mode in MODES:
            seconds = cpu_seconds(arguments.program, mode, arguments.files)
            best[mode] = min(best.get(mode, seconds), seconds)
    print(f"{megabytes:.1f} MB, least of {arguments.rounds} rounds")
    for mode in MODES:
        print(f"{mode:18} {best[mode]:7.2f} CPU s {megabytes / best[mode]:7.1f} MB/s"
              f" {best[mode] / best[arguments.peer]:6.2f} x {arguments.peer}")


if __name__ == "__main__":
    main()
