#!/usr/bin/env python3
"""What `examen transform` costs beside the transformer of the paper's authors, on the same methods.

    python3 benches/transform_cost.py FOLDER --extractor COMMAND --transformer COMMAND [--files 200] [--examen target/release/examen]

FOLDER holds Java files, of which some are drawn by hash. The authors' two programs, JavaMethodExtractor and
JavaMethodTransformer of github.com/mdrafiqulrabin/tnpa-generalizability (NPM-IST21), are not part of this repository; they are
built by Maven, or, where JavaParser and commons-io lie in /usr/share/java:

    CP=/usr/share/java/javaparser-core.jar:/usr/share/java/commons-io.jar
    javac -cp $CP -d extractor JavaMethodExtractor/src/main/java/*.java      # and the same for the transformer
    … --extractor "java -cp extractor:$CP Main" --transformer "java -cp transformer:$CP Main"

Both are called with a folder to read and one to write. The extractor cuts the files into methods, one per file; then its
transformer and examen rewrite these, in turn, single-threaded: all kinds that both have, as the default is, and by examen's
looser rules as well. Prints methods, rewrites, CPU seconds (user and system, least of all rounds) and methods a CPU second;
then the rewrites of a single place by kind, theirs and ours, and why ours refuses the places it refuses.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

KINDS = "VN,PS,UN,LX,SF,BX"
PEER = "the authors' transformer"
# What the authors call the kinds: a folder of their output each.
FOLDERS = {"BooleanExchange": "BX", "LoopExchange": "LX", "PermuteStatement": "PS", "SwitchToIf": "SF", "UnusedStatement": "UN", "VariableRenaming": "VN"}


def cpu_seconds(command, output=None):
    before = os.times()
    with open(output or os.devnull, "wb") as file:
        done = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, check=True)
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, done.stderr.decode()


def keep(best, name, result):
    """Keeps the round of the least CPU time."""
    best[name] = min(best.get(name, result), result)


def java_files(folder):
    return [path for path in sorted(folder.rglob("*.java")) if path.is_file()]


def drawn(folder, count):
    files = [path for path in java_files(folder) if path.name not in ("module-info.java", "package-info.java")]
    files.sort(key=lambda path: hashlib.sha256(str(path.relative_to(folder)).encode()).digest())
    return files[:count]


def single_places(out):
    """The authors' rewrites of a single place by kind: NAME_1.java and on; NAME_0.java has all places rewritten, but for PS."""
    kinds = {}
    for path in java_files(out):
        kind = FOLDERS[path.relative_to(out).parts[0]]
        if kind == "PS" or not path.stem.endswith("_0"):
            kinds[kind] = kinds.get(kind, 0) + 1
    return kinds


def rows_by_kind(rows):
    kinds = {}
    for line in rows.open():
        row = json.loads(line)
        if row["place"] != "all":
            kinds[row["kind"]] = kinds.get(row["kind"], 0) + 1
    return kinds


def known_kinds(examen):
    """Those of the authors' kinds that examen has by now."""
    rows = subprocess.run([examen, "list", "transforms", "--format", "jsonl"], capture_output=True, check=True, text=True).stdout
    return ",".join(kind for kind in KINDS.split(",") if f'"kind":"{kind}"' in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--extractor", required=True)
    parser.add_argument("--transformer", required=True)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as room:
        room = pathlib.Path(room)
        for number, path in enumerate(drawn(options.folder, options.files)):
            target = room / "files" / str(number) / path.name
            target.parent.mkdir(parents=True)
            shutil.copy(path, target)
        methods = room / "methods"
        methods.mkdir()
        cpu_seconds([*shlex.split(options.extractor), f"{room / 'files'}/", f"{methods}/"])
        count = len(java_files(methods))
        print(f"{options.files} files, {count:,} methods cut out by the authors' extractor")
        kinds = known_kinds(options.examen)
        ours = [options.examen, "transform", str(methods), "--kind", kinds, "--format", "jsonl", "--threads", "1"]
        best, places, refusals = {}, {}, ""
        for number in range(options.rounds):
            out = room / f"out{number}"
            out.mkdir()
            seconds, _ = cpu_seconds([*shlex.split(options.transformer), f"{methods}/", f"{out}/"])
            keep(best, PEER, (seconds, count, len(java_files(out))))
            places[PEER] = single_places(out)
            shutil.rmtree(out)
            for strength in ("strict", "paper"):
                rows = room / "rows.jsonl"
                seconds, talk = cpu_seconds([*ours, "--strength", strength], rows)
                functions = int(re.search(r"([\d,]+) functions? of", talk)[1].replace(",", ""))
                places[f"examen, {strength}"] = rows_by_kind(rows)
                if strength == "strict":
                    refusals = talk
                keep(best, f"examen, {strength} ({kinds})", (seconds, functions, rows.read_bytes().count(b"\n")))
        theirs = best[PEER]
        for name, (seconds, functions, rewrites) in best.items():
            rate = functions / seconds
            times = rate / (theirs[1] / theirs[0])
            print(f"{name}: {functions:,} methods, {rewrites:,} rewrites, {seconds:.2f} CPU s, {rate:,.0f} methods a CPU s: {times:.1f}")
        for kind in kinds.split(","):
            counted = {name: found.get(kind, 0) for name, found in places.items()}
            print(f"{kind}: " + ", ".join(f"{name} {count:,} ({count / max(counted[PEER], 1):.2f})" for name, count in counted.items()))
        print(refusals)


if __name__ == "__main__":
    main()
