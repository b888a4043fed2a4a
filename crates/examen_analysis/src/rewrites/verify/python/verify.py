"""Gets files with rewrites on standard input and answers with verdicts on standard output."""

import os
import struct
import sys

import calls

DETAIL_CHARS = 600


class Answers:
    """Where verdicts go."""

    def __init__(self, out):
        self.out = out

    def text(self, text):
        cut = text if len(text) <= DETAIL_CHARS else text[:DETAIL_CHARS] + "…"
        data = cut.encode("utf-8", "backslashreplace")
        self.out.write(struct.pack(">I", len(data)) + data)

    def tag(self, tag, number=None):
        self.out.write(tag if number is None else tag + struct.pack(">I", number))
        self.out.flush()

    def verdict(self, number, verdict, detail=""):
        self.out.write(b"v" + struct.pack(">I", number))
        self.text(verdict)
        self.text(detail)
        self.out.flush()


def read_number(source):
    return struct.unpack(">I", source.read(4))[0]


def read_bytes(source):
    return source.read(read_number(source))


def read_job(source):
    """Whether to run, the file's place, its text, and (start of the function, edits) of each rewrite; None at the end."""
    tag = source.read(1)
    if not tag:
        return None
    place, text = read_bytes(source).decode("utf-8", "replace"), read_bytes(source)
    rewrites = []
    for _ in range(read_number(source)):
        start = read_number(source)
        edits = [(read_number(source), read_number(source), read_bytes(source)) for _ in range(read_number(source))]
        rewrites.append((start, edits))
    return tag != b"\0", place, text, rewrites


def rewritten(text, edits):
    parts, kept = [], 0
    for start, end, new in edits:
        parts += [text[kept:start], new]
        kept = end
    return b"".join([*parts, text[kept:]]).decode("utf-8")


def compiled(source, place):
    """The code of a text, or what is wrong with it."""
    try:
        # A declared encoding has been followed already; only bytes are searched for it.
        return compile(source, place, "exec", dont_inherit=True), None
    except SyntaxError as error:
        return None, f"line {error.lineno}: {error.msg}"
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return None, f"{type(error).__name__}: {error}"


def verify_compile(place, text, rewrites, answers):
    error = compiled(rewritten(text, []), place)[1]
    for number, (_, edits) in enumerate(rewrites):
        if error is not None:
            answers.verdict(number, "original-does-not-compile", error)
            continue
        own = compiled(rewritten(text, edits), place)[1]
        answers.verdict(number, "compiles" if own is None else "breaks", own or "")


def verify_run(place, text, rewrites, answers):
    original, error = compiled(rewritten(text, []), place)
    known = {}
    for number, (start, edits) in enumerate(rewrites):
        if error is not None:
            answers.verdict(number, "not-run", f"original-does-not-compile: {error}")
            continue
        if start not in known:
            answers.tag(b"o", number)
            line = text.count(b"\n", 0, start) + 1
            known[start] = calls.of_original(original, place, line)
        path, outcomes, reason = known[start]
        if reason is not None:
            answers.verdict(number, "not-run", reason)
            continue
        answers.tag(b"b", number)
        code, own = compiled(rewritten(text, edits), place)
        if own is not None:
            answers.verdict(number, "breaks", own)
            continue
        difference = calls.difference(outcomes, calls.of_rewrite(code, place, path))
        answers.verdict(number, "differs" if difference else "same", difference or "")


def main():
    source, answers = sys.stdin.buffer, Answers(os.fdopen(os.dup(1), "wb"))
    # Nobody else is to speak or to be spoken to.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    sys.stdin = open(os.devnull)
    calls.limit_memory()
    answers.tag(b"r")
    while (job := read_job(source)) is not None:
        is_run, place, text, rewrites = job
        (verify_run if is_run else verify_compile)(place, text, rewrites, answers)
        answers.tag(b"e")


if __name__ == "__main__":
    main()
