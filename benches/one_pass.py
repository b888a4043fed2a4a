#!/usr/bin/env python3
"""CPU and memory of all suites made in one pass over the code, beside the same suites made one after the other.

    python3 benches/one_pass.py PATH... [--examen target/release/examen] [--rounds 3] [-- FLAG ...]

PATH is whatever `examen build --from` reads. In each round both ways take turns; the least CPU time (user + system, all
threads) of the rounds counts, and the most memory. The FLAGs are for both. Both must leave the same bytes: the status is
1 when they do not.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from suite_cost import files_of, measured, say_whether_equal

SUITES = ["queries", "probes", "names", "questions", "captions", "robustness"]


def main():
    arguments = sys.argv[1:]
    flags = arguments[arguments.index("--") + 1 :] if "--" in arguments else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args(arguments[: len(arguments) - len(flags) - ("--" in arguments)])
    examen = str(Path(arguments.examen).resolve())

    with tempfile.TemporaryDirectory() as temporary:
        apart, together = Path(temporary) / "apart", Path(temporary) / "together"

        def build(suites, out):
            return measured([examen, "build", *suites, "--from", *arguments.paths, "--out", str(out), "--quiet", *flags])

        costs = {suite: [] for suite in SUITES}
        whole = []
        for _ in range(arguments.rounds):
            shutil.rmtree(apart, ignore_errors=True)
            shutil.rmtree(together, ignore_errors=True)
            for suite in SUITES:
                costs[suite].append(build([suite], apart))
            whole.append(build(SUITES, together))
        least = lambda runs: min(seconds for seconds, _ in runs)
        most = lambda runs: max(peak for _, peak in runs)
        print(f"{arguments.rounds} rounds\n\n| | CPU s | peak MB |\n|---|---|---|")
        for suite in SUITES:
            print(f"| {suite} | {least(costs[suite]):.2f} | {most(costs[suite]):.0f} |")
        singles = sum(least(runs) for runs in costs.values())
        print(f"| one after the other | {singles:.2f} | {max(most(runs) for runs in costs.values()):.0f} |")
        print(f"| in one pass | {least(whole):.2f} | {most(whole):.0f} |")
        print(f"| | {least(whole) / singles:.2f} of it | |\n")
        return 0 if say_whether_equal("apart and together", files_of(apart), files_of(together)) else 1


if __name__ == "__main__":
    sys.exit(main())
