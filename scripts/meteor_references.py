#!/usr/bin/env python3
"""Records what the tool METEOR 1.5 says about the pairs of texts that the metrics of texts are compared on.

    python3 scripts/meteor_references.py METEOR-1.5.JAR [--paraphrases PARAPHRASE-EN.GZ] [--fixtures FOLDER]
    python3 scripts/meteor_references.py METEOR-1.5.JAR --compare HYPOTHESES REFERENCES SCORES

Writes meteor.jsonl beside pairs.jsonl: first the tool, its version, options and the score of all pairs, then the score
of each pair, in the same order. In meteor_habits.jsonl, whose pairs show one habit of the tool each and were written by
hand, the scores are renewed. With the tool's table of paraphrases, also meteor_paraphrase.jsonl: pairs that the table
has an influence on, with their scores, and behind the head the entries of the table that these pairs need (the tool
was given no others).

With --compare, nothing is written: SCORES are what the example `meteor_cost` printed for two files of lines, and the
pairs on which it and the tool differ by more than 1e-6 are listed. Java is needed.
"""

import argparse
import gzip
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

OPTIONS = ["-l", "en", "-norm", "-m"]
MODULES = "exact stem synonym"
FIXTURES = Path("crates/examen_metrics/fixtures/text")
PARAPHRASED_PAIRS = 60


def scores(jar, pairs, table=None):
    """The scores of pairs, the score of all, and the tool's version."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("hypotheses", "references")]
        for file, texts in zip(files, zip(*pairs, strict=True), strict=True):
            if any(re.search("[\r\n]", text) for text in texts):
                sys.exit("a text of more than one line: the tool reads lines")
            file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        modules = [f"{MODULES} paraphrase", "-a", table] if table else [MODULES]
        command = ["java", "-Dfile.encoding=UTF-8", "-Xmx2G", "-jar", jar, *files, *OPTIONS, *modules]
        printed = subprocess.run(list(map(str, command)), check=True, capture_output=True).stdout.decode("utf-8")
    version = re.search(r"^Meteor version: (\S+)", printed, re.MULTILINE)[1]
    each = [float(value) for value in re.findall(r"^Segment \d+ score:\s+(\S+)", printed, re.MULTILINE)]
    whole = float(re.search(r"^Final score:\s+(\S+)", printed, re.MULTILINE)[1])
    if len(each) != len(pairs):
        sys.exit(f"{len(each)} scores of {len(pairs)} pairs")
    return each, whole, version


def head(version, whole, modules):
    options = " ".join(OPTIONS[:-1]) + f" -m '{modules}'"
    return {"tool": "METEOR", "version": version, "options": options, "corpus": whole}


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def read_lines(path):
    # Not splitlines, which ends lines at separators that are characters to the tool.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def pair_of(row):
    return row["hypothesis"], row["reference"]


def renew_habits(jar, path):
    rows = read_lines(path)[1:]
    each, whole, version = scores(jar, list(map(pair_of, rows)))
    write_lines(path, [head(version, whole, MODULES), *(row | {"value": it} for row, it in zip(rows, each, strict=True))])
    return list(map(pair_of, rows))


def entries(table):
    with gzip.open(table, "rt", encoding="utf-8") as lines:
        for probability in lines:
            yield probability.strip(), next(lines).strip(), next(lines).strip()


def needed_entries(table, pairs):
    """Entries of which one phrase is in one text of a pair and the other in the other."""

    def phrases(text):
        words = re.sub(r"([^\w\s])", r" \1 ", text.lower()).split()
        return {" ".join(words[first:end]) for first in range(len(words)) for end in range(first + 1, first + 8)}

    texts = [tuple(map(phrases, pair)) for pair in pairs]
    holders = {}
    for number, (left, right) in enumerate(texts):
        for phrase in left | right:
            holders.setdefault(phrase, set()).add(number)
    for entry in entries(table):
        _, one, other = entry
        both = holders.get(one, set()) & holders.get(other, set())
        sides = [(texts[it][0], texts[it][1]) for it in both] + [(texts[it][1], texts[it][0]) for it in both]
        if any(one in left and other in right for left, right in sides):
            yield entry


def write_paraphrased(jar, table, pairs, folder):
    plain, _, _ = scores(jar, pairs)
    full, _, _ = scores(jar, pairs, table)
    moved = [pair for pair, with_table, without in zip(pairs, full, plain, strict=True) if with_table != without]
    chosen = sorted(moved, key=lambda pair: len(pair[0]) + len(pair[1]))[:PARAPHRASED_PAIRS]
    cut = list(needed_entries(table, chosen))
    with tempfile.TemporaryDirectory() as temporary:
        small = Path(temporary) / "small.gz"
        with gzip.open(small, "wt", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for entry in cut for line in entry)
        each, whole, version = scores(jar, chosen, small)
    of_full = dict(zip(pairs, full, strict=True))
    for pair, score in zip(chosen, each, strict=True):
        if score != of_full[pair]:
            sys.exit(f"the entries cut from the table are too few for {pair}")
    rows = [head(version, whole, f"{MODULES} paraphrase") | {"paraphrases": [list(entry) for entry in cut]}]
    for (hypothesis, reference), score in zip(chosen, each, strict=True):
        rows.append({"hypothesis": hypothesis, "reference": reference, "value": score})
    write_lines(folder / "meteor_paraphrase.jsonl", rows)
    print(f"{len(chosen)} pairs with paraphrases, {len(cut)} entries of the table")


def compare(jar, hypotheses, references, found):
    # Not splitlines, which ends lines at separators that are characters to the tool.
    texts = [path.read_text(encoding="utf-8").removesuffix("\n").split("\n") for path in (hypotheses, references)]
    pairs = list(zip(*texts, strict=True))
    ours = list(map(float, found.read_text(encoding="utf-8").split()))
    theirs, whole, _ = scores(jar, pairs)
    differ = [(pair, our, their) for pair, our, their in zip(pairs, ours, theirs, strict=False) if abs(our - their) > 1e-6]
    for (hypothesis, reference), our, their in differ:
        print(f"{our:.6f} and {their:.6f}\n  {hypothesis}\n  {reference}")
    print(f"{len(pairs)} pairs, {len(differ)} differ; of all {ours[-1]:.9f} and {whole:.9f}")
    sys.exit(1 if differ else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar", type=Path)
    parser.add_argument("--paraphrases", type=Path)
    parser.add_argument("--fixtures", type=Path, default=FIXTURES)
    parser.add_argument("--compare", type=Path, nargs=3, metavar="FILE")
    options = parser.parse_args()
    if options.compare:
        compare(options.jar, *options.compare)
    pairs = list(map(pair_of, read_lines(options.fixtures / "pairs.jsonl")))
    each, whole, version = scores(options.jar, pairs)
    write_lines(options.fixtures / "meteor.jsonl", [head(version, whole, MODULES), *({"value": it} for it in each)])
    habits = renew_habits(options.jar, options.fixtures / "meteor_habits.jsonl")
    print(f"{len(pairs)} pairs, {len(habits)} habits")
    if options.paraphrases:
        write_paraphrased(options.jar, options.paraphrases.resolve(), habits + pairs, options.fixtures)


if __name__ == "__main__":
    main()
