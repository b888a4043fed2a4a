#!/usr/bin/env python3
"""How well `examen metrics` agrees with the published labels of INSPECT.

    python3 scripts/probes_agreement.py INSPECT [--examen target/release/examen] [--write docs/probes-agreement.md]
    examen metrics --inspect INSPECT --format jsonl | python3 scripts/probes_agreement.py - [--show NPT]

INSPECT is a folder with the published files of the tasks that ask for a metric (LEN_1k.txt, OCU_1k.txt, ...), or a file of
rows that `examen metrics --inspect` printed, - for those on standard input. With --write, the table between the two markers
in the page is replaced; with --show the rows of a task that differ are listed. Exit status 1 when a task is below what
must hold.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"

# Task, what must hold (%), and the fraction with which its definition was found on the same files.
TASKS = {
    "LEN": (99.2, "99.2"),
    "OCU": (77.0, "77.0"),
    "VCU": (98.5, "98.5"),
    "CSC": (99.9, "99.9"),
    "MXN": (100.0, "100"),
    "CPX": (99.6, "99.6"),
    "NPT": (99.5, "99.5"),
}
# Tokens of the classes of LEN.
BINS = {"A": (21, 50), "B": (51, 100), "C": (101, 150), "D": (151, 200), "E": (201, 250)}


def rows_of(source, examen):
    if source == "-":
        return [json.loads(line) for line in sys.stdin]
    if Path(source).is_file():
        return [json.loads(line) for line in Path(source).read_text(encoding="utf-8").splitlines()]
    files = [path for path in sorted(Path(source).rglob("*.txt")) if path.name.split("_")[0] in TASKS]
    command = [examen, "metrics", "--inspect", *map(str, files), "--format", "jsonl", "--quiet"]
    printed = subprocess.run(command, check=True, capture_output=True).stdout
    return [json.loads(line) for line in printed.decode("utf-8").splitlines()]


def expected(task, label):
    """The values that a label stands for, first and last."""
    if task == "LEN":
        return BINS[label]
    return int(label), int(label)


def differences(task, rows):
    """Rows whose value is not what the label says, with the value and what it should be."""
    for row in rows:
        low, high = expected(task, row["label"])
        if not low <= row[task] <= high:
            yield row, row[task], low, high


def described(found):
    """How far the differing values are off, the most frequent distances first."""
    if not found:
        return ""
    above = sum(value > high for _, value, _, high in found)
    distances = Counter(value - high if value > high else value - low for _, value, low, high in found)
    most = ", ".join(f"{distance:+d} in {count}" for distance, count in sorted(distances.items(), key=lambda it: (-it[1], it[0]))[:3])
    return f"{above} above the label, {len(found) - above} below it ({most})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inspect")
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--show", choices=sorted(TASKS))
    arguments = parser.parse_args()
    by_file = {}
    for row in rows_of(arguments.inspect, str(Path(arguments.examen).resolve())):
        if row["task"] in TASKS:
            by_file.setdefault((row["task"], row["file"]), []).append(row)

    lines = ["| task | file | samples | agreeing | % | known | differences |", "|---|---|---|---|---|---|---|"]
    is_below = False
    for (task, file), rows in sorted(by_file.items(), key=lambda it: (list(TASKS).index(it[0][0]), it[0][1])):
        found = list(differences(task, rows))
        least, known = TASKS[task]
        fraction = 100 * (len(rows) - len(found)) / len(rows)
        is_below |= round(fraction, 1) < least
        cells = [task, f"`{file}`", len(rows), len(rows) - len(found), f"{fraction:.1f}", known, described(found)]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
        if arguments.show == task:
            for row, value, low, high in found:
                wanted = low if low == high else f"{low} to {high}"
                print(f"{file}:{row['line']}: {value}, label {row['label']} ({wanted})")
    if not by_file:
        parser.error("no rows of a task that asks for a metric")
    table = "\n".join(lines) + "\n"
    if arguments.write:
        page = arguments.write.read_text(encoding="utf-8")
        before, rest = page.split(BEGIN)
        arguments.write.write_text(before + BEGIN + "\n" + table + END + rest.split(END)[1], encoding="utf-8")
    else:
        print(table, end="")
    sys.exit(1 if is_below else 0)


if __name__ == "__main__":
    main()
