"""Tokens of the tinyparse expression language, and the scanner that cuts them."""

from __future__ import annotations

import enum
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field


class TokenKind(enum.Enum):
    """What a token is, independent of its text."""

    NUMBER = "number"
    NAME = "name"
    STRING = "string"
    OPERATOR = "operator"
    KEYWORD = "keyword"
    END = "end"


KEYWORDS = frozenset(
    {
        "let",
        "in",
        "if",
        "then",
        "else",
        "and",
        "or",
        "not",
    }
)

OPERATORS = [
    "**",
    "<=",
    ">=",
    "==",
    "!=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<",
    ">",
    "=",
    "(",
    ")",
    ",",
]

RESERVED_FOR_LATER = [
    "class",
    "def",
    "match"
    "while",
    "return",
]

ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "n": "\n"}

NUMBER_RE = re.compile(r"\d+(\.\d+)?([eE][+-]?\d+)?")
NAME_RE = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
SPACE_RE = re.compile(r"[ \t\r]+|#[^\n]*")


class ScanError(Exception):
    """Raised when the scanner meets a character it has no rule for."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.message = message
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the source text; both numbers count from one."""

    line: int = 1
    column: int = 1

    def advance(self, text: str) -> Position:
        """Return the position reached after reading `text` from here."""
        if (newlines := text.count("\n")) == 0:
            return Position(self.line, self.column + len(text))
        tail = len(text) - text.rfind("\n")
        return Position(self.line + newlines, tail)

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Token:
    """One token with its text and the place where it starts."""

    kind: TokenKind
    text: str
    position: Position = field(default_factory=Position)

    def is_operator(self, *texts: str) -> bool:
        """Tell whether this token is one of the given operators."""
        return self.kind is TokenKind.OPERATOR and self.text in texts

    def is_keyword(self, text: str) -> bool:
        """Tell whether this token is the keyword `text`."""
        return self.kind is TokenKind.KEYWORD and self.text == text

    def describe(self) -> str:
        """Name the token the way an error message wants it."""
        match self.kind:
            case TokenKind.END:
                return "end of input"
            case TokenKind.NUMBER | TokenKind.STRING:
                return f"{self.kind.value} {self.text}"
            case _:
                return f"'{self.text}'"


class Scanner:
    """Cuts a source text into tokens, one at a time.

    The scanner keeps no tokens: iterate over it, or call `scan_all` to get a
    list. Iteration always ends with a token of kind `END`.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.offset = 0
        self.position = Position()

    def __iter__(self) -> Iterator[Token]:
        while True:
            token = self.next_token()
            yield token
            if token.kind is TokenKind.END:
                return

    def at_end(self) -> bool:
        """Tell whether the whole source has been read."""
        return self.offset >= len(self.source)

    def next_token(self) -> Token:
        """Read one token and move past it.

        Returns:
            The next token, or an `END` token once the text is exhausted.

        Raises:
            ScanError: when no rule matches the text at this place.
        """
        self._skip_space()
        start = self.position
        if self.at_end():
            return Token(TokenKind.END, "", start)
        if found := NUMBER_RE.match(self.source, self.offset):
            return Token(TokenKind.NUMBER, self._take(found.group()), start)
        if found := NAME_RE.match(self.source, self.offset):
            text = self._take(found.group())
            if text in RESERVED_FOR_LATER:
                raise ScanError(f"'{text}' is reserved", start.line, start.column)
            kind = TokenKind.KEYWORD if text in KEYWORDS else TokenKind.NAME
            return Token(kind, text, start)
        if self.source[self.offset] == '"':
            return self._string(start)
        for operator in OPERATORS:
            if self.source.startswith(operator, self.offset):
                return Token(TokenKind.OPERATOR, self._take(operator), start)
        char = self.source[self.offset]
        raise ScanError(f"unexpected character {char!r}", start.line, start.column)

    def scan_all(self) -> list[Token]:
        """Read the rest of the source and return every token of it."""
        return list(self)

    def _take(self, text: str) -> str:
        self.offset += len(text)
        self.position = self.position.advance(text)
        return text

    def _skip_space(self) -> None:
        """Move past blanks, newlines and comments."""
        while not self.at_end():
            if self.source[self.offset] == "\n":
                self._take("\n")
            elif found := SPACE_RE.match(self.source, self.offset):
                self._take(found.group())
            else:
                break

    def _string(self, start: Position) -> Token:
        """Read a double-quoted string; the token's text is its value."""
        self._take('"')
        parts: list[str] = []
        while not self.at_end():
            char = self._take(self.source[self.offset])
            match char:
                case '"':
                    return Token(TokenKind.STRING, "".join(parts), start)
                case "\\" if not self.at_end():
                    escape = self._take(self.source[self.offset])
                    parts.append(ESCAPES.get(escape, escape))
                case "\n":
                    break
                case _:
                    parts.append(char)
        raise ScanError("string is not closed", start.line, start.column)


def scan(source: str) -> list[Token]:
    """Cut `source` into a list of tokens ending with an `END` token."""
    return Scanner(source).scan_all()


def untokenize(tokens: list[Token]) -> str:
    """Join tokens back into a text that scans to the same tokens.

    Blanks and comments of the first text are lost: every token is set off
    by a single blank.
    """
    pieces = []
    for token in tokens:
        if token.kind is TokenKind.END:
            continue
        if token.kind is TokenKind.STRING:
            escaped = token.text.replace("\\", "\\\\").replace('"', '\\"')
            pieces.append(f'"{escaped}"')
        else:
            pieces.append(token.text)
    return " ".join(pieces)
