"""Pairs of texts for metrics: what a model might answer beside what a comment says.

Read by `metric_references.py` and `benches/metrics_cost.py`. SOURCES is the folder of comments CodeQA was built from:
`python/data_ps.{descriptions,declarations}.{valid,test}` (Barone and Sennrich 2017) and `java/{valid,test}.token.nl` (Hu
et al. 2018). Nothing here is random: samples are drawn by hash, so that the same folder gives the same pairs.
"""

import ast
import collections
import hashlib
import re
from pathlib import Path

MAX_WORDS = 24

WORD = re.compile(r"\w+")

# Pairs that the comments do not have: each side empty, blank or odd in its own way.
EDGES = [
    ("", ""),
    ("", "the file"),
    ("the file", ""),
    (" ", "the file"),
    ("the file", " \t "),
    (".", "."),
    ("...", "the file ..."),
    ("?!", ".,;:"),
    ("file", "file"),
    ("file", "files"),
    ("a b", "a b"),
    ("a b c", "a b c"),
    ("a b c d", "a b c d"),
    ("a b c d e", "a b c d"),
    ("the the the the the the the", "the cat is on the mat"),
    ("a a a a a a a a a a", "a a a a a"),
    ("THE FILE IS CLOSED", "the file is closed"),
    ("The file is closed .", "the file is closed."),
    ("the\tfile  is   closed", "the file is closed"),
    ("  the file is closed ", "the file is closed"),
    ("the\u00a0file\u2003is closed", "the file is closed"),
    ("the\u200bfile is\x1cclosed\x85now", "the file is closed now"),
    ("1,000.5 U.S. can't", "1000.5 US can not"),
    ("costs $3.50, 10-20% off", "costs $ 3.50 , 10 - 20 % off"),
    ("x<y && y>z", "x &lt;y &amp;&amp; y&gt;z"),
    ("&quot;quoted&quot; text", '"quoted" text'),
    ("Größe der Straße", "grösse der strasse"),
    ("STRASSE İstanbul ΣΊΣΥΦΟΣ", "straße i̇stanbul σίσυφος"),
    ("naïve café résumé", "naive cafe resume"),
    ("返回 文件 的 大小", "返回 文件 大小"),
    ("返回文件的大小", "返回文件大小"),
    ("returns ✓ 🙂 ok", "returns 🙂 ✓ ok"),
    ("get_name returns self.name[0]", "get name returns the first of self.name"),
    ("don't I'm we've they'll", "do not I am we have they will"),
    ("self- contained line, broken", "self-contained line-breaks"),
    ("a <skipped> b", "a b"),
    ("to be or not to be or not to be", "or not to be to be or not"),
    ("yes", "no"),
    ("Yes", "yes"),
    ("one two three four five six seven eight nine ten", "ten nine eight seven six five four three two one"),
]

INFLECTIONS = [("ies", "y"), ("ing", "ed"), ("s", ""), ("", "s")]


def rank(text):
    """A number that looks drawn and is always the same."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def cut(text):
    """The first words, one blank between them."""
    return " ".join(text.split()[:MAX_WORDS])


def first_sentence(text):
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]


def python_comments(sources, part):
    """(name of the function, comment) of each example whose comment has at least three words."""
    folder = Path(sources) / "python"
    read = lambda what: (folder / f"data_ps.{what}.{part}").read_text(encoding="utf-8", errors="replace").split("\n")
    for declaration, description in zip(read("declarations"), read("descriptions")):
        name = re.search(r"def\s+(\w+)", declaration)
        if not name or not description:
            continue
        try:
            comment = ast.literal_eval(description)
        except (SyntaxError, ValueError):
            continue
        comment = re.sub(r"\s*DC(NL|SP)\s*", " ", comment).strip()
        if len(comment.split()) >= 3:
            yield name.group(1), comment


def java_comments(sources, part):
    for line in (Path(sources) / "java" / f"{part}.token.nl").read_text(encoding="utf-8").splitlines():
        sentence = line.partition("\t")[2].split(" . ")[0].strip()
        if len(sentence.split()) >= 3:
            yield sentence


class Neighbours:
    """Comments by the fraction of words they have in common with another, as a model that only looks up would answer."""

    def __init__(self, texts):
        self.texts = texts
        self.words = [frozenset(WORD.findall(text.lower())) for text in texts]
        self.holders = collections.defaultdict(list)
        for index, words in enumerate(self.words):
            for word in words:
                self.holders[word].append(index)

    def nearest(self, text):
        words = frozenset(WORD.findall(text.lower()))
        common = collections.Counter()
        for word in words:
            # A word that one comment in ten has says little and costs much.
            if len(self.holders[word]) * 10 <= len(self.texts):
                common.update(self.holders[word])
        fraction = lambda index: (common[index] / len(words | self.words[index]), -index)
        candidates = [index for index in common if self.texts[index] != text]
        return self.texts[max(candidates, key=fraction)] if candidates else self.texts[0]


def name_words(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_+", " ", name).strip()


def disturbed(text, vocabulary):
    """The text with every third word or so dropped, swapped with the next, inflected or replaced."""
    words, result, index = text.split(), [], 0
    while index < len(words):
        word, drawn = words[index], rank(f"{text} {index}")
        what = drawn % 12
        if what == 0:
            pass
        elif what == 1 and index + 1 < len(words):
            index += 1
            result += [words[index], word]
        elif what == 2:
            end, other = next(pair for pair in INFLECTIONS if word.endswith(pair[0]))
            result.append(word[: len(word) - len(end)] + other)
        elif what == 3:
            result.append(vocabulary[drawn // 12 % len(vocabulary)])
        else:
            result.append(word)
        index += 1
    return " ".join(result)


def drawn(items, number, key=str):
    return sorted(items, key=lambda item: rank(key(item)))[:number]


def all_pairs(sources):
    """The pairs of the fixtures: (hypothesis, reference, how the hypothesis was made)."""
    known = [comment for _, comment in python_comments(sources, "valid")]
    asked = list(python_comments(sources, "test"))
    vocabulary = sorted({word for comment in known for word in comment.split() if word.isalpha()})
    python, java = Neighbours(known), Neighbours(list(java_comments(sources, "valid")))
    for name, comment in drawn(asked, 200):
        yield cut(python.nearest(comment)), cut(comment), "neighbour"
    named = [(name, comment) for name, comment in asked if len(name_words(name).split()) >= 2]
    for name, comment in drawn(named, 120, key=lambda item: "named " + str(item)):
        yield name_words(name), cut(first_sentence(comment)), "name"
    for name, comment in drawn(asked, 120, key=lambda item: "disturbed " + str(item)):
        yield disturbed(cut(comment), vocabulary), cut(comment), "disturbed"
    for sentence in drawn(list(java_comments(sources, "test")), 60):
        yield cut(java.nearest(sentence)), cut(sentence), "java neighbour"
    for hypothesis, reference in EDGES:
        yield hypothesis, reference, "edge"
