#!/usr/bin/env python3
"""How well `examen query` agrees with published CodeQueries labels on real files.

    python3 scripts/published_labels.py find PUBLISHED.jsonl CLONES FILES
    python3 scripts/published_labels.py compare FILES [--examen target/release/examen] [--edition 2021-08] [--table by]

PUBLISHED.jsonl has one object per line: query_index, query_id, hops, repo (owner/name), path_in_repo, example_type (positive,
negative), answer_spans and supporting_fact_spans with text and 0-based positions. CLONES holds git clones named owner+name;
rows of other repositories are left out.

`find` looks through the history of each file for the version that the labels were made of, and writes it below FILES. A
version fits when every span has its text in its place; of several that fit, the one that was current at the date of the
corpus (2016-05-01) is taken, or else the nearest to it. A negative example has no spans, so the version of that date counts.
It writes FILES/rows.jsonl with a row for each example whose file was found, and says how many were not.

`compare` asks all queries of all these files, each alone, and demands for each example that the set of answers is the
published one: no answer missing, none besides. An answer inside another one cannot be told from its tokens' labels, nor a
fact inside an answer, so these are left out on both sides, and so are facts of one character, which the published labels
lose. Examples of Q45, Q47 and Q48 do not show the blocks of their facts (the classes of methods, mostly), so that of these
the published facts must be among ours. Columns of the tables: examples, those with the same answers, those with the same
answers and facts, those of them that have the same facts without these two rules, too ("strictly").
"""

import argparse
import collections
import json
import subprocess
import sys
from pathlib import Path

# Files of the corpus are those of this day, give or take some weeks: most intervals of fitting versions contain it.
CORPUS_DATE = 1462060800
WITHOUT_BLOCKS_OF_FACTS = {"Q45", "Q47", "Q48"}
SIZES = ((2_000, "below 2 KB"), (5_000, "2 to 5 KB"), (10_000, "5 to 10 KB"), (20_000, "10 to 20 KB"), (10**9, "20 KB and more"))


def git(clone, *arguments):
    command = ["git", "-C", str(clone), *arguments]
    return subprocess.run(command, capture_output=True, check=False).stdout


def text_at(lines, span):
    first, last = span["start_line"], span["end_line"]
    if last >= len(lines):
        return None
    taken = lines[first : last + 1]
    taken[-1] = taken[-1][: span["end_column"]]
    taken[0] = taken[0][span["start_column"] :]
    return "\n".join(taken)


def decoded(content):
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def versions(clone, paths):
    """By path, (time, blob) of every version, oldest first."""
    log = git(clone, "log", "--all", "--raw", "--no-abbrev", "--no-renames", "--format=>%ct", "--", *paths)
    found = collections.defaultdict(list)
    time = 0
    for line in log.decode("utf-8", "replace").splitlines():
        if line.startswith(">"):
            time = int(line[1:])
        elif line.startswith(":"):
            fields, path = line.split("\t", 1)
            found[path].append((time, fields.split()[3]))
    return {path: sorted(all_versions) for path, all_versions in found.items()}


def fitting(clone, row, history):
    """The content of the version that the labels were made of, if there is one."""
    spans = row["answer_spans"] + row["supporting_fact_spans"]
    fits = []
    contents = {}
    for at, (time, blob) in enumerate(history):
        if blob.strip("0") == "":
            continue
        end = history[at + 1][0] if at + 1 < len(history) else 10**12
        distance = time - CORPUS_DATE if time > CORPUS_DATE else max(0, CORPUS_DATE - end)
        fits.append((distance, -time, blob))
    for distance, _, blob in sorted(fits):
        if blob in contents:
            continue
        content = contents[blob] = git(clone, "cat-file", "blob", blob)
        lines = decoded(content).split("\n")
        if content and all(text_at(lines, span) == span["text"] for span in spans):
            return content
    return None


def clone_of(clones, repo):
    for path in (clones / repo.replace("/", "+"), clones / repo.replace("/", "+") / "repo"):
        if (path / ".git").exists() or (path / "HEAD").exists():
            return path
    return None


def find(arguments):
    published = map(json.loads, arguments.published.read_text(encoding="utf-8").splitlines())
    by_repo = collections.defaultdict(list)
    for row in published:
        by_repo[row["repo"]].append(row)
    counts = collections.Counter()
    found = []
    for repo, rows in sorted(by_repo.items()):
        clone = clone_of(arguments.clones, repo)
        if clone is None:
            counts["no clone"] += len(rows)
            continue
        done = arguments.files / "found" / (repo.replace("/", "+") + ".jsonl")
        if done.exists():
            found += map(json.loads, done.read_text(encoding="utf-8").splitlines())
            continue
        histories = versions(clone, sorted({row["path_in_repo"] for row in rows}))
        here = []
        for row in rows:
            content = fitting(clone, row, histories.get(row["path_in_repo"], []))
            if content is None:
                counts[f"{row['example_type']}, no fitting version"] += 1
                continue
            name = f"{row['query_index']}_{row['example_type']}_{row['code_file_path'].replace('/', '+')}"
            (arguments.files / "code").mkdir(parents=True, exist_ok=True)
            (arguments.files / "code" / name).write_bytes(content)
            here.append({**row, "file": name, "bytes": len(content)})
        done.parent.mkdir(parents=True, exist_ok=True)
        done.write_text("".join(json.dumps(row) + "\n" for row in here), encoding="utf-8")
        found += here
    (arguments.files / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in found), encoding="utf-8")
    for row in found:
        counts[f"{row['example_type']}, found"] += 1
    for what, count in sorted(counts.items()):
        print(f"{count:5} {what}")


