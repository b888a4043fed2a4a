#!/usr/bin/env python3
"""What a report of many examples costs: its size, the CPU time and memory of `examen report`, and how long pages take to open.

Builds the names suite of the code that is given, lets one model answer all of it, scores it, and writes the report. Where Chromium is
installed, every page is opened from the disk three times: until it is loaded and, of the example browser, until examples are shown.

    cargo build --release
    python3 benches/report_size.py FOLDER_OF_CODE... [--limit 100000] [--out FOLDER]
"""

import argparse
import json
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMEN = ROOT / "target" / "release" / "examen"


class Chromium:
    """A browser without a window, driven by its own protocol over a pipe."""

    def __init__(self, profile):
        switches = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
        switches += ["--disable-component-update", "--remote-debugging-pipe", f"--user-data-dir={profile}"]
        # The protocol wants the descriptors 3 and 4.
        shell = 'exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null'
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(["sh", "-c", shell, "chromium", *switches], **pipes)
        self.asked, self.session, self.unread, self.events = 0, None, b"", []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def call(self, method, **parameters):
        self.asked += 1
        message = {"id": self.asked, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.process.stdin.write(json.dumps(message).encode() + b"\0")
        self.process.stdin.flush()
        while True:
            reply = self.read()
            if reply.get("id") == self.asked:
                return reply["result"]
            self.events.append(reply.get("method"))

    def read(self):
        while b"\0" not in self.unread:
            self.unread += self.process.stdout.read1(1 << 16)
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def open(self, address):
        """Milliseconds until a page is there."""
        for place in ["about:blank", address]:
            self.events.clear()
            self.call("Page.navigate", url=place)
            while "Page.loadEventFired" not in self.events:
                self.events.append(self.read().get("method"))
        expression = """(async () => {
            while (document.getElementById("examples") && document.body.dataset.ready !== "yes")
                await new Promise((done) => setTimeout(done, 2));
            return Math.max(performance.getEntriesByType("navigation")[0].loadEventEnd,
                document.getElementById("examples") ? performance.now() : 0); })()"""
        value = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return value["result"]["value"]


def opening_times(report, profile):
    browser = Chromium(profile)
    for page in sorted(report.glob("*.html")):
        times = sorted(browser.open(page.absolute().as_uri()) for _ in range(3))
        print(f"{page.name}: open after {times[1]:.0f} ms (median of 3, {times[0]:.0f} to {times[2]:.0f})")
    browser.process.kill()
    browser.process.wait()


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
        if shutil.which("chromium"):
            with tempfile.TemporaryDirectory() as profile:
                opening_times(report, profile)
    return 0


if __name__ == "__main__":
    sys.exit(main())
