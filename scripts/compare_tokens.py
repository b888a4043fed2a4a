#!/usr/bin/env python3
"""Compares Examen's Python tokens with those of CPython's `tokenize` module.

Needs an interpreter whose `tokenize` is the pure-Python module that f-strings are single tokens of: 3.8 to 3.11, and
3.11 for identical results (its Unicode tables). Build the driver first:

    cargo build --release -p examen_syntax --example dump_tokens

Then one of

    compare_tokens.py --driver target/release/examples/dump_tokens --list FILE   one path per line; `-` is stdin
    compare_tokens.py --characters --driver ...                      every character, at the start and inside of a word
    compare_tokens.py --random 20000 --driver ...                    small texts of nasty pieces, from a fixed seed
    compare_tokens.py --fixtures crates/examen_syntax/fixtures/python/tokens     expected tokens in the fixtures
    compare_tokens.py --tables                                       prints the tables of `word_characters.rs`

The text of a file is decoded as `tokenize.open` would decode it, but line ends are kept; bytes that CPython cannot
decode are read as Latin-1, as Examen does. Where CPython raises midway, the tokens before that are compared. Exit
status: 0 all equal, 1 differences, 2 could not run.
"""

import argparse
import io
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import token
import tokenize
import unicodedata


def cpython_tokens(text):
    """Tokens as (type, start row, start column, end row, end column, text), and what was raised, if anything."""
    tokens = []
    # `newline="\n"` splits lines at `\n` only and translates nothing, like reading lines of bytes.
    readline = io.StringIO(text, newline="\n").readline
    try:
        for found in tokenize.generate_tokens(readline):
            tokens.append((token.tok_name[found.type], *found.start, *found.end, found.string))
    except (tokenize.TokenError, IndentationError) as error:
        return tokens, error
    return tokens, None


def decode(data):
    """The text, and whether CPython would have refused to read it."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), False
    except (SyntaxError, UnicodeDecodeError, LookupError):
        pass
    try:
        return data.decode("utf-8-sig"), True
    except UnicodeDecodeError:
        return data.decode("latin-1"), True


def dumped(driver, paths):
    """Yields (path, tokens) from the driver's output."""
    with tempfile.TemporaryFile() as listing:
        listing.write("".join(f"{path}\n" for path in paths).encode())
        listing.seek(0)
        process = subprocess.Popen([driver], stdin=listing, stdout=subprocess.PIPE)
        path, tokens = None, []
        for line in process.stdout:
            line = line.decode().rstrip("\n")
            if line.startswith("# "):
                if path is not None:
                    yield path, tokens
                path, tokens = line[2:], []
                continue
            kind, *numbers, text = line.split(" ", 5)
            tokens.append((kind, *map(int, numbers), json.loads(text)))
        if path is not None:
            yield path, tokens
        if process.wait() != 0:
            sys.exit(2)


def first_difference(ours, theirs, error):
    """A sentence on the first token that differs, or nothing."""
    for index, (our, their) in enumerate(zip(ours, theirs)):
        if our != their:
            return f"token {index}: ours {our}, CPython's {their}"
    if len(ours) < len(theirs) or (error is None and len(ours) != len(theirs)):
        return f"{len(ours)} tokens, CPython has {len(theirs)}"
    return None


def compare(driver, paths, shown):
    """Compares file by file, prints the counts, and returns the exit status."""
    equal = refused = undecoded = different = tokens = 0
    for path, ours in dumped(driver, paths):
        text, is_undecoded = decode(pathlib.Path(path).read_bytes())
        theirs, error = cpython_tokens(text)
        tokens += len(theirs)
        undecoded += is_undecoded
        difference = first_difference(ours, theirs, error)
        if difference is not None:
            different += 1
            if different <= shown:
                print(f"{path}: {difference}")
        elif error is not None:
            refused += 1
        else:
            equal += 1
    total = equal + refused + different
    print(f"{total} files of {len(paths)}, {tokens} tokens of CPython {sys.version.split()[0]}")
    print(f"equal {equal}, refused by CPython and equal up to there {refused}, different {different}")
    print(f"{undecoded} of these cannot be decoded by CPython and were compared as UTF-8 or Latin-1")
    return 1 if different or total != len(paths) else 0


def every_character():
    """A text with each character alone, before and after a letter."""
    points = (point for point in range(1, 0x110000) if not 0xD800 <= point < 0xE000)
    return "".join(f"{chr(point)}a b{chr(point)}\n" for point in points if chr(point) not in "\"'\\\n()[]{}")


