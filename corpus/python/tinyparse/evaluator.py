"""Evaluation, folding and printing of tinyparse trees."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from .syntax import (
    Binary,
    Call,
    Conditional,
    Expr,
    Let,
    Name,
    Number,
    Text,
    Unary,
    children,
    parse,
)

Value = float | str | bool

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "%": operator.mod,
    "**": operator.pow,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}

PRECEDENCE = {
    "or": 1,
    "and": 2,
    "<": 4,
    "<=": 4,
    ">": 4,
    ">=": 4,
    "==": 4,
    "!=": 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
    "**": 8,
}


class EvalError(Exception):
    """Raised when a tree is well formed but has no value."""


class Environment:
    """A chain of scopes that map names to values."""

    def __init__(self, values: Mapping[str, Value] | None = None, parent: Environment | None = None) -> None:
        self.values = dict(values or {})
        self.parent = parent

    def lookup(self, name: str) -> Value:
        """Find a name in this scope or the nearest one around it.

        Args:
            name: the name to look for.

        Returns:
            The value bound to the name.

        Raises:
            EvalError: when no scope binds the name.
        """
        scope: Environment | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.parent
        raise EvalError(f"unknown name '{name}'")

    def child(self, **values: Value) -> Environment:
        """Open an inner scope holding the given names."""
        return Environment(values, self)

    def __contains__(self, name: object) -> bool:
        if name in self.values:
            return True
        return self.parent is not None and name in self.parent

    def __getitem__(self, name: str) -> Value:
        return self.lookup(name)

    def names(self) -> list[str]:
        """List every visible name once, innermost scope first."""
        seen = list(self.values)
        if self.parent is not None:
            seen.extend(name for name in self.parent.names() if name not in self.values)
        return seen


class Evaluator:
    """Computes the value of a tree in an environment."""

    def __init__(self) -> None:
        self.functions: dict[str, Callable[..., Value]] = {}
        self.calls = 0
        self.install_builtins()

    def install_builtins(self) -> None:
        """Fill the function table with what every program may call."""
        self.functions.update(sqrt=math.sqrt, floor=math.floor, abs=abs, max=max, min=min, len=len)

    def define(self, name: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
        """Return a decorator that installs a function under `name`."""

        def register(function: Callable[..., Value]) -> Callable[..., Value]:
            self.functions[name] = function
            return function

        return register

    def evaluate(self, tree: Expr, env: Environment) -> Value:
        """Compute the value of `tree`.

        Args:
            tree: the expression to evaluate.
            env: the names it may use.

        Returns:
            A number, a string or a truth value.

        Raises:
            EvalError: for an unknown name or function, a division by zero or
                operands of the wrong type.
        """
        match tree:
            case Number(value) | Text(value):
                return value
            case Name(ident):
                return env.lookup(ident)
            case Unary("-", operand):
                return -self._number(operand, env)
            case Unary("not", operand):
                return not self.evaluate(operand, env)
            case Binary("and", left, right):
                return self.evaluate(left, env) and self.evaluate(right, env)
            case Binary("or", left, right):
                return self.evaluate(left, env) or self.evaluate(right, env)
            case Binary("/", left, right):
                return self._divide(left, right, env)
            case Binary(symbol, left, right):
                return self._arithmetic(symbol, left, right, env)
            case Let(name, value, body):
                return self.evaluate(body, env.child(**{name: self.evaluate(value, env)}))
            case Conditional(test, then, otherwise):
                return self.evaluate(then if self.evaluate(test, env) else otherwise, env)
            case Call(function, arguments):
                return self._call(function, arguments, env)
        raise EvalError(f"cannot evaluate {tree!r}")

    def _number(self, tree: Expr, env: Environment) -> float:
        value = self.evaluate(tree, env)
        if isinstance(value, str):
            raise EvalError(f"expected a number, got {value!r}")
        return value

    def _divide(self, left: Expr, right: Expr, env: Environment) -> float:
        divisor = self._number(right, env)
        if divisor == 0:
            raise EvalError("division by zero")
        return self._number(left, env) / divisor

    def _arithmetic(self, symbol: str, left: Expr, right: Expr, env: Environment) -> Value:
        function = ARITHMETIC[symbol]
        first = self.evaluate(left, env)
        second = self.evaluate(right, env)
        try:
            return function(first, second)
        except TypeError as problem:
            raise EvalError(f"bad operands for '{symbol}'") from problem

    def _call(self, name: str, arguments: tuple[Expr, ...], env: Environment) -> Value:
        """Call a function from the table with evaluated arguments."""
        try:
            function = self.functions[name]
        except KeyError:
            raise EvalError(f"unknown function '{name}'") from None
        self.calls += 1
        return function(*(self.evaluate(argument, env) for argument in arguments))


class TracingEvaluator(Evaluator):
    """An evaluator that writes down each call it makes."""

    def __init__(self, limit: int = 100) -> None:
        super().__init__()
        self.limit = limit
        self.trace: list[str] = []

    def install_builtins(self) -> None:
        """Install the usual functions and `calls`, the number of calls so far."""
        super().install_builtins()
        self.functions["calls"] = lambda: float(self.calls)

    def _call(self, name, arguments):
        """Record the call, then make it."""
        if len(self.trace) < self.limit:
            self.trace.append(name)
        return super()._call(name, arguments, Environment())


class Simplifier:
    """Rewrites a tree into a smaller one with the same value."""

    def __init__(self) -> None:
        self.rewrites = 0

    def simplify(self, tree: Expr) -> Expr:
        """Fold constants and drop neutral operands, from the leaves up."""
        match tree:
            case Unary(symbol, operand):
                return self._unary(symbol, self.simplify(operand))
            case Binary(symbol, left, right):
                return self._binary(symbol, self.simplify(left), self.simplify(right))
            case Call(function, arguments):
                return Call(function, tuple(map(self.simplify, arguments)))
            case Let(name, value, body):
                return Let(name, self.simplify(value), self.simplify(body))
            case Conditional(test, then, otherwise):
                return Conditional(self.simplify(test), self.simplify(then), self.simplify(otherwise))
        return tree

    def _unary(self, symbol: str, operand: Expr) -> Expr:
        match symbol, operand:
            case "-", Number(value):
                self.rewrites += 1
                return Number(-value)
            case "-", Unary("-", inner):
                self.rewrites += 1
                return inner
        return Unary(symbol, operand)

    def _binary(self, symbol: str, left: Expr, right: Expr) -> Expr:
        """Apply the rewriting rules for one binary node."""
        match symbol, left, right:
            case ("+" | "-" | "*"), Number(a), Number(b):
                self.rewrites += 1
                return Number(ARITHMETIC[symbol](a, b))
            case "+", Number(0.0), other:
                self.rewrites += 1
                return other
            case ("+" | "-"), other, Number(0.0):
                self.rewrites += 1
                return other
            case "*", Number(1.0), other:
                self.rewrites += 1
                return other
            case ("*" | "/" | "**"), other, Number(1.0):
                self.rewrites += 1
                return other
        return Binary(symbol, left, right)


def render(tree: Expr, outer: int = 0) -> str:
    """Write a tree as source text with as few parentheses as it needs.

    Args:
        tree: the expression to write.
        outer: how tightly the surrounding operator binds.
    """
    match tree:
        case Number(value):
            return f"{value:g}"
        case Text(value):
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case Name(ident):
            return ident
        case Unary("not", operand):
            return _wrap(f"not {render(operand, 3)}", 3, outer)
        case Unary(symbol, operand):
            return _wrap(f"{symbol}{render(operand, 7)}", 7, outer)
        case Binary(symbol, left, right):
            level = PRECEDENCE[symbol]
            shift = 1 if symbol == "**" else 0
            text = f"{render(left, level + shift)} {symbol} {render(right, level + 1 - shift)}"
            return _wrap(text, level, outer)
        case Call(function, arguments):
            return f"{function}({', '.join(render(argument) for argument in arguments)})"
        case Let(name, value, body):
            return _wrap(f"let {name} = {render(value)} in {render(body)}", 0, outer)
        case Conditional(test, then, otherwise):
            text = f"if {render(test)} then {render(then)} else {render(otherwise)}"
            return _wrap(text, 0, outer)
    raise TypeError(f"not a tree: {tree!r}")


def _wrap(text: str, level: int, outer: int) -> str:
    return f"({text})" if level < outer else text


def count_nodes(tree: Expr, counts: dict[str, int] = {}) -> dict[str, int]:
    """Count the nodes of a tree by the name of their class."""
    kind = type(tree).__name__
    counts[kind] = counts.get(kind, 0) + 1
    for child in children(tree):
        count_nodes(child, counts)
    return counts


def calculate(source: str, **names: Value) -> Value:
    """Parse and evaluate a source text with the given names bound.

    >>> calculate("x * (1 + 2)", x=4.0)
    12.0
    """
    return Evaluator().evaluate(parse(source), Environment(names))


def repl(read: Callable[[str], str] = input, write: Callable[[str], Any] = print) -> None:
    """Read expressions and write their values until the input ends."""
    evaluator = Evaluator()
    env = Environment()
    while True:
        try:
            line = read("> ")
        except EOFError:
            return
        try:
            write(str(evaluator.evaluate(parse(line), env)))
        except:
            write("error: cannot evaluate that")