def place(span):
    return (span["start_line"], span["start_column"]), (span["end_line"], span["end_column"])


def outermost(places):
    inside = lambda a, b: a != b and b[0] <= a[0] and a[1] <= b[1]
    return {a for a in places if not any(inside(a, b) for b in places)}


def outside(facts, answers):
    is_inside = lambda fact: any(answer[0] <= fact[0] and fact[1] <= answer[1] for answer in answers)
    return {fact for fact in facts if not is_inside(fact)}


def is_long(fact):
    return fact[0][0] != fact[1][0] or fact[1][1] - fact[0][1] > 1


def ask(arguments):
    """By file and query, places of answers and of facts, 0-based and half-open as published."""
    command = [arguments.examen, "query", str(arguments.files / "code"), "--format", "jsonl", "--quiet"]
    command += ["--edition", arguments.edition] if arguments.edition else []
    out = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8")
    given = lambda row: ((row["start_line"] - 1, row["start_col"] - 1), (row["end_line"] - 1, row["end_col"]))
    found = collections.defaultdict(lambda: (set(), set()))
    for row in map(json.loads, out.splitlines()):
        answers, facts = found[Path(row["file"]).name, row["query"]]
        answers.add(given(row))
        facts.update(given(fact) for fact in row["related"])
    return found


def size_of(row):
    return next(name for limit, name in SIZES if row["bytes"] < limit)


def table(title, rows, key, order):
    print(f"\n| {title} | positives | answers | with facts | strictly | negatives | none |\n|---|---|---|---|---|---|---|")
    groups = collections.defaultdict(collections.Counter)
    for row in rows:
        for group in (key(row), "all"):
            counts = groups[group]
            counts[row["example_type"]] += 1
            counts[row["example_type"] + " answers"] += row["same_answers"]
            is_positive = row["example_type"] == "positive" and row["same_answers"]
            counts["facts"] += is_positive and row["same_facts"]
            counts["strictly"] += is_positive and row["strictly_same_facts"]
    for group in sorted(groups, key=order):
        c = groups[group]
        cells = (c["positive"], c["positive answers"], c["facts"], c["strictly"], c["negative"], c["negative answers"])
        print(f"| {group} | {' | '.join(map(str, cells))} |")


def compare(arguments):
    rows = [json.loads(line) for line in (arguments.files / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    found = ask(arguments)
    for row in rows:
        answers, facts = found.get((row["file"], row["query_id"]), (set(), set()))
        wanted, wanted_facts = set(map(place, row["answer_spans"])), set(map(place, row["supporting_fact_spans"]))
        answers, wanted = outermost(answers), outermost(wanted)
        facts, wanted_facts = outside(facts, answers), outside(wanted_facts, wanted)
        row["strictly_same_facts"] = facts == wanted_facts
        facts, wanted_facts = set(filter(is_long, facts)), set(filter(is_long, wanted_facts))
        if row["query_index"] in WITHOUT_BLOCKS_OF_FACTS:
            facts &= wanted_facts
        row["same_answers"], row["same_facts"] = answers == wanted, facts == wanted_facts
        for what, places in (
            ("missed", wanted - answers),
            ("too many", answers - wanted),
            ("fact missed", (wanted_facts - facts) if answers == wanted else ()),
            ("fact too many", (facts - wanted_facts) if answers == wanted else ()),
        ):
            for (line, column), _ in sorted(places):
                print(f"{row['query_index']} {row['bytes']} {row['file']}:{line + 1}:{column + 1} {what}", file=sys.stderr)
    table("size of file", rows, size_of, lambda name: next((at for at, size in enumerate(SIZES) if size[1] == name), 99))
    table("hops", rows, lambda row: row["hops"], lambda name: ("multi", "single", "all").index(name))
    number = lambda name: int(name[1:]) if name[0] == "Q" else 99
    table("query", rows, lambda row: row["query_index"], number)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("find")
    command.add_argument("published", type=Path)
    command.add_argument("clones", type=Path)
    command.add_argument("files", type=Path)
    command.set_defaults(run=find)
    command = commands.add_parser("compare")
    command.add_argument("files", type=Path)
    command.add_argument("--examen", default="target/release/examen")
    command.add_argument("--edition")
    command.set_defaults(run=compare)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
