#!/usr/bin/env python3
"""How well `examen query` agrees with CodeQL's own query tests.

    python3 scripts/codeql_tests.py CODEQL_GIT_DIR [--day 2022-03-14] [--examen target/release/examen]
                                    [--scope project|file] [--python test|2|3|auto]
                                    [--write docs/queries-agreement.md]

CODEQL_GIT_DIR is a clone of github.com/github/codeql with its history; the last commit of the day (UTC) on its main
branch counts. Every test folder of python/ql/test that belongs to one of the 52 queries is laid out in a temporary
folder and asked as a program of its own, by Python 2 rules where CodeQL's test is for Python 2. Sets of exact spans are
compared: answers, and supporting facts that lie in the source. --scope and --python ask otherwise, to see what
depends on it. With --write, the table between the two markers in the page is replaced. Nothing of CodeQL's is kept.
"""

import argparse
import json
import posixpath
import re
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

TESTS = "python/ql/test"
QUERIES = "python/ql/src"
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"


class Repository:
    """Files of one commit of a git repository."""

    def __init__(self, folder, day):
        self.folder = folder
        # Without a time of day git would take the present one.
        command = ["rev-list", "-1", "--first-parent", f"--before={day}T23:59:59Z", "HEAD"]
        self.commit = self.git(*command).decode().strip()
        listed = self.git("ls-tree", "-r", "--name-only", self.commit, "--", TESTS, QUERIES)
        self.paths = listed.decode("utf-8").splitlines()
        self.known = set(self.paths)

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.folder, *arguments], check=True, capture_output=True).stdout

    def read_bytes(self, path):
        return self.git("show", f"{self.commit}:{path}")

    def read(self, path):
        return self.read_bytes(path).decode("utf-8", "replace")


def cells(row):
    parts = [part.strip().replace("\\|", "|") for part in re.split(r"(?<!\\)\|", row)]
    return parts[1:-1]


def place(text, folder):
    """`file:line:column:line:column` as (path, four numbers); None for what is not in the source."""
    found = re.fullmatch(r"(.*):(\d+):(\d+):(\d+):(\d+)", text)
    if not found or found.group(1).startswith("file:") or found.group(2) == "0":
        return None
    return (posixpath.join(folder, found.group(1)), *map(int, found.groups()[1:]))


def expected(text, is_path_query, folder):
    """Answers and facts of the final table of an .expected file."""
    answers, facts, rows, part = set(), set(), 0, "#select"
    for line in text.splitlines():
        if not line.startswith("|"):
            part = line.strip() or part
            continue
        if part != "#select":
            continue
        rows += 1
        row = cells(line)
        answer = place(row[0], folder)
        if answer is None:
            continue
        answers.add(answer)
        message = 6 if is_path_query else 2
        shown = row[message].count("$@")
        linked = [place(cell, folder) for cell in row[message + 1 :: 3]]
        facts.update(fact for fact in linked[:shown] if fact)
    return answers, facts, rows


def tests(repository, names):
    """(query id, test folder, .expected path, whether the query reports paths) of every test of the queries."""
    ids = {}
    for path in repository.paths:
        if path.startswith(QUERIES) and path.endswith(".ql"):
            text = repository.read(path)
            found = re.search(r"@id\s+(\S+)", text)
            if found and found.group(1) in names:
                ids[posixpath.relpath(path, QUERIES)] = (found.group(1), "@kind path-problem" in text)
    for path in repository.paths:
        if path.startswith(TESTS) and path.endswith(".qlref"):
            target = re.search(r"\S+\.ql\b", repository.read(path))
            if target and target.group(0) in ids:
                yield (*ids[target.group(0)], posixpath.dirname(path), path[: -len("qlref")] + "expected")


def inputs(repository, folder):
    """The Python files of a test, without those of tests inside its folder."""
    test_folders = {posixpath.dirname(path) for path in repository.paths if path.endswith((".qlref", ".ql"))}
    for path in repository.paths:
        if path.startswith(folder + "/") and path.endswith(".py"):
            parent = posixpath.dirname(path)
            while parent != folder and parent not in test_folders:
                parent = posixpath.dirname(parent)
            if parent == folder:
                yield path


def spans(location, name):
    return (posixpath.normpath(f"{name}/{location['file']}"), *(location[key] for key in KEYS))


KEYS = ("start_line", "start_col", "end_line", "end_col")


def ask(examen, query, root, scope, version):
    flags = ["--query", query, "--scope", scope, "--python", version, "--format", "jsonl", "--quiet"]
    command = [examen, "query", ".", *flags]
    out = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def f1(right, found, wanted):
    return 1.0 if not found and not wanted else 2 * right / (found + wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("codeql")
    parser.add_argument("--day", default="2022-03-14")
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--scope", choices=["project", "file"], default="project")
    parser.add_argument("--python", choices=["test", "2", "3", "auto"], default="test")
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    examen = str(Path(arguments.examen).resolve())
    listed = subprocess.run([examen, "list", "queries", "--format", "jsonl"], check=True, capture_output=True, text=True)
    queries = {row["id"]: row for row in map(json.loads, listed.stdout.splitlines())}
    repository = Repository(arguments.codeql, arguments.day)

    wanted, found = defaultdict(lambda: (set(), set())), defaultdict(lambda: (set(), set()))
    rows = defaultdict(int)
    for query, is_path_query, folder, expectation in sorted(tests(repository, queries)):
        name = posixpath.relpath(folder, TESTS)
        with tempfile.TemporaryDirectory() as root:
            for path in inputs(repository, folder):
                target = Path(root) / posixpath.relpath(path, folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(repository.read_bytes(path))
            version = arguments.python
            if version == "test":
                version = "2" if name.startswith("2/") else "3"
            for finding in ask(examen, query, root, arguments.scope, version):
                found[query][0].add(spans(finding, name))
                found[query][1].update(spans(fact, name) for fact in finding["related"])
        text = repository.read(expectation) if expectation in repository.known else ""
        answers, facts, count = expected(text, is_path_query, name)
        wanted[query][0].update(answers)
        wanted[query][1].update(facts)
        rows[query] += count

    lines = ["| query | id | rows | spans | found | F1 | facts | found | F1 |", "|---|---|---|---|---|---|---|---|---|"]
    totals = [[0, 0, 0], [0, 0, 0]]
    for query, facts in sorted(queries.items(), key=lambda item: item[1]["number"]):
        columns = []
        for kind in (0, 1):
            right = len(wanted[query][kind] & found[query][kind])
            counts = (right, len(found[query][kind]), len(wanted[query][kind]))
            totals[kind] = [total + count for total, count in zip(totals[kind], counts)]
            columns += [str(counts[2]), str(counts[1]), f"{f1(*counts):.3f}"]
        lines.append(f"| Q{facts['number']} | `{query}` | {rows[query]} | " + " | ".join(columns) + " |")
        for kind, what in ((0, "answer"), (1, "fact")):
            for span in sorted(wanted[query][kind] - found[query][kind]):
                print(f"{query}: missed {what} {span[0]}:" + ":".join(map(str, span[1:])))
            for span in sorted(found[query][kind] - wanted[query][kind]):
                print(f"{query}: surplus {what} {span[0]}:" + ":".join(map(str, span[1:])))
    total = [f"{counts[2]} | {counts[1]} | {f1(*counts):.3f}" for counts in totals]
    lines.append(f"| all | | {sum(rows.values())} | " + " | ".join(total) + " |")
    table = "\n".join([f"github/codeql at commit {repository.commit[:11]}:", "", *lines])
    print(table)
    if arguments.write:
        page = arguments.write.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        arguments.write.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
