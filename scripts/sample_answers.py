#!/usr/bin/env python3
"""Draws answers of the queries from real code, with the code around them, to be read and judged.

    python3 scripts/sample_answers.py ROOT... [--number 20] [--seed 1] [--query Q5] [--examen target/release/examen]

Asks all queries of the Python files below each ROOT, each file alone, and draws NUMBER answers of each query: as many
from each ROOT as from the others, where they have so many, and at most one from a file as long as there are files left.
The order is that of a hash of the seed, the query and the place, so a sample does not depend on what else is asked.
Printed are the message, the lines of the answer with some around them, and those of its facts.
"""

import argparse
import collections
import hashlib
import json
import subprocess
from pathlib import Path


def ask(examen, root, queries):
    command = [examen, "query", str(root), "--format", "jsonl", "--quiet"]
    command += ["--query", queries] if queries else []
    out = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")
    rows = collections.defaultdict(list)
    for row in map(json.loads, out.splitlines()):
        rows[row["query"]].append(row)
    return rows


def drawn(rows, seed):
    """All answers of a query below a root: a shuffled one of each file first, then the others."""
    place = lambda row: f"{seed} {row['query']} {row['file']} {row['start_line']} {row['start_col']}"
    rows = sorted(rows, key=lambda row: hashlib.sha256(place(row).encode()).digest())
    seen, first, later, files = set(), [], [], set()
    for row in rows:
        key = (row["file"], row["start_line"], row["start_col"], row["end_line"], row["end_col"])
        if key in seen:
            continue
        seen.add(key)
        (later if row["file"] in files else first).append(row)
        files.add(row["file"])
    return first + later


def shared_out(lists, number):
    """The first of each list in turn until there are enough."""
    taken, at = [], 0
    while len(taken) < number and any(at < len(each) for each in lists):
        taken += [each[at] for each in lists if at < len(each)][: number - len(taken)]
        at += 1
    return taken


def show(row, root, around):
    path = next(path for path in (Path(row["file"]), root / row["file"]) if path.exists())
    text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    wanted = set()
    for place, (before, after) in [(row, around), *((fact, (1, 2)) for fact in row["related"][:3])]:
        last = min(place["end_line"], place["start_line"] + 12)
        wanted.update(range(max(1, place["start_line"] - before), min(len(lines), last + after) + 1))
    answer = range(row["start_line"], row["end_line"] + 1)
    previous = 0
    for line in sorted(wanted):
        if previous and line > previous + 1:
            print("      ...")
        print(f"{line:5}{'>' if line in answer else ' '} {lines[line - 1].rstrip()[:150]}")
        previous = line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("roots", type=Path, nargs="+", metavar="ROOT")
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--query", help="one or several, as `examen query` takes them")
    parser.add_argument("--before", type=int, default=4, help="lines before an answer")
    parser.add_argument("--after", type=int, default=5, help="lines behind it")
    parser.add_argument("--examen", default="target/release/examen")
    arguments = parser.parse_args()
    found = [ask(arguments.examen, root, arguments.query) for root in arguments.roots]
    for query in sorted(set().union(*found)):
        lists = [[(row, root) for row in drawn(rows[query], arguments.seed)] for rows, root in zip(found, arguments.roots)]
        sample = shared_out(lists, arguments.number)
        counts = " + ".join(str(len(each)) for each in lists)
        print(f"\n===== {query}: {len(sample)} of {counts}")
        for number, (row, root) in enumerate(sample, 1):
            print(f"\n--- {query} {number} {row['file']}:{row['start_line']}:{row['start_col']} {row['message']}")
            show(row, root, (arguments.before, arguments.after))


if __name__ == "__main__":
    main()
