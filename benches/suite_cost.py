#!/usr/bin/env python3
"""CPU and memory that building the queries suite costs, beside the queries alone on the same files.

    python3 benches/suite_cost.py PATH... [--examen target/release/examen] [--rounds 5] [--shards 1,2,7]

PATH is whatever `examen build --from` reads. In each round `examen query --format jsonl`, `examen build queries` with the
usual tasks and with `--task all` take turns; the least CPU time (user + system, all threads) of the rounds counts, and
the most memory. Then the usual tasks are built with one and with two threads and, with --shards, in so many parts that
`examen merge` joins; all must give the same bytes. The status is 1 when they do not.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def measured(command):
    """CPU seconds and peak memory in MB of a command that must succeed."""
    with tempfile.TemporaryFile() as talk:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=talk)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            talk.seek(0)
            sys.exit(f"{' '.join(command)}: status {process.returncode}\n{talk.read().decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def files_of(folder):
    """Hash of each file below a folder, by its path in it."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def say_whether_equal(what, one, other):
    differing = sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
    if differing:
        print(f"{what}: {len(differing)} of {len(one.keys() | other.keys())} files differ, the first is {differing[0]}")
    else:
        print(f"{what}: the same bytes, {len(one)} files")
    return not differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", default="2")
    parser.add_argument("--shards", default="", metavar="N,N", help="numbers of parts to build in and to merge")
    arguments = parser.parse_args()
    examen = str(Path(arguments.examen).resolve())
    shards = [int(count) for count in arguments.shards.split(",") if count]

    with tempfile.TemporaryDirectory() as temporary:
        out = Path(temporary) / "exams"

        def build(out, *flags, threads=arguments.threads):
            shutil.rmtree(out, ignore_errors=True)
            command = [examen, "build", "queries", "--from", *arguments.paths, "--out", str(out), "--quiet"]
            return measured([*command, "--threads", threads, *flags])

        query = [examen, "query", *arguments.paths, "--format", "jsonl", "--quiet", "--threads", arguments.threads]
        jobs = {
            "the queries alone": lambda: measured(query),
            "build, usual tasks": lambda: build(out),
            "build, all tasks": lambda: build(out, "--task", "all"),
        }
        costs = {name: [] for name in jobs}
        for _ in range(arguments.rounds):
            for name, job in jobs.items():
                costs[name].append(job())
        print(f"{arguments.rounds} rounds, {arguments.threads} threads\n")
        print("| | CPU s | of the queries alone | peak MB |\n|---|---|---|---|")
        alone = min(seconds for seconds, _ in costs["the queries alone"])
        for name, runs in costs.items():
            seconds, peak = min(seconds for seconds, _ in runs), max(peak for _, peak in runs)
            print(f"| {name} | {seconds:.2f} | {seconds / alone:.2f} | {peak:.0f} |")
        print()

        build(out, threads="1")
        whole = files_of(out)
        build(out, threads="2")
        is_equal = say_whether_equal("one thread and two", whole, files_of(out))
        for count in shards:
            parts = [Path(temporary) / f"part-{number}" for number in range(1, count + 1)]
            for number, part in enumerate(parts, 1):
                build(part, "--shard", f"{number}/{count}")
            shutil.rmtree(out)
            measured([examen, "merge", *map(str, parts), "--out", str(out), "--quiet"])
            is_equal &= say_whether_equal(f"{count} merged", whole, files_of(out))
            for part in parts:
                shutil.rmtree(part)
    return 0 if is_equal else 1


if __name__ == "__main__":
    sys.exit(main())
