"""Lesbarkeit: readability measures, with the formulas' usual names.

The names follow the papers the formulas come from, so some are not English:
``wörter`` are words, ``sätze`` are sentences, ``σ`` is a standard deviation.
"""

import math
import re
from dataclasses import dataclass

from textstats.words import split_sentences, split_words, word_counts

VOKALE = "aeiouyäöüáéíóúàèìòùâêîôû"
π_ANTEIL = math.pi / 4


@dataclass
class Maße:
    """The counts that the formulas are made of."""

    wörter: int
    sätze: int
    silben: int
    lange_wörter: int = 0

    @property
    def wörter_je_satz(self) -> float:
        """Mean length of a sentence in words."""
        return self.wörter / max(1, self.sätze)

    @property
    def silben_je_wort(self) -> float:
        """Mean length of a word in syllables."""
        return self.silben / max(1, self.wörter)

    def __add__(self, other: "Maße") -> "Maße":
        return Maße(
            self.wörter + other.wörter,
            self.sätze + other.sätze,
            self.silben + other.silben,
            self.lange_wörter + other.lange_wörter,
        )


def syllables(word: str) -> int:
    """Estimate the syllables of a word by its groups of vowels.

    >>> syllables("syllable")
    3
    """
    groups = re.findall("[%s]+" % VOKALE, word.lower())
    count = len(groups)
    if word.endswith("e") and count > 1 and not word.endswith("le"):
        count -= 1
    return max(1, count)


def measure(text: str) -> Maße:
    """Take the counts of a text."""
    words = split_words(text)
    return Maße(
        wörter=len(words),
        sätze=len(split_sentences(text)),
        silben=sum(map(syllables, words)),
        lange_wörter=sum(1 for word in words if len(word) > 6),
    )


def flesch(text: str) -> float:
    """Return the reading ease after Flesch: the higher, the easier."""
    maße = measure(text)
    return 206.835 - 1.015 * maße.wörter_je_satz - 84.6 * maße.silben_je_wort


def amstad(text: str) -> float:
    """Return the reading ease with the weights for German texts."""
    maße = measure(text)
    return 180 - maße.wörter_je_satz - 58.5 * maße.silben_je_wort


def lix(text: str) -> float:
    """Return the läsbarhetsindex: words per sentence plus share of long words."""
    maße = measure(text)
    if maße.wörter == 0:
        return 0.0
    return maße.wörter_je_satz + 100 * maße.lange_wörter / maße.wörter


def grade(score: float) -> str:
    """Name the reading ease in a word or two."""
    if score >= 80:
        return "easy"
    elif score >= 50:
        if score >= 40:
            return "medium"
        return "demanding"
    return "difficult"


def satzlängen(text: str) -> list[int]:
    """Return the length of each sentence in words."""
    return [len(split_words(satz)) for satz in split_sentences(text)]


def rhythm(text: str) -> tuple[float, float]:
    """Return the mean μ and standard deviation σ of the sentence lengths."""
    längen = satzlängen(text)
    if not längen:
        return 0.0, 0.0
    μ = sum(längen) / len(längen)
    σ = math.sqrt(sum((länge - μ) ** 2 for länge in längen) / len(längen))
    return μ, σ


def sparkline(values: list[int]) -> str:
    """Draw numbers as a row of bars, ▁ for the least and █ for the most."""
    bars = "▁▂▃▄▅▆▇█"
    if not values:
        return ""
    low, high = min(values), max(values)
    span = (high - low) or 1
    return "".join(bars[(value - low) * (len(bars) - 1) // span] for value in values)


def compare(texts: dict[str, str]) -> list[str]:
    """Describe several texts, one line each, easiest first."""
    lines = []
    for name in sorted(texts, key=lambda key: -flesch(texts[key])):
        score = flesch(texts[name])
        counts = word_counts(texts[name], True, 5)
        lines.append(f"{name}: {score:.1f} ({grade(score)}) {sparkline(satzlängen(texts[name]))}")
    return lines