PIECES = [
    *"\n\n\n\n\r\r\f\t    '\"\\#()[]{}:;,.!$?`=<>_0\0\v",
    *"a b if x: def 0777L 0x 0xfL 0b12 0o8 1_0 1__0 1.e5 1e 1j 08.5 .5 ... .. <> != -> := **= //= >>= ~".split(),
    *"é ² ٣ \u0301 漢 \xa0".split(" "),
    *"''' \"\"\" b' rb\" ur' f''' Rb\"\"\" '' \"\" \\' \\\" \\\\ #! ur\"".split(),
    "\\\n", "\\\r\n", "\r\n", "\n  ", "\n    ", "\n\t", "\n        ", "\x1c",
]


def random_text(generator):
    """A text of a few nasty pieces; some have few kinds of pieces, so that rare states last."""
    pieces = generator.sample(PIECES, generator.choice([4, 8, 16, len(PIECES)]))
    return "".join(generator.choice(pieces) for _ in range(generator.randrange(1, 40)))


def fixture_sections(path):
    """Yields (title, source, expected lines) of a fixture file."""
    for section in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
        title = section.split("\n", 1)[0]
        blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```$", section, flags=re.M | re.S))
        source = blocks["py"] if "py" in blocks else json.loads(blocks["json"])
        yield title, source, blocks["tokens"].split("\n")[:-1]


def check_fixtures(folder):
    """Checks the expected tokens of all fixtures, and that CPython refuses what is said to be refused."""
    checked = wrong = 0
    for path in sorted(pathlib.Path(folder).glob("*.md")):
        for title, source, expected in fixture_sections(path):
            checked += 1
            tokens, error = cpython_tokens(source)
            lines = [
                f"{kind} {row}:{column}-{end_row}:{end_column} {json.dumps(text, ensure_ascii=False)}"
                for kind, row, column, end_row, end_column, text in tokens
            ]
            is_refused = "(CPython refuses)" in title
            if (error is not None) != is_refused or lines != (expected[: len(lines)] if is_refused else expected):
                wrong += 1
                print(f"{path.name}: {title}: CPython has", *lines, repr(error), sep="\n    ")
    print(f"{checked} sections, {wrong} wrong")
    return 1 if wrong or not checked else 0


def print_tables():
    """Prints the code points from 0x80 on at which the two properties change."""
    word = re.compile(r"\w")
    properties = {
        "WORD_CHANGES": lambda character: word.match(character) is not None,
        "NO_START_CHANGES": lambda character: word.match(character) is not None and not character.isidentifier(),
    }
    for name, has_property in properties.items():
        changes, before = [], False
        for point in range(0x80, 0x110000):
            now = has_property(chr(point))
            if now != before:
                changes.append(f"0x{point:x}")
            before = now
        print(f"/// Unicode {unicodedata.unidata_version}.")
        print(f"static {name}: [u32; {len(changes)}] = [{', '.join(changes)}];")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", help="the built example `dump_tokens`")
    parser.add_argument("--list", help="file with one path per line, or `-`")
    parser.add_argument("--shown", type=int, default=10, help="how many differing files to describe")
    parser.add_argument("--characters", action="store_true", help="compare a text with every character")
    parser.add_argument("--random", type=int, help="compare that many random texts")
    parser.add_argument("--fixtures", help="folder of Markdown fixtures to check")
    parser.add_argument("--tables", action="store_true", help="print the Unicode tables and stop")
    arguments = parser.parse_args()
    if sys.version_info >= (3, 12):
        print("this interpreter's tokenize is not the pure-Python module; use CPython 3.11", file=sys.stderr)
        return 2
    if arguments.tables:
        print_tables()
        return 0
    if arguments.fixtures:
        return check_fixtures(arguments.fixtures)
    if not arguments.driver or not (arguments.list or arguments.characters or arguments.random):
        parser.error("--driver with --list, --characters or --random; or --fixtures; or --tables")
    if not arguments.list:
        generator = random.Random(0)
        texts = [every_character()] if arguments.characters else []
        texts += [random_text(generator) for _ in range(arguments.random or 0)]
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, f"{index}.py") for index in range(len(texts))]
            for path, text in zip(paths, texts):
                path.write_bytes(text.encode())
            return compare(arguments.driver, list(map(str, paths)), arguments.shown)
    with sys.stdin if arguments.list == "-" else open(arguments.list, encoding="utf-8") as listing:
        paths = [line.rstrip("\n") for line in listing if line.strip()]
    return compare(arguments.driver, paths, arguments.shown)


if __name__ == "__main__":
    sys.exit(main())
