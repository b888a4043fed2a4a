#!/usr/bin/env python3
"""What a run with a language model behind an endpoint takes, and what is left of one that is killed.

    python3 benches/endpoint_run.py EXAMS [--concurrency 256] [--latency 1000] [--kills 20]

EXAMS is a folder that `examen build` wrote. The server is `crates/examen_test/examples/endpoint_server.rs` on this machine; it answers
everything alike after the latency. Needs `cargo build --release -p examen` and
`cargo build --release -p examen_test --example endpoint_server`.

1. Time: examples / concurrency * latency is ideal. The program's wall-clock time, its CPU seconds and its peak memory are printed.
2. Kills: the same run is killed at random moments and started again until it ends. Printed are the requests that the server saw twice,
   of which at most those under way at a kill are allowed, and whether the predictions are the same bytes.
"""

import argparse, collections, os, pathlib, random, resource, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"


class Server:
    def __init__(self, latency, log=None):
        command = [str(TARGET / "examples/endpoint_server"), str(latency)] + ([str(log)] if log else [])
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def predict(url, exams, out, cache, concurrency, extra=()):
    command = [str(TARGET / "examen"), "predict", "--model", url, "--data", exams, "--out", str(out), "--split", "all"]
    command += ["--concurrency", str(concurrency), "--timeout", "60", *extra]
    environment = {**os.environ, "EXAMEN_CACHE": str(cache)}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exams")
    parser.add_argument("--concurrency", type=int, default=256)
    parser.add_argument("--latency", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    extra = ["--limit", str(arguments.limit)] if arguments.limit else []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        server = Server(arguments.latency, folder / "log")
        begin = time.monotonic()
        process = predict(server.url, arguments.exams, folder / "a.jsonl", folder / "cache", arguments.concurrency, extra)
        process.communicate()
        seconds = time.monotonic() - begin
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        server.stop()
        asked = sum(1 for _ in open(folder / "log"))
        ideal = asked / arguments.concurrency * arguments.latency / 1000
        print(f"{asked} requests, {seconds:.1f} s, ideal {ideal:.1f} s, ratio {seconds / ideal:.2f}")
        print(f"{usage.ru_utime + usage.ru_stime:.1f} CPU seconds, peak {usage.ru_maxrss / 1024:.0f} MB")
        whole = (folder / "a.jsonl").read_bytes()

        server = Server(50, folder / "killed")
        random.seed(0)
        for _ in range(arguments.kills):
            process = predict(server.url, arguments.exams, folder / "b.jsonl", folder / "other", 16, extra)
            time.sleep(random.uniform(0.2, max(0.5, asked / 16 * 0.05 / arguments.kills * 2)))
            process.kill()
            process.communicate()
        process = predict(server.url, arguments.exams, folder / "b.jsonl", folder / "other", 16, extra)
        print(process.communicate()[1].strip().splitlines()[-1])
        server.stop()
        seen = collections.Counter(open(folder / "killed"))
        twice = sum(count - 1 for count in seen.values())
        print(f"{arguments.kills} kills: {len(seen)} requests, {twice} sent twice, at most {16 * arguments.kills} were under way")
        print("same predictions" if whole == (folder / "b.jsonl").read_bytes() else "OTHER PREDICTIONS")


if __name__ == "__main__":
    sys.exit(main())
