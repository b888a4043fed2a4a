"""Syntax tree and recursive descent parser of the tinyparse language.

Grammar, loosest binding first::

    expr    = "let" NAME "=" expr "in" expr
            | "if" expr "then" expr "else" expr
            | either
    either  = both ("or" both)*
    both    = negate ("and" negate)*
    negate  = "not" negate | compare
    compare = sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)?
    sum     = product (("+" | "-") product)*
    product = unary (("*" | "/" | "%") unary)*
    unary   = "-" unary | power
    power   = atom ("**" unary)?
    atom    = NUMBER | STRING | NAME | NAME "(" args ")" | "(" expr ")"
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

from .tokens import Position, Token, TokenKind, scan

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class ParseError(Exception):
    """Raised when the tokens do not make an expression."""

    def __init__(self, message: str, token: Token) -> None:
        super().__init__(f"{token.position}: {message}, found {token.describe()}")
        self.token = token


@dataclass(frozen=True)
class Number:
    value: float


@dataclass(frozen=True)
class Text:
    value: str


@dataclass(frozen=True)
class Name:
    ident: str


@dataclass(frozen=True)
class Unary:
    operator: str
    operand: Expr


@dataclass(frozen=True)
class Binary:
    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Call:
    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True)
class Let:
    name: str
    value: Expr
    body: Expr


@dataclass(frozen=True)
class Conditional:
    test: Expr
    then: Expr
    otherwise: Expr


Expr = Union[Number, Text, Name, Unary, Binary, Call, Let, Conditional]


class Parser:
    """Turns a list of tokens into a syntax tree."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.index = 0

    @classmethod
    def from_source(cls, source: str) -> Parser:
        """Make a parser over the tokens of a source text."""
        return cls(scan(source))

    @property
    def current(self) -> Token:
        """The token that is next to be read."""
        return self.tokens[self.index]

    def advance(self) -> Token:
        """Return the current token and step past it, unless it is the last."""
        token = self.current
        if token.kind is not TokenKind.END:
            self.index += 1
        return token

    def accept(self, *operators: str) -> Token | None:
        """Step past one of the given operators if it comes next."""
        if self.current.is_operator(*operators):
            return self.advance()
        return None

    def expect(self, operator: str) -> Token:
        """Step past `operator` or fail.

        Raises:
            ParseError: when another token comes next.
        """
        token = self.accept(operator)
        if token == None:
            raise ParseError(f"expected '{operator}'", self.current)
        return token

    def expect_keyword(self, keyword: str) -> Token:
        """Step past the given keyword or raise `ParseError`."""
        if not self.current.is_keyword(keyword):
            raise ParseError(f"expected '{keyword}'", self.current)
        return self.advance()

    def parse(self) -> Expr:
        """Parse a whole expression and make sure nothing follows it."""
        tree = self.expression()
        if self.current.kind is not TokenKind.END:
            raise ParseError("expected end of input", self.current)
        return tree

    def expression(self) -> Expr:
        """Parse the loosest level: `let`, `if`, or an operator expression."""
        if self.current.is_keyword("let"):
            return self._let()
        if self.current.is_keyword("if"):
            return self._conditional()
        return self._either()

    def _let(self) -> Let:
        self.expect_keyword("let")
        if self.current.kind is not TokenKind.NAME:
            raise ParseError("expected a name", self.current)
        name = self.advance().text
        self.expect("=")
        value = self.expression()
        self.expect_keyword("in")
        return Let(name, value, self.expression())

    def _conditional(self) -> Conditional:
        self.expect_keyword("if")
        test = self.expression()
        self.expect_keyword("then")
        then = self.expression()
        self.expect_keyword("else")
        return Conditional(test, then, self.expression())

    def _keyword_chain(self, keyword: str, operand: Callable[[], Expr]) -> Expr:
        """Parse operands joined by a keyword, grouping to the left."""
        left = operand()
        while self.current.is_keyword(keyword):
            self.advance()
            left = Binary(keyword, left, operand())
        return left

    def _operator_chain(self, operators: tuple[str, ...], operand: Callable[[], Expr]) -> Expr:
        """Parse operands joined by any of `operators`, grouping to the left."""
        left = operand()
        while token := self.accept(*operators):
            left = Binary(token.text, left, operand())
        return left

    def _either(self) -> Expr:
        return self._keyword_chain("or", self._both)

    def _both(self) -> Expr:
        return self._keyword_chain("and", self._negate)

    def _negate(self) -> Expr:
        if self.current.is_keyword("not"):
            self.advance()
            return Unary("not", self._negate())
        return self._compare()

    def _compare(self) -> Expr:
        """Parse at most one comparison; comparisons do not chain."""
        left = self._sum()
        if token := self.accept(*COMPARISONS):
            return Binary(token.text, left, self._sum())
        return left

    def _sum(self) -> Expr:
        return self._operator_chain(("+", "-"), self._product)

    def _product(self) -> Expr:
        return self._operator_chain(("*", "/", "%"), self._unary)

    def _unary(self) -> Expr:
        if self.accept("-"):
            return Unary("-", self._unary())
        return self._power()

    def _power(self) -> Expr:
        """Parse a power, which groups to the right and binds over a sign."""
        base = self._atom()
        if self.accept("**"):
            return Binary("**", base, self._unary())
        return base

    def _atom(self) -> Expr:
        token = self.advance()
        match token:
            case Token(kind=TokenKind.NUMBER, text=text):
                return Number(float(text))
            case Token(kind=TokenKind.STRING, text=text):
                return Text(text)
            case Token(kind=TokenKind.NAME, text=text) if self.current.is_operator("("):
                return Call(text, self._arguments())
            case Token(kind=TokenKind.NAME, text=text):
                return Name(text)
            case Token(kind=TokenKind.OPERATOR, text="("):
                inner = self.expression()
                self.expect(")")
                return inner
        raise ParseError("expected a value", token)
        return Name(token.text)

    def _arguments(self) -> tuple[Expr, ...]:
        """Parse a parenthesised, comma separated list of expressions."""
        self.expect("(")
        arguments: list[Expr] = []
        if self.accept(")"):
            return ()
        while True:
            arguments.append(self.expression())
            if not self.accept(","):
                break
        self.expect(")")
        return tuple(arguments)


