#!/usr/bin/env python3
"""What a report of many examples costs: its size, and the CPU time and memory of `examen report`.

Builds the names suite of the code that is given, lets one model answer all of it, scores it, and writes the report.

    cargo build --release
    python3 benches/report_size.py FOLDER_OF_CODE... [--limit 100000] [--out FOLDER]
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMEN = ROOT / "target" / "release" / "examen"


def examen(*arguments):
    subprocess.run([EXAMEN, *map(str, arguments), "--quiet"], check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("code", nargs="+")
    parser.add_argument("--limit", type=int, default=100_000)
    parser.add_argument("--out")
    flags = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(flags.out or folder)
        data, predictions = out / "exams", out / "majority.parquet"
        examen("build", "names", "--from", *flags.code, "--out", data, "--limit", flags.limit)
        examen("predict", "--model", "majority", "--data", data, "--split", "all", "--out", predictions)
        examen("score", "--data", data, "--predictions", predictions, "--split", "all", "--out", out / "result.json")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        report = out / "report"
        examen("report", out / "result.json", "--data", data, "--predictions", predictions, "--out", report)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        files = [path for path in report.rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files)
        first = sum((report / name).stat().st_size for name in ["index.html", "assets/style.css", "assets/report.js"])
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"report: {size / 1e6:.1f} MB in {len(files)} files, of which {first / 1e3:.0f} kB are loaded by the first page")
        print(f"CPU: {cpu:.1f} s; memory of the largest process of all steps: {after.ru_maxrss / 1024:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
