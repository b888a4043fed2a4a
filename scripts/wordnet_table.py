#!/usr/bin/env python3
"""Makes the table of synonyms that METEOR reads from the files of WordNet 3.0.

    python3 scripts/wordnet_table.py DICT [--write crates/examen_metrics/data/synonyms.txt.gz]
    python3 scripts/wordnet_table.py DICT --check ENGLISH.SYNSETS ENGLISH.EXCEPTIONS

DICT holds index.noun, index.verb, index.adj, index.adv and the *.exc files of the release itself: the numbers of the sets
are places in the data files, the parts of speech share them, and a package that mended a gloss moved them. With --check
the two files of METEOR 1.5 (the folder synonym of its archive) are compared with what is read from DICT, word by word.

The table is text, packed: a line `word set set ...` for each word, sorted; an empty line; a line `form base ...` for each
irregular form, sorted. Left out is what cannot change a comparison of two different words:
- words with an underscore, as no token has one (but those that a form without one stands for: comics, comic_strip);
- sets of one word, but for the words that have no other: for these no set is written, and each stands for itself.
"""

import argparse
import gzip
import sys
from collections import Counter
from pathlib import Path

PARTS = ("noun", "verb", "adj", "adv")


def sets_of_words(folder):
    """Word -> numbers of its sets, of all parts of speech."""
    sets = {}
    for part in PARTS:
        for line in (folder / f"index.{part}").read_text(encoding="ascii").splitlines():
            if line.startswith(" "):
                continue  # The licence.
            fields = line.split()
            sets.setdefault(fields[0], set()).update(fields[-int(fields[2]) :])
    return sets


def bases_of_forms(folder):
    """Irregular form -> words it may be a form of."""
    bases = {}
    for part in PARTS:
        for line in (folder / f"{part}.exc").read_text(encoding="ascii").splitlines():
            form, *words = line.split()
            bases.setdefault(form, set()).update(words)
    return bases


def table(sets, bases):
    bases = {form: words for form, words in bases.items() if "_" not in form}
    of_forms = set().union(*bases.values())
    sets = {word: numbers for word, numbers in sets.items() if "_" not in word or word in of_forms}
    sizes = Counter(number for numbers in sets.values() for number in numbers)
    names = {}
    lines = []
    for word in sorted(sets):
        shared = sorted(number for number in sets[word] if sizes[number] > 1)
        # Counted as they come, which keeps the numbers short.
        lines.append(" ".join([word, *(str(names.setdefault(number, len(names))) for number in shared)]))
    lines.append("")
    for form in sorted(bases):
        lines.append(" ".join([form, *sorted(word for word in bases[form] if word in sets)]))
    return "\n".join(lines) + "\n"


def pairs_of_lines(path):
    lines = path.read_text(encoding="ascii").splitlines()
    return zip(lines[::2], lines[1::2], strict=True)


def differences(ours, theirs, what):
    """Prints the words whose entries differ, and says how many do."""
    differ = [word for word in sorted(ours.keys() | theirs.keys()) if ours.get(word) != theirs.get(word)]
    for word in differ[:20]:
        print(f"{what} {word}: {sorted(ours.get(word, ()))} and {sorted(theirs.get(word, ()))}")
    print(f"{what}: {len(ours)} here, {len(theirs)} there, {len(differ)} differ")
    return len(differ)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dict", type=Path)
    parser.add_argument("--write", type=Path, default=Path("crates/examen_metrics/data/synonyms.txt.gz"))
    parser.add_argument("--check", type=Path, nargs=2, metavar="FILE")
    options = parser.parse_args()
    sets, bases = sets_of_words(options.dict), bases_of_forms(options.dict)
    if options.check:
        their_sets = {word: set(numbers.split()) for word, numbers in pairs_of_lines(options.check[0])}
        their_bases = {}
        for base, forms in pairs_of_lines(options.check[1]):
            for form in forms.split():
                their_bases.setdefault(form, set()).add(base)
        differ = differences(sets, their_sets, "sets of words") + differences(bases, their_bases, "bases of forms")
        sys.exit(1 if differ else 0)
    text = table(sets, bases)
    # Without a date, so that the same files give the same bytes.
    packed = gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0)
    options.write.write_bytes(packed)
    print(f"{text.count(chr(10))} lines, {len(text)} bytes, {len(packed)} packed")


if __name__ == "__main__":
    main()
