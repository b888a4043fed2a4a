#!/usr/bin/env python3
"""What a report of many examples costs: its size, the CPU time and memory of `examen report`, and how long pages take to open.

Builds suites of the code that is given, lets two cheap models answer all of them, scores them, and writes the report. Where Chromium is
installed, every page is opened from the disk three times: until it is loaded and, of the example browser, until examples are shown, of the
first task and of each further one. A last line says whether what is promised holds: below 30 MB, and the overview and the example browser there
within two seconds, with 100,000 examples or more.

    cargo build --release
    python3 benches/report_size.py FOLDER_OF_CODE... [--suites queries,names] [--limit N] [--out FOLDER]
    python3 benches/report_size.py --report FOLDER        # opens the pages of a report that is there
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMEN = ROOT / "target" / "release" / "examen"

# Two models for each suite, which answer at once.
MODELS = {
    "queries": ["no-answer", "engine"],
    "probes": ["majority", "length-only"],
    "names": ["majority", "path-neighbours"],
    "captions": ["majority", "copy-name"],
    "questions": ["majority", "line-overlap"],
}
MOST_BYTES, MOST_MILLISECONDS, EXAMPLES = 30e6, 2000, 100_000


class Chromium:
    """A browser without a window, driven by its own protocol over a pipe."""

    def __init__(self, profile):
        switches = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
        switches += ["--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe"]
        switches += [f"--user-data-dir={profile}"]
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
        return self.value(expression)

    def value(self, expression):
        """The value of an expression in the page."""
        value = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return value["result"].get("value")


def opening_times(report):
    """The median of the milliseconds until each page is there, and until each task of the example browser is."""
    with tempfile.TemporaryDirectory() as profile:
        browser = Chromium(profile)
        addresses = [page.absolute().as_uri() for page in sorted(report.glob("*.html"))]
        tasks = []
        if (report / "examples.html").exists():
            browser.open((report / "examples.html").absolute().as_uri())
            name = "`${it.parentElement.label}/${it.textContent.split(' ')[0]}`"
            tasks = browser.value(f"[...document.querySelectorAll('#task optgroup option')].map((it) => {name})")
        addresses += [(report / "examples.html").absolute().as_uri() + "#" + task for task in tasks]
        medians = {}
        for address in addresses:
            times = sorted(browser.open(address) for _ in range(3))
            name = address.removeprefix(report.absolute().as_uri() + "/")
            medians[name] = times[1]
            print(f"{name}: open after {times[1]:.0f} ms (median of 3, {times[0]:.0f} to {times[2]:.0f})")
        browser.process.kill()
        browser.process.wait()
    return medians


def examen(*arguments):
    subprocess.run([EXAMEN, *map(str, arguments), "--quiet"], check=True, stdout=subprocess.DEVNULL)


def make(flags, out):
    """A report on all examples of some suites; returns the CPU seconds of `examen report`, and how many examples there are."""
    data, predictions = out / "exams", []
    limit = ["--limit", flags.limit] if flags.limit else []
    for suite in flags.suites.split(","):
        examen("build", suite, "--from", *flags.code, "--out", data, *limit)
        for model in MODELS[suite]:
            predictions.append(out / f"{suite}-{model}.parquet")
            code = ["--from", *flags.code] if model == "engine" else []
            answered = ["--split", "all", "--out", predictions[-1]]
            examen("predict", "--model", model, "--data", data / suite, *code, *answered)
    examen("score", "--data", data, "--predictions", *predictions, "--split", "all", "--out", out / "result.json")
    before = os.times()
    examen("report", out / "result.json", "--data", data, "--predictions", *predictions, "--out", out / "report")
    after = os.times()
    manifests = [json.loads(path.read_text()) for path in data.glob("*/*/manifest.json")]
    examples = sum(sum(manifest["counts"]["out"].values()) for manifest in manifests)
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cpu, examples


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("code", nargs="*")
    parser.add_argument("--suites", default="names")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--out")
    parser.add_argument("--report")
    flags = parser.parse_args()
    if not flags.code and not flags.report:
        parser.error("a folder of code, or --report FOLDER")
    with tempfile.TemporaryDirectory() as folder:
        out, examples = pathlib.Path(flags.out or folder), None
        report = pathlib.Path(flags.report) if flags.report else out / "report"
        if not flags.report:
            cpu, examples = make(flags, out)
            memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{examples:,} examples; report: {cpu:.1f} CPU s; memory of the largest process of all steps: {memory:.0f} MB")
        files = [path for path in report.rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files)
        first = sum((report / name).stat().st_size for name in ["index.html", "assets/style.css", "assets/report.js"])
        print(f"report: {size / 1e6:.1f} MB in {len(files)} files, of which {first / 1e3:.0f} kB are loaded by the first page")
        if not shutil.which("chromium"):
            print("no chromium: how long pages take to open was not measured")
            return 0
        medians = opening_times(report)
    slowest = max(time for name, time in medians.items() if name.startswith(("index.html", "examples.html")))
    has_room = size < MOST_BYTES and slowest < MOST_MILLISECONDS
    enough = "" if examples is None or examples >= EXAMPLES else f"; fewer than {EXAMPLES:,} examples"
    print(f"{'holds' if has_room else 'FAILS'}: {size / 1e6:.1f} MB, overview and example browser after {slowest:.0f} ms at most{enough}")
    return 0 if has_room else 1


if __name__ == "__main__":
    sys.exit(main())
