#!/usr/bin/env python3
"""What `examen metric` costs beside the tools that made the metrics of texts known, on the same pairs.

    pip install sacrebleu==2.6.0 nltk==3.10.4 rouge-score==0.1.2 pycocoevalcap==1.2
    python3 benches/metrics_cost.py SOURCES --codeqa CLONE --codexglue CLONE [--examen target/release/examen] [--pairs 100000]

SOURCES and the clones are those of `scripts/metric_references.py`. A pair is a comment beside one drawn from the others,
some words of the first in it. Each tool goes over the lines of both files in this process, one thread; `examen metric` in
one of its own, one thread, its start counted in, and without an interval, which the tools do not give either. Prints CPU seconds, what both say, and the ratio: the least CPU time of all
rounds of examen, and one round of the tool.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from metric_pairs import java_comments, python_comments, rank  # noqa: E402
from metric_references import references  # noqa: E402


def many_pairs(sources, number):
    """Comments beside comments: as many as wanted, half of the words those of the other."""
    comments = [comment for part in ("valid", "test") for _, comment in python_comments(sources, part)]
    comments += [comment for part in ("valid", "test") for comment in java_comments(sources, part)]
    comments = [" ".join(comment.split()[:24]) for comment in comments]
    for index in range(number):
        reference = comments[index % len(comments)].split()
        other = comments[rank(f"pair {index}") % len(comments)].split()
        half = len(reference) // 2
        yield " ".join(other[:half] + reference[half:]), " ".join(reference)


def tool_cost(files, tool, is_corpus):
    before = time.process_time()
    hypotheses, references = (file.read_text(encoding="utf-8").splitlines() for file in files)
    if is_corpus:
        score = tool(hypotheses, [references]).score
    else:
        score = sum(map(tool, hypotheses, references)) / len(hypotheses)
    return time.process_time() - before, score


def examen_cost(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(output)["value"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources")
    parser.add_argument("--codeqa", required=True)
    parser.add_argument("--codexglue", required=True)
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--metric", action="append", help="only this one; may be given more than once")
    options = parser.parse_args()
    pairs = list(many_pairs(options.sources, options.pairs))
    means, corpora = references(options.codeqa, options.codexglue)
    tools = {name: (tool, scale, False) for name, (_, _, tool, scale) in means.items()}
    tools |= {name: (tool, 1.0, True) for name, (_, _, tool) in corpora.items()}
    words = sum(len(text.split()) for pair in pairs for text in pair)
    print(f"{len(pairs):,} pairs, {words:,} words")
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / "hypotheses", Path(folder) / "references"]
        for side, file in enumerate(files):
            file.write_text("".join(pair[side] + "\n" for pair in pairs), encoding="utf-8")
        for name in options.metric or sorted(tools):
            tool, scale, is_corpus = tools[name]
            command = [options.examen, "metric", name, "--hypotheses", files[0], "--references", files[1], "--threads", "1", "--replicates", "0"]
            ours, our_score = min(examen_cost(command) for _ in range(options.rounds))
            theirs, their_score = tool_cost(files, tool, is_corpus)
            print(
                f"{name}: tool {theirs:.2f} CPU s, {scale * their_score:.6f}; examen {ours:.3f} CPU s, {our_score:.6f}; "
                f"{theirs / ours:.1f} times as fast",
                flush=True,
            )


if __name__ == "__main__":
    main()
