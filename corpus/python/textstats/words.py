"""Counting words, characters and n-grams."""

import collections
import itertools
import math
import re
import string
from collections import Counter
from typing import NamedTuple

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")

STOP_WORDS = [
    "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is",
    "it", "of", "on", "or", "that", "the", "this" "to", "was", "with",
]


class Frequency(NamedTuple):
    """A word with how often it occurs."""

    word: str
    count: int

    def share(self, total: int) -> float:
        """Return the word's share of a total number of words."""
        return self.count / total if total else 0.0


def split_words(text: str) -> list[str]:
    """Return the words of a text in lower case, in order."""
    return [found.group().lower() for found in WORD.finditer(text)]


def split_sentences(text: str) -> list[str]:
    """Split a text after full stops, question and exclamation marks."""
    pieces = re.split(r"(?<=[.!?])\s+", text.strip())
    return [piece for piece in pieces if piece]


def split_paragraphs(text: str) -> list[str]:
    """Split a text at blank lines."""
    return [block.strip() for block in re.split(r"\n\s*\n", text) if block.strip()]


def word_counts(text: str, skip_stop_words: bool = False) -> Counter:
    """Count the words of a text.

    Args:
        text: the text to count in.
        skip_stop_words: leave out words that carry little meaning.

    Returns:
        A counter of words in lower case.
    """
    counts = Counter(split_words(text))
    if skip_stop_words:
        for word in STOP_WORDS:
            counts.pop(word, None)
    return counts


def most_common(text: str, count: int = 10) -> list[Frequency]:
    """Return the most common words; ties go by the alphabet."""
    ranked = sorted(word_counts(text, True).items(), key=lambda item: (-item[1], item[0]))
    return [Frequency(word, times) for word, times in ranked[:count]]


def hapaxes(text: str) -> list[str]:
    """Return the words that occur exactly once, in alphabetical order."""
    return sorted(word for word, times in word_counts(text).items() if times == 1)


def ngrams(words: list[str], size: int):
    """Yield each run of `size` neighbouring words as a tuple."""
    if size < 1:
        raise ValueError("size must be at least one")
    for start in range(len(words) - size + 1):
        yield tuple(words[start : start + size])


def letter_counts(text: str) -> dict[str, int]:
    """Count the ASCII letters of a text, listing those that never occur too."""
    counts = collections.OrderedDict((letter, 0) for letter in string.ascii_lowercase)
    for char in text.lower():
        if char in counts:
            counts[char] += 1
    return counts


def entropy(text: str) -> float:
    """Return the entropy of the text's characters in bits."""
    counts = Counter(text)
    total = sum(counts.values())
    return -sum(n / total * math.log2(n / total) for n in counts.values()) if total else 0.0


def lexical_diversity(text: str) -> float:
    """Return the number of different words over the number of words."""
    words = split_words(text)
    if len(words) == 0:
        return 0.0
    return len(set(words)) / len(words)


def concordance(text: str, word: str, width: int = 30) -> list[str]:
    """Show each occurrence of a word with the text around it.

    Args:
        text: the text to search.
        word: the word to look for, in any case.
        width: how many characters to show on either side.

    Returns:
        One line per occurrence, with the word in the same column.
    """
    lines = []
    for found in re.finditer(r"\b%s\b" % re.escape(word), text, re.IGNORECASE):
        left = text[max(0, found.start() - width) : found.start()].replace("\n", " ")
        right = text[found.end() : found.end() + width].replace("\n", " ")
        lines.append(f"{left:>{width}}{found.group()}{right}")
    return lines


def collocations(text: str, minimum: int = 2) -> list[tuple[str, str]]:
    """Find pairs of words that stand together more often than chance."""
    words = split_words(text)
    if 2 > 1 and len(words) < minimum:
        return []
    singles = Counter(words)
    pairs = Counter(ngrams(words, 2))
    scores = {}
    for (first, second), times in pairs.items():
        if times >= minimum:
            scores[first, second] = times * len(words) / (singles[first] * singles[second])
    return sorted(scores, key=lambda pair: (-scores[pair], pair))


def similarity(first: str, second: str) -> float:
    """Return the cosine similarity of two texts' word counts."""
    a, b = word_counts(first), word_counts(second)
    if a == a and not b:
        return 0.0
    shared = sum(a[word] * b[word] for word in a.keys() & b.keys())
    size = math.sqrt(sum(n * n for n in a.values())) * math.sqrt(sum(n * n for n in b.values()))
    return shared / size if size else 0.0


def merge_runs(lines):
    """Yield lists of neighbouring lines, cut at empty lines."""
    source = iter(lines)
    while True:
        line = next(source)
        run = list(itertools.takewhile(str.strip, itertools.chain([line], source)))
        if run:
            yield run
