#!/usr/bin/env python3
"""Whether `examen run --from REPOSITORY` scores every suite at the first try.

usage: first_hour.py FOLDER [--examen BINARY] [--jobs N] [--only NAME ...] [--keep DIR] [-- FLAG ...]

FOLDER has one repository in each of its folders. For each, `examen run` is called as a newcomer would call it (with the FLAGs, if there are any),
and a line says how many test examples of each suite were scored and what that took. A suite without any says why. Repositories with little code, which
may have too little, come first. The exit code is 1 if some repository has a suite without scores and without a reason.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile
import time

SUITES = ["queries", "probes", "names", "captions", "questions", "robustness"]
RESULTS = {suite: "result.json" if suite == "queries" else f"{suite}.json" for suite in SUITES}


def scored(path):
    """The examples that the models of a result were asked, summed over its tasks."""
    if not path.exists():
        return 0
    examples = {}
    for row in json.loads(path.read_text())["rows"]:
        if row["metric"] == "answered":
            examples[row["task"]] = max(examples.get(row["task"], 0), row["n"])
    return sum(examples.values())


def reasons(printed, without):
    """What the screen says of suites without scores: a sentence that goes on in indented lines."""
    sentences = " ".join(" ".join(line.split()) if line.startswith(" ") else "\n" + line for line in printed.splitlines())
    return [line.strip() for line in sentences.splitlines() if line.split(" ")[0] in without]


def attempt(examen, repository, out, flags):
    command = [examen, "run", "--quiet", "--from", repository, "--out", out, *flags]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    counts = {suite: scored(out / name) for suite, name in RESULTS.items()}
    without = [suite for suite, count in counts.items() if count == 0]
    why = reasons(done.stdout, without)
    if done.returncode:
        why.append(f"exit {done.returncode}: {done.stderr.strip()}")
    return counts, seconds, why


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--jobs", type=int, default=1, help="repositories at a time")
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--keep", type=pathlib.Path, help="keep what the runs write")
    arguments, flags = parser.parse_known_args()
    flags = [flag for flag in flags if flag != "--"]
    repositories = [path for path in arguments.folder.iterdir() if path.is_dir() and not path.name.startswith(".")]
    repositories.sort(key=lambda path: (sum(file.stat().st_size for file in path.rglob("*.py") if file.is_file()), path.name))
    repositories = [path for path in repositories if not arguments.only or path.name in arguments.only]
    print("| repository | " + " | ".join(RESULTS) + " | s | note |")
    print("|---" * (len(RESULTS) + 3) + "|")
    whole, silent, total = 0, 0, 0.0

    def tried(repository):
        with tempfile.TemporaryDirectory() as temporary:
            out = (arguments.keep or pathlib.Path(temporary)) / repository.name
            return attempt(arguments.examen, repository, out, flags)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for repository, (counts, seconds, why) in zip(repositories, pool.map(tried, repositories)):
            is_whole = all(counts.values())
            whole += is_whole
            silent += not is_whole and not why
            total += seconds
            numbers = " | ".join(f"{count:,}" for count in counts.values())
            print(f"| {repository.name} | {numbers} | {seconds:.1f} | {'; '.join(why)} |", flush=True)
    print(f"\n{whole} of {len(repositories)} repositories have every suite scored; {silent} are silent about why not; {total:.0f} s")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
