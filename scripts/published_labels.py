#!/usr/bin/env python3
"""How well `examen query` agrees with published CodeQueries labels on real files.

    python3 scripts/published_labels.py PUBLISHED.jsonl CLONES [--examen target/release/examen]

PUBLISHED.jsonl has one object per line: query_id, repo (owner/name), path_in_repo, example_type (positive, negative),
answer_spans and supporting_fact_spans with text and 0-based positions. CLONES holds git clones named owner+name; rows of
other repositories are left out. Of each file the newest version is taken in which every span has its text in its place;
a negative example has no spans, so the newest version counts. Examples show part of a file, so answers beyond the
published ones are no error in a positive example; in a negative one they are.
"""

import argparse
import collections
import json
import subprocess
import tempfile
from pathlib import Path

MAX_VERSIONS = 300


def git(clone, *arguments):
    command = ["git", "-C", str(clone), *arguments]
    return subprocess.run(command, capture_output=True, check=False).stdout.decode("utf-8", "replace")


def text_at(lines, span):
    first, last = span["start_line"], span["end_line"]
    if last >= len(lines):
        return None
    taken = lines[first : last + 1]
    taken[-1] = taken[-1][: span["end_column"]]
    taken[0] = taken[0][span["start_column"] :]
    return "\n".join(taken)


def fitting_version(clone, row):
    """The newest text of the file in which the spans are where they were published."""
    path = row["path_in_repo"]
    spans = row["answer_spans"] + row["supporting_fact_spans"]
    commits = git(clone, "log", "--all", "--format=%H", "-n", str(MAX_VERSIONS), "--", path).split()
    for commit in ["HEAD", *commits]:
        text = git(clone, "show", f"{commit}:{path}")
        lines = text.split("\n")
        if text and all(text_at(lines, span) == span["text"] for span in spans):
            return text
    return None


def places(spans):
    return {(s["start_line"], s["start_column"], s["end_line"], s["end_column"]) for s in spans}


def ask(examen, query, text):
    """Places of answers and of facts, 0-based and half-open as published."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.py"
        path.write_text(text, encoding="utf-8", newline="")
        command = [examen, "query", str(path), "--query", query, "--format", "jsonl", "--quiet"]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    place = lambda row: (row["start_line"] - 1, row["start_col"] - 1, row["end_line"] - 1, row["end_col"])
    rows = [json.loads(line) for line in out.splitlines()]
    return {place(row) for row in rows}, {place(fact) for row in rows for fact in row["related"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("published", type=Path)
    parser.add_argument("clones", type=Path)
    parser.add_argument("--examen", default="target/release/examen")
    arguments = parser.parse_args()
    examen = str(Path(arguments.examen).resolve())
    counts = collections.Counter()
    for row in map(json.loads, arguments.published.read_text(encoding="utf-8").splitlines()):
        clone = arguments.clones / row["repo"].replace("/", "+")
        clone = clone / "repo" if (clone / "repo").is_dir() else clone
        if not clone.is_dir():
            continue
        text = fitting_version(clone, row)
        if text is None:
            counts["no fitting version"] += 1
            continue
        answers, facts = ask(examen, row["query_id"], text)
        wanted, wanted_facts = places(row["answer_spans"]), places(row["supporting_fact_spans"])
        name = f"{row['query_index']} {row['repo']}/{row['path_in_repo']}"
        if row["example_type"] == "negative":
            counts["negative, kept" if not answers else "negative, answered"] += 1
            if answers:
                print(f"{name}: answers in a negative example, line {min(answers)[0] + 1}")
        else:
            counts["positive, found" if wanted <= answers else "positive, missed"] += 1
            if wanted <= answers and not wanted_facts <= facts:
                counts["positive, facts missed"] += 1
                print(f"{name}: facts missed, line {min(wanted_facts - facts)[0] + 1}")
            for place in sorted(wanted - answers):
                print(f"{name}: missed, line {place[0] + 1}")
    for what, count in sorted(counts.items()):
        print(f"{count:5} {what}")


if __name__ == "__main__":
    main()
