#!/usr/bin/env python3
"""Whether the rewrites of `examen transform` compile, in place, on a random sample of each kind.

    python3 scripts/transform_compile.py FOLDER [--module java.base] [--sample 400] [--place single] [--strength strict]
                                         [--kind VN,LX] [--seed 0] [--javac-option OPTION …] [--examen target/release/examen]

FOLDER holds Java or Python files. With --module it is the folder of the sources of a module of the JDK, at the root of its
packages, and every rewritten file is compiled as a part of that module. The module is compiled as a whole before (two minutes
for java.base), so that files meet classes of their own release and not those of the JDK that runs. Needs a JDK for Java.
Prints one row per kind and language and the first errors; the status is 1 unless every rewrite of a file that compiles does
so too.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SHOWN_ERRORS = 20


def sites(talk):
    """Sites by kind and language, from the table that ends the talk."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in talk.splitlines() if line.startswith("|")]
    if not rows:
        return {}
    column = rows[0].index("sites")
    return {(row[0], row[1]): row[column] for row in rows[2:]}


def compile_module(folder, module, room):
    """Where the classes of the module are."""
    classes, listed = room / "classes", room / "files.txt"
    classes.mkdir()
    files = [path for path in sorted(pathlib.Path(folder).rglob("*.java")) if path.name != "module-info.java"]
    listed.write_text("".join(f'"{path.absolute()}"\n' for path in files))
    options = ["-J-Xmx2g", "-proc:none", "-implicit:none", "-nowarn", "-g:none", "-d", str(classes)]
    patch = [f"--patch-module={module}={folder}", f"--add-modules={module}"]
    done = subprocess.run(["javac", *options, *patch, f"@{listed}"], capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{module} does not compile as a whole: {done.stderr[:600]}", file=sys.stderr)
    return classes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--module")
    parser.add_argument("--sample", default="400")
    parser.add_argument("--place", default="single")
    parser.add_argument("--strength", default="strict")
    parser.add_argument("--kind")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--javac-option", action="append", default=[])
    parser.add_argument("--examen", default="target/release/examen")
    options = parser.parse_args()
    command = [options.examen, "transform", options.folder, "--format", "jsonl", "--verify", "compile"]
    command += ["--sample", options.sample, "--place", options.place, "--strength", options.strength, "--seed", options.seed]
    command += ["--kind", options.kind] if options.kind else []
    javac = options.javac_option
    with tempfile.TemporaryDirectory() as room:
        if options.module:
            classes = compile_module(options.folder, options.module, pathlib.Path(room))
            places = os.pathsep.join([options.folder, str(classes)])
            javac = [f"--patch-module={options.module}={places}", f"--add-modules={options.module}", *javac]
        command += [f"--javac-option={option}" for option in javac]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    verdicts, errors = collections.defaultdict(collections.Counter), []
    for row in map(json.loads, done.stdout.splitlines()):
        language = "java" if row["file"].endswith(".java") else "python"
        verdict = row["verify"]["verdict"]
        verdicts[row["kind"], language][verdict] += 1
        if verdict == "breaks":
            errors.append(f"{row['id']}: {row['verify']['detail']}")
    found = sites(done.stderr)
    print("| kind | language | sites | sampled | original does not compile | not verified | compile | of | % |")
    print("|---|---|---|---|---|---|---|---|---|")
    is_fine = bool(verdicts)
    for (kind, language), counts in sorted(verdicts.items()):
        fine, broken = counts["compiles"], counts["breaks"]
        checked = fine + broken
        fraction = f"{100 * fine / checked:.1f}" if checked else "-"
        left = (counts["original-does-not-compile"], counts["not-verified"])
        print(f"| {kind} | {language} | {found.get((kind, language), '?')} | {sum(counts.values())} | {left[0]} | {left[1]} | {fine} | {checked} | {fraction} |")
        is_fine = is_fine and checked > 0 and broken == 0
    for error in errors[:SHOWN_ERRORS]:
        print(error)
    sys.exit(0 if is_fine else 1)


if __name__ == "__main__":
    main()
