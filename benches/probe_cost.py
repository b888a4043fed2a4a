#!/usr/bin/env python3
"""What probes cost: CPU seconds a fit and peak memory, on made-up features, one layer in memory at a time.

    cargo build --release -p examen_models --examples
    python3 benches/probe_cost.py target/release/examples/probe_cost [--protocol standard] [--tasks 15] [--layers 13]

Every fit is really made. A first run makes the features and nothing else, and its CPU time is taken off.
"""

import argparse
import resource
import subprocess


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(program, protocol, tasks, layers):
    before = cpu_seconds()
    command = [program, protocol, str(tasks), str(layers)]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    return cpu_seconds() - before, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--protocol", default="standard")
    parser.add_argument("--tasks", type=int, default=15)
    parser.add_argument("--layers", type=int, default=13)
    options = parser.parse_args()
    start, _ = run(options.program, "features", options.tasks, options.layers)
    whole, lines = run(options.program, options.protocol, options.tasks, options.layers)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    fits = options.tasks * options.layers
    assert len(lines) == fits
    print(f"{options.protocol}: {fits} fits, {whole - start:.1f} CPU s, {(whole - start) / fits:.2f} a fit, {peak:.0f} MiB at most")
    if options.protocol == "standard":
        print(f"converged: {sum('Some(true)' in line for line in lines)} of {fits}")


if __name__ == "__main__":
    main()