def parse(source: str) -> Expr:
    """Parse a source text into a syntax tree.

    Args:
        source: the text of one expression.

    Returns:
        The root node of the tree.

    Raises:
        ScanError: when the text cannot be cut into tokens.
        ParseError: when the tokens do not make an expression.
    """
    return Parser.from_source(source).parse()


def synthetic_name(prefix: str, number: int) -> Name:
    """Make a name node that no source text can contain."""
    return Name(f"${prefix}{number}", Position())


def children(tree: Expr) -> tuple[Expr, ...]:
    """Return the direct sub-expressions of a node, left to right."""
    match tree:
        case Unary(_, operand):
            return (operand,)
        case Binary(_, left, right):
            return (left, right)
        case Call(_, arguments):
            return arguments
        case Let(_, value, body):
            return (value, body)
        case Conditional(test, then, otherwise):
            return (test, then, otherwise)
        case _:
            return ()


def walk(tree: Expr):
    """Yield a node and everything below it, parents before children."""
    yield tree
    for child in children(tree):
        yield from walk(child)


def free_names(tree: Expr) -> set[str]:
    """Collect the names a tree uses but does not bind with `let`."""
    match tree:
        case Name(ident):
            return {ident}
        case Let(name, value, body):
            return free_names(value) | (free_names(body) - {name})
        case _:
            found: set[str] = set()
            for child in children(tree):
                found |= free_names(child)
            return found


def depth(tree: Expr) -> int:
    """Return the number of nodes on the longest path from root to leaf."""
    return 1 + max((depth(child) for child in children(tree)), default=0)
