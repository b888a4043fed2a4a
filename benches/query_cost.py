#!/usr/bin/env python3
"""CPU that all queries cost, beside ruff with its nearest rules and pylint with its nearest checks.

    python3 benches/query_cost.py FILES.txt --ruff RUFF --pylint PYLINT [--examen target/release/examen] [--rounds 5]

FILES.txt lists Python files, one path per line. They are linked into one temporary folder, so that every tool reads the
same tree. ruff and examen take turns; the least CPU time (user + system, all threads) of the rounds counts. pylint is
slow: it gets every 50th file once, and the comparison is per megabyte. The linters answer other questions than ours, so
the ratio compares costs, not work.
"""

import argparse
import os
import resource
import subprocess
import tempfile
from pathlib import Path

RUFF_RULES = (
    "A004 B004 B006 B007 B008 B011 B012 B015 B018 B020 B024 B025 B027 B033 B034 E711 E712 E713 E714 E721 E722 E731 E741 "
    "F401 F402 F403 F405 F502 F504 F523 F601 F632 F701 F811 F821 F841 F842 ISC001 N805 PIE790 PLE0302 PLE0704 PLR0124 "
    "PLR0133 PLW0120 PLW0127 PLW0129 PLW0602 PLW1641 PLW2901 PT009 S108 S201 S306 SIM115"
).split()

PYLINT_CHECKS = (
    "unused-import,super-init-not-called,assignment-from-no-return,no-value-for-parameter,too-many-function-args,"
    "literal-comparison,arguments-differ,not-callable,unused-variable,unreachable,no-self-argument,"
    "dangerous-default-value,raising-bad-type"
)


def cpu(command, folder):
    """CPU seconds and peak memory in MB of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss / 1024, out


def lay_out(paths, folder):
    total = 0
    for at, path in enumerate(paths):
        target = Path(folder) / f"{at // 100:03}" / f"file_{at:05}.py"
        target.parent.mkdir(parents=True, exist_ok=True)
        data = Path(path).read_bytes()
        target.write_bytes(data)
        total += len(data)
    return total / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files")
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--ruff", default="ruff")
    parser.add_argument("--pylint")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    paths = Path(arguments.files).read_text(encoding="utf-8").split("\n")
    paths = [path for path in paths if path]
    examen = [str(Path(arguments.examen).resolve()), "query", ".", "--format", "jsonl", "--quiet", "--threads", "2"]
    ruff = [arguments.ruff, "check", ".", "--isolated", "--no-cache", "--exit-zero", "--output-format", "json", "--quiet"]
    ruff += ["--preview", "--select", ",".join(RUFF_RULES)]
    with tempfile.TemporaryDirectory() as folder:
        megabytes = lay_out(paths, folder)
        print(f"{len(paths)} files, {megabytes:.1f} MB, {len(RUFF_RULES)} rules of ruff")
        best = {}
        for _ in range(arguments.rounds):
            for name, command in (("ruff", ruff), ("examen", examen)):
                seconds, peak, out = cpu(command, folder)
                if name not in best or seconds < best[name][0]:
                    best[name] = (seconds, peak, out.count(b"\n" if name == "examen" else b'"location"'))
        for name, (seconds, peak, findings) in best.items():
            print(f"{name}: {seconds:.2f} CPU s, {findings} findings")
        ratio = best["examen"][0] / best["ruff"][0]
        print(f"examen / ruff: {ratio:.2f}")
    if arguments.pylint:
        with tempfile.TemporaryDirectory() as folder:
            few = paths[::50]
            megabytes_few = lay_out(few, folder)
            command = [arguments.pylint, "--recursive=y", "--disable=all", f"--enable={PYLINT_CHECKS}", "--jobs=1", "."]
            seconds, _, _ = cpu(command, folder)
            per_megabyte = seconds / megabytes_few
            own = best["examen"][0] / megabytes
            print(f"pylint: {seconds:.1f} CPU s for {len(few)} files, {megabytes_few:.2f} MB: {per_megabyte:.2f} s/MB")
            print(f"examen: {own:.4f} s/MB, {own / per_megabyte:.5f} of pylint")


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    main()
