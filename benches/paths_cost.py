#!/usr/bin/env python3
"""What `examen paths` costs beside the extractors of code2vec and code2seq, on the same Java files.

    python3 benches/paths_cost.py FOLDER --code2vec-jar JAR --code2seq-jar JAR [--examen target/release/examen] [--rounds 5]

FOLDER holds Java files. The jars read it as their own scripts let them, with two threads, once each in every round; examen
in turn with them. Prints methods, CPU seconds (user and system) and methods a CPU second: the least CPU time of all rounds.
"""

import argparse
import os
import subprocess


def cpu_seconds(command):
    before = os.times()
    lines = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout.count(b"\n")
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--code2vec-jar", required=True)
    parser.add_argument("--code2seq-jar", required=True)
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    limits = ["--max_path_length", "8", "--max_path_width", "2", "--num_threads", "2"]
    commands = {}
    for name, jar in (("code2vec", options.code2vec_jar), ("code2seq", options.code2seq_jar)):
        commands[f"{name}'s extractor"] = ["java", "-cp", jar, "JavaExtractor.App", *limits, "--dir", options.folder]
        ours = [options.examen, "paths", options.folder, "--format", name, "--language", "java", "--threads", "2", "--quiet"]
        commands[f"examen, {name}"] = ours
    best = {}
    for _ in range(options.rounds):
        for name, command in commands.items():
            seconds, lines = cpu_seconds(command)
            best[name] = min(best.get(name, (seconds, lines)), (seconds, lines))
    for name, (seconds, lines) in best.items():
        print(f"{name}: {lines:,} methods, {seconds:.2f} CPU s, {lines / seconds:,.0f} methods a CPU s")
    for name in ("code2vec", "code2seq"):
        (theirs, their_lines), (ours, our_lines) = best[f"{name}'s extractor"], best[f"examen, {name}"]
        print(f"{name}: {our_lines / ours / (their_lines / theirs):.1f} times the methods a CPU second")


if __name__ == "__main__":
    main()
