#!/usr/bin/env python3
"""What METEOR costs beside the tool it follows, on the same pairs of lines, and how its cost grows with their length.

    cargo build --release -p examen_metrics --example meteor_cost
    python3 benches/meteor_cost.py JAR HYPOTHESES REFERENCES [--ours target/release/examples/meteor_cost] [--rounds 3]

JAR is METEOR 1.5. Each program counts the first pair and all pairs, in turn; the difference is the cost without the start
of the program and the reading of tables. Then the words of the two files make up lines of 1,000 to 100,000 words, which
ours alone compares. Prints CPU seconds (user and system), the least of all rounds.
"""

import argparse
import os
import subprocess
import tempfile
from pathlib import Path

LENGTHS = (1_000, 10_000, 50_000, 100_000)


def cpu_seconds(command):
    before = os.times()
    subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def least(command, rounds):
    return min(cpu_seconds(command) for _ in range(rounds))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar", type=Path)
    parser.add_argument("texts", type=Path, nargs=2)
    parser.add_argument("--ours", type=Path, default=Path("target/release/examples/meteor_cost"))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        first = [Path(folder) / name for name in ("hypothesis", "reference")]
        texts = [path.read_text(encoding="utf-8") for path in options.texts]
        for path, text in zip(first, texts, strict=True):
            path.write_text(text.split("\n", 1)[0] + "\n", encoding="utf-8")
        pairs = texts[0].count("\n")
        tool = ["java", "-Xmx2G", "-jar", options.jar]
        modules = ["-l", "en", "-norm", "-m", "exact stem synonym"]
        costs = {}
        for name, begin, end in (("METEOR 1.5", tool, modules), ("ours", [options.ours], [])):
            start = least([*begin, *first, *end], options.rounds)
            whole = least([*begin, *options.texts, *end], options.rounds)
            costs[name] = whole - start
            print(f"{name}: start {start:.2f} s, {pairs} pairs {whole - start:.2f} s more")
        print(f"times faster: {costs['METEOR 1.5'] / costs['ours']:.1f}")
        words = [text.split() for text in texts]
        for length in LENGTHS:
            for path, of_text in zip(first, words, strict=True):
                path.write_text(" ".join(of_text[:length]) + "\n", encoding="utf-8")
            print(f"{length} words beside {length}: {least([options.ours, *first], options.rounds):.2f} s")


if __name__ == "__main__":
    main()
