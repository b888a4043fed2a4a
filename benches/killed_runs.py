#!/usr/bin/env python3
"""Whether `examen run`, killed at random moments and started again, ends with the same bytes and repeats no finished stage.

usage: killed_runs.py [--examen BINARY] [--kills N] [--seed N] [-- FLAG ...]

The run is made once alone. Then it is started again and again in a second folder, and killed (SIGKILL) after a random part of the time that the run
alone took, until it has been killed N times; where it comes to its end before that, its bytes are compared and it begins anew. Then it is left to end. A stage is finished when its record is there: a record that is
written a second time is a stage that was repeated. The FLAGs are those of `examen run` (a recipe, --from). The exit code is 1 if a byte or a record differs.
"""

import argparse
import hashlib
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time


def hashes(folder):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.blake2b(path.read_bytes()).hexdigest() for path in files}


def differences(one, other):
    one, other = hashes(one), hashes(other)
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def records(folder):
    found = {}
    for path in (folder / "stages").glob("*.json"):
        if not path.name.startswith("."):
            status = path.stat()
            found[path.stem] = (status.st_ino, status.st_mtime_ns)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    arguments, flags = parser.parse_known_args()
    flags = [flag for flag in flags if flag != "--"]
    generator = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as temporary:
        alone, killed = pathlib.Path(temporary) / "alone", pathlib.Path(temporary) / "killed"
        command = [str(pathlib.Path(arguments.examen).resolve()), "run", "--quiet", *flags, "--out"]
        start = time.monotonic()
        subprocess.run([*command, str(alone)], check=True, stdout=subprocess.DEVNULL)
        whole = time.monotonic() - start
        kills, ends, repeated, differing, finished = 0, 0, [], set(), {}
        while kills < arguments.kills:
            wait = generator.uniform(0, whole)
            process = subprocess.Popen([*command, str(killed)], stdout=subprocess.DEVNULL)
            try:
                process.wait(wait)
                # It came to its end: another one from the beginning, so that there is something to kill.
                ends += 1
                differing |= differences(alone, killed)
                repeated += [name for name, stamp in records(killed).items() if finished.get(name, stamp) != stamp]
                for path in sorted(killed.rglob("*"), reverse=True):
                    path.rmdir() if path.is_dir() else path.unlink()
                finished = {}
                continue
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
            kills += 1
            now = records(killed)
            repeated += [name for name, stamp in finished.items() if now.get(name) != stamp]
            finished = now
            print(f"kill {kills}: {len(finished)} stages finished, {len(repeated)} repeated until now", file=sys.stderr, flush=True)
        left = len(finished)
        subprocess.run([*command, str(killed)], check=True, stdout=subprocess.DEVNULL)
        now = records(killed)
        repeated += [name for name, stamp in finished.items() if now.get(name) != stamp]
        differing |= differences(alone, killed)
        count = len(hashes(alone))
    print(f"alone {whole:.1f} s, {count} files, {len(now)} stages")
    print(f"{kills} kills ({ends} runs came to their end before theirs); {left} stages were finished at the last")
    print(f"{len(differing)} files differ{': ' if differing else ''}{', '.join(sorted(differing))}")
    print(f"{len(repeated)} finished stages were repeated{': ' if repeated else ''}{', '.join(repeated)}")
    return 1 if differing or repeated else 0


if __name__ == "__main__":
    sys.exit(main())
