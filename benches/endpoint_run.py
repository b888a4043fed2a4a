#!/usr/bin/env python3
"""What a run with a language model behind an endpoint takes, and what is left of one that is killed.

    python3 benches/endpoint_run.py EXAMS [--concurrency 256] [--latency 1000] [--kills 20] [--limit N]

EXAMS is a folder that `examen build` wrote. The server is `crates/examen_test/examples/endpoint_server.rs` on this machine; it answers
everything alike after the latency. Needs `cargo build --release -p examen` and
`cargo build --release -p examen_test --example endpoint_server`.

1. Time: examples / concurrency * latency is ideal. The program's wall-clock time, its CPU seconds and its peak memory are printed.
2. Kills: the same run is ended at random moments and started again until it is done, once by SIGTERM, which lets the requests under way
   have their replies, and once by SIGKILL. Printed are the requests that the server saw twice, those among them whose reply had gone
   out before the kill, and whether the predictions are the same bytes.
"""

import argparse, collections, os, pathlib, random, resource, signal, subprocess, sys, tempfile, time

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
    environment = {**os.environ, "EXAMEN_CACHE": str(cache), "EXAMEN_NO_PROGRESS": "1"}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def seen(log, what):
    """The times in milliseconds at which the server noted something of each request."""
    times = collections.defaultdict(list)
    for request, noted, time_ms in map(str.split, open(log)):
        if noted == what:
            times[request].append(int(time_ms))
    return times


def killed(kind, arguments, folder, extra, whole, asked):
    """Ends a run at random moments until one is done, and counts what the server saw twice."""
    name = signal.Signals(kind).name
    log, out, cache = folder / f"{name}.log", folder / f"{name}.jsonl", folder / name
    server = Server(50, log)
    random.seed(0)
    kills = []
    for _ in range(arguments.kills):
        process = predict(server.url, arguments.exams, out, cache, 16, extra)
        time.sleep(random.uniform(0.2, max(0.5, asked / 16 * 0.05 / arguments.kills * 2)))
        kills.append(time.time() * 1000)
        process.send_signal(kind)
        process.communicate()
    process = predict(server.url, arguments.exams, out, cache, 16, extra)
    print(process.communicate()[1].strip().splitlines()[-1])
    server.stop()
    sent, replied = seen(log, "asked"), seen(log, "replied")
    twice = [request for request, times in sent.items() if len(times) > 1]
    # The first kill after a request was sent ended it: its reply had gone out before, or the request was under way.
    lost = sum(replied[request][0] < min(kill for kill in kills if kill >= sent[request][0]) for request in twice)
    print(
        f"{arguments.kills} times {name}: {len(sent)} requests, {sum(len(times) - 1 for times in sent.values())} sent twice, of which {lost} had their "
        f"reply before the kill; at most {16 * arguments.kills} were under way"
    )
    print("same predictions" if whole == out.read_bytes() else "OTHER PREDICTIONS")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exams")
    parser.add_argument("--concurrency", type=int, default=256)
    parser.add_argument("--latency", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--samples", type=int)
    arguments = parser.parse_args()
    extra = [word for flag in ("limit", "samples") if getattr(arguments, flag) for word in (f"--{flag}", str(getattr(arguments, flag)))]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        server = Server(arguments.latency, folder / "log")
        begin = time.monotonic()
        process = predict(server.url, arguments.exams, folder / "a.jsonl", folder / "cache", arguments.concurrency, extra)
        process.communicate()
        seconds = time.monotonic() - begin
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        server.stop()
        asked = sum(map(len, seen(folder / "log", "asked").values()))
        ideal = asked / arguments.concurrency * arguments.latency / 1000
        print(f"{asked} requests, {seconds:.1f} s, ideal {ideal:.1f} s, ratio {seconds / ideal:.2f}")
        print(f"{usage.ru_utime + usage.ru_stime:.1f} CPU seconds, peak {usage.ru_maxrss / 1024:.0f} MB", flush=True)
        whole = (folder / "a.jsonl").read_bytes()
        for kind in (signal.SIGTERM, signal.SIGKILL) if arguments.kills else ():
            killed(kind, arguments, folder, extra, whole, asked)


if __name__ == "__main__":
    sys.exit(main())
