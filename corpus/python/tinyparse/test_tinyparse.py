"""Unit tests of tinyparse; run with ``python -m unittest``."""

import unittest

from tinyparse.evaluator import (
    Environment,
    EvalError,
    Evaluator,
    Simplifier,
    calculate,
    count_nodes,
    render,
)
from tinyparse.syntax import Binary, Name, Number, ParseError, depth, free_names, parse, walk
from tinyparse.tokens import Position, ScanError, TokenKind, scan, untokenize


class ScannerTest(unittest.TestCase):
    def test_kinds(self):
        """Each rule of the scanner makes a token of its own kind."""
        kinds = [token.kind for token in scan('let x = 1.5 in x + "a"')]
        self.assertEqual(kinds[0], TokenKind.KEYWORD)
        self.assertEqual(kinds[3], TokenKind.NUMBER)
        self.assertEqual(kinds[-2], TokenKind.STRING)
        self.assertTrue(kinds[-1] == TokenKind.END)

    def test_positions(self):
        """Lines and columns count from one."""
        tokens = scan("a\n  b")
        self.assertEqual(tokens[0].position, Position(1, 1))
        self.assertEqual(tokens[1].position, Position(2, 3))

    def test_comment_is_skipped(self):
        self.assertTrue(len(scan("1 # one\n* 2")) == 4)

    def test_open_string(self):
        with self.assertRaises(ScanError) as caught:
            scan('"never closed')
        self.assertEqual(caught.exception.column, 1)

    def test_round_trip(self):
        """Tokens joined by blanks scan to the same tokens again."""
        source = 'if a<=b then "x\\"y" else f(a,b)'
        first = [(token.kind, token.text) for token in scan(source)]
        again = [(token.kind, token.text) for token in scan(untokenize(scan(source)))]
        self.assertEqual(first, again)


class ParserTest(unittest.TestCase):
    def test_grouping(self):
        """Products bind tighter than sums."""
        self.assertEqual(
            parse("1 + 2 * x"),
            Binary("+", Number(1.0), Binary("*", Number(2.0), Name("x"))),
        )

    def test_power_groups_right(self):
        self.assertEqual(calculate("2 ** 3 ** 2"), 512.0)

    def test_free_names(self):
        tree = parse("let x = y in x + z")
        self.assertEqual(free_names(tree), {"y", "z"})
        self.assertFalse("x" in free_names(tree))

    def test_depth_and_walk(self):
        """The walk visits every node exactly once."""
        tree = parse("f(1, 2 - 3)")
        nodes = list(walk(tree))
        first = nodes[0]
        self.assertEqual(len(nodes), 5)
        self.assertEqual(depth(tree), 3)

    def test_missing_operand(self):
        for source in ("1 +", "(1", "let 1 = 2 in 3", "f(1,)"):
            with self.subTest(source=source):
                self.assertRaises(ParseError, parse, source)


class EvaluatorTest(unittest.TestCase):
    def setUp(self):
        """Give every test an evaluator with one function of its own."""
        self.evaluator = Evaluator()

        @self.evaluator.define("twice")
        def twice(value):
            return value * 2

    def check(self, source, expected, **names):
        """Assert that a source text evaluates to the expected value."""
        value = self.evaluator.evaluate(parse(source), Environment(names))
        self.assertEqual(value, expected)

    def test_arithmetic(self):
        self.check("1 + 2 * 3 - 4 / 2", 5.0)
        self.check("-x ** 2", -9.0, x=3.0)

    def test_strings(self):
        self.check('twice("ab")', "abab")
        self.check('len("abc")', 3)

    def test_conditionals(self):
        """Only the chosen branch of a conditional is evaluated."""
        self.check("if x > 1 then 10 else 1 / 0", 10.0, x=2.0)
        self.check("not (1 < 2) or 2 < 3", True)

    def test_errors(self):
        for source in ("1 / 0", "nothing", "missing(1)", '-"text"'):
            with self.subTest(source=source):
                with self.assertRaises(EvalError):
                    self.check(source, None)

    def test_counts(self):
        counts = count_nodes(parse("1 + 1 + x"))
        self.assertTrue(counts["Number"] == 2)
        self.assertIn("Name", counts)


class SimplifierTest(unittest.TestCase):
    CASES = [
        ("x + 0", "x"),
        ("1 * x", "x"),
        ("2 + 3 * 4", "14"),
        ("--x", "x"),
        ("f(1 + 1, y)", "f(2, y)"),
    ]

    def test_rules(self):
        """Each rule gives the expected smaller text."""
        for source, expected in self.CASES:
            with self.subTest(source=source):
                self.assertEqual(render(Simplifier().simplify(parse(source))), expected)

    def test_render_keeps_meaning(self):
        """Rendering and parsing again gives an equal tree."""
        for source in ("(1 + 2) * 3", "(2 ** 3) ** 2", "not (a and b)", "-(x + 1)"):
            tree = parse(source)
            self.assertEqual(parse(render(tree)), tree)


if __name__ == "__main__":
    unittest.main()
