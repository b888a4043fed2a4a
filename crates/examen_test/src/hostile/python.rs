//! Python files.

use super::shape::Shape::{self, Halves, Made, Nested, Repeated};
use super::shape::{noise, repeated};

/// Kinds of Python files, by name.
pub(super) const KINDS: &[(&str, Shape)] = &[
    ("python/and-chain", Repeated("x = a", " and a", "\n")),
    ("python/arguments", Repeated("f(a", ", a{n}", ")\n")),
    ("python/assert-tuples", Repeated("", "assert (a, 'b')\n", "")),
    ("python/assignment-chain", Repeated("", "a = ", "1\n")),
    ("python/assignments-of-one-name", Repeated("def f():\n", "    a = {n}\n", "    return a\n")),
    ("python/attribute-chain", Repeated("x = a", ".b", "\n")),
    ("python/attributes-of-self", Repeated("class C:\n    def f(self):\n", "        self.a{n} = self.a{m}\n", "")),
    ("python/backslash-lines", Repeated("x = 1", " + \\\n1", "\n")),
    ("python/backslashes", Repeated("x = '", "\\\\", "'\n")),
    ("python/bidi", Repeated("", "# \u{202e}abc\u{202c} \u{5d0}\u{5d1}\nx{n} = '\u{202e}\u{5d0}'\n", "")),
    ("python/binary-chain", Repeated("x = a", " + a", "\n")),
    ("python/blank-lines", Repeated("", "\n", "x = 1\n")),
    ("python/block-comments", Repeated("def f():\n", "    # comment {n}\n", "    pass\n")),
    ("python/broken-brackets", Repeated("", "([{", "")),
    ("python/broken-definitions", Repeated("", "def f{n}(\n", "")),
    ("python/broken-strings", Repeated("", "x = 'abc\n", "")),
    ("python/call-chain", Repeated("x = a", "()", "\n")),
    ("python/calls-nested", Nested("f(", "a", ")")),
    ("python/carriage-returns", Repeated("", "def f{n}(a):\r    return a\r", "")),
    ("python/class-chain", Repeated("class C0: pass\n", "class C{n}(C{m}):\n    a = {n}\n", "")),
    ("python/class-cycle", Repeated("class C0(C1): pass\n", "class C{n}(C{m}, C0): pass\n", "")),
    (
        "python/class-diamonds",
        Repeated(
            "class C0: pass\n",
            "class A{n}(C{m}): pass\nclass B{n}(C{m}): pass\nclass C{n}(A{n}, B{n}): pass\n",
            "",
        ),
    ),
    ("python/classes-nested", Made(nested_classes)),
    ("python/classes-with-equality", Repeated("", "class C{n}:\n    def __eq__(self, other):\n        return 1\n", "")),
    ("python/closures", Repeated("def f():\n    a = 1\n", "    def g{n}():\n        return a\n", "")),
    ("python/colons", Repeated("", ":", "\n")),
    ("python/combining", Repeated("x = '", "a\u{301}\u{302}\u{303}", "'\n")),
    ("python/combining-lines", Repeated("", "x = 'a\u{301}\u{302}\u{303}'\n", "")),
    ("python/comparison-chain", Repeated("x = a", " < a", "\n")),
    ("python/comparison-chain-equal", Repeated("x = a", " == a", "\n")),
    ("python/comparison-chain-in", Repeated("x = a", " in a", "\n")),
    ("python/comparison-chain-is", Repeated("x = a", " is 1", "\n")),
    ("python/comparison-chain-in-function", Repeated("def f(a):\n    return a", " < a", "\n")),
    ("python/comparisons-of-constants", Repeated("", "1 == 2\n", "")),
    ("python/comprehension-chain", Repeated("x = [a", " for a in b", "]\n")),
    ("python/comprehension-conditions", Repeated("x = [a for a in b", " if a", "]\n")),
    ("python/conditional-chain", Repeated("x = a", " if b else a", "\n")),
    ("python/decorators", Repeated("", "@d\n", "def f(): pass\n")),
    ("python/defaults", Repeated("def f(a0=0", ", a{n}=[]", "): pass\n")),
    ("python/deletions", Repeated("def f(a):\n", "    del a\n", "")),
    ("python/dictionary-display", Repeated("x = {", "'a': 1, ", "}\n")),
    ("python/dictionary-keys", Repeated("x = {", "'a{n}': 1, ", "}\n")),
    (
        "python/docstrings",
        Repeated("", "def f{n}():\n    \"\"\"Return the value of the thing. It is a value.\"\"\"\n    return 1\n", ""),
    ),
    ("python/dots", Repeated("", ".", "\n")),
    ("python/dotted-import", Repeated("import a", ".b", "\n")),
    ("python/elif-chain", Repeated("if a:\n    pass\n", "elif a{n}:\n    pass\n", "")),
    (
        "python/elif-chain-with-assignments",
        Repeated("def f(a):\n    if a:\n        pass\n", "    elif a == {n}:\n        b = {n}\n", "    return b\n"),
    ),
    (
        "python/elif-comparisons",
        Repeated("def f(a):\n    if a < 0:\n        pass\n", "    elif a < {n}:\n        pass\n", ""),
    ),
    ("python/except-clauses", Repeated("try:\n    pass\n", "except E{n}:\n    pass\n", "")),
    ("python/f-strings", Repeated("x = f'", "{a}", "'\n")),
    ("python/f-strings-nested", Nested("f'{", "a", "}'")),
    ("python/form-feeds", Repeated("", "\u{c}", "x = 1\n")),
    ("python/for-loops", Repeated("def f(a):\n", "    for i in a: pass\n", "")),
    ("python/for-loops-of-pairs", Repeated("def f(a):\n", "    for i, j in a:\n        k = i\n", "")),
    ("python/functions-equal", Repeated("", "def f(a, b):\n    c = a + b\n    return c\n\n", "")),
    ("python/functions-tiny", Repeated("", "def f{n}():1\n", "")),
    ("python/functions-with-words", Repeated("", "def get_value_{n}(self, key):\n    return self.values[key]\n\n", "")),
    ("python/global-names", Repeated("", "a{n} = 1\n", "")),
    ("python/global-statements", Repeated("def f():\n", "    global a{n}\n", "    pass\n")),
    ("python/hashes", Repeated("", "#\n", "")),
    ("python/if-sequence", Repeated("def f(a):\n", "    if a: pass\n", "")),
    ("python/if-sequence-with-names", Repeated("def f(a):\n", "    if a:\n        b{n} = a\n", "    return a\n")),
    ("python/ifs-nested-in-lines", Made(nested_ifs)),
    ("python/import-of-names", Repeated("from m import (a", ", a{n}", ")\n")),
    ("python/import-of-one-name", Repeated("from m import (a", ", a", ")\n")),
    ("python/import-repeated", Repeated("", "import os\n", "")),
    ("python/import-then-from", Repeated("", "import m{n}\nfrom m{n} import a\n", "")),
    ("python/import-stars", Repeated("", "from m{n} import *\n", "")),
    ("python/import-unused", Repeated("", "import a{n}\n", "")),
    ("python/imports-in-functions", Repeated("", "def f{n}():\n    import os\n", "")),
    ("python/invalid-utf8", Made(invalid_utf8)),
    ("python/lambdas-nested", Nested("lambda a: (", "a", ")")),
    ("python/lambdas", Repeated("x = [", "lambda a: a, ", "]\n")),
    ("python/letters", Repeated("", "a", "\n")),
    ("python/list-display", Repeated("x = [", "1, ", "]\n")),
    ("python/list-of-strings", Repeated("x = [", "'a' 'b', ", "]\n")),
    ("python/lists-nested", Nested("[", "a", "]")),
    ("python/loops-with-same-variable", Repeated("def f(a):\n", "    for i in a:\n        for i in a: pass\n", "")),
    ("python/match-cases", Repeated("match a:\n", "    case {n}: pass\n", "")),
    ("python/match-alternatives", Repeated("match a:\n    case 0", " | {n}", ": pass\n")),
    ("python/methods", Repeated("class C:\n", "    def f{n}(self): return self.f{m}()\n", "")),
    ("python/methods-equal", Repeated("class C:\n", "    def f(self): return 1\n", "")),
    ("python/minus-chain", Repeated("x = ", "-", "a\n")),
    ("python/mixed-indentation", Repeated("if a:\n", "\tif b: pass\n        c{n} = 1\n", "")),
    ("python/names-in-one-line", Repeated("", "a{n};", "\n")),
    ("python/no-letters", Made(noise)),
    ("python/not-chain", Repeated("x = ", "not ", "a\n")),
    ("python/nul-bytes", Repeated("", "\0", "")),
    ("python/numbers", Repeated("x = 1", "0", "\n")),
    ("python/parameters", Repeated("def f(a0", ", a{n}", "): pass\n")),
    ("python/parentheses-nested", Nested("(", "a", ")")),
    ("python/parentheses-open", Repeated("", "(", "")),
    ("python/parentheses-closed", Repeated("", ")", "")),
    ("python/pass-statements", Repeated("def f():\n", "    pass\n", "")),
    ("python/power-chain", Repeated("x = a", " ** a", "\n")),
    ("python/print-statements", Repeated("", "print a{n}\n", "")),
    ("python/property-chain", Repeated("class C:\n", "    @property\n    def p{n}(self): return self.p{m}\n", "")),
    ("python/quotes", Repeated("", "'", "")),
    ("python/quotes-tripled", Repeated("", "'''", "")),
    ("python/quotes-mixed", Repeated("", "'\"", "")),
    ("python/raise-statements", Repeated("def f():\n", "    raise NotImplemented\n", "")),
    ("python/redundant-assignments", Repeated("def f(a):\n", "    a = a\n", "")),
    ("python/returns", Repeated("def f(a):\n", "    return a\n", "")),
    ("python/semicolons", Repeated("x = 1", ";x = 1", "\n")),
    ("python/semicolons-in-function", Repeated("def f(a): a", ";a = a + 1", "\n")),
    ("python/slices", Repeated("x = a[", "1:2, ", "]\n")),
    ("python/spaces", Repeated("x = 1", " ", "\n")),
    ("python/special-methods", Repeated("", "class C{n}:\n    def __getitem__(self): raise E\n", "")),
    ("python/starred", Repeated("x = [", "*a, ", "]\n")),
    ("python/string-concatenation", Repeated("x = (", "'a' ", ")\n")),
    ("python/string-long", Repeated("x = '''", "a b c\n", "'''\n")),
    ("python/strings", Repeated("", "'a {n}'\n", "")),
    ("python/subscript-chain", Repeated("x = a", "[0]", "\n")),
    ("python/super-calls", Repeated("class C(D):\n", "    def f{n}(self): super(D, self).f{n}()\n", "")),
    ("python/surrogate-names", Repeated("", "\u{1d4d0}{n} = 1\n", "")),
    ("python/tabs", Repeated("", "\t", "x = 1\n")),
    (
        "python/tries-nested-in-loops",
        Repeated(
            "def f(a):\n",
            "    while a:\n        try:\n            a = f(a)\n        except E:\n            break\n",
            "",
        ),
    ),
    ("python/tries", Repeated("def f(a):\n", "    try:\n        a = f(a)\n    finally:\n        a = 1\n", "")),
    ("python/tuple-parameters", Repeated("def f((a", ", a{n}", ")): pass\n")),
    ("python/tuple-targets", Repeated("a", ", a{n}", " = b\n")),
    ("python/type-hints", Repeated("def f(a0: int", ", a{n}: Dict[str, int]", "): pass\n")),
    ("python/unreachable", Repeated("def f():\n    return 1\n", "    a = {n}\n", "")),
    ("python/unused-locals", Repeated("def f():\n", "    a{n} = 1\n", "")),
    ("python/uses-of-one-name", Repeated("a = 1\n", "b(a)\n", "")),
    ("python/walrus", Repeated("x = [", "(a := 1), ", "]\n")),
    ("python/while-loops", Repeated("def f(a):\n", "    while a: a = a - 1\n", "")),
    ("python/with-items", Repeated("with a as b", ", a as b{n}", ": pass\n")),
    ("python/with-statements", Repeated("def f(a):\n", "    with a as b: c = b\n", "")),
    ("python/words-without-sense", Repeated("", "if else for while def class ", "\n")),
    ("python/wrong-calls", Repeated("def f(a): pass\n", "f(1, 2)\n", "")),
    ("python/wrong-calls-of-classes", Repeated("class C:\n    def __init__(self): pass\n", "C(1)\n", "")),
    ("python/wrong-calls-of-methods", Repeated("class C:\n    def f(self): pass\nc = C()\n", "c.f(1)\n", "")),
    ("python/yields", Repeated("def f(a):\n", "    yield next(a)\n", "")),
    ("python/definitions-then-uses", Halves("def f{n}(a, b): return a\n", "f{n}(1)\n")),
    ("python/imports-then-uses", Halves("import m{n}\n", "m{n}.f()\n")),
    ("python/classes-then-objects", Halves("class C{n}:\n    def f(self): pass\n", "C{n}().f(1)\n")),
];

fn nested_classes(size: usize) -> Vec<u8> {
    nested_blocks(size, "class C:\n", "pass\n")
}

fn nested_ifs(size: usize) -> Vec<u8> {
    nested_blocks(size, "if a:\n", "pass\n")
}

/// Blocks of at most 90 levels, which no parser refuses, one after the other.
fn nested_blocks(size: usize, head: &str, body: &str) -> Vec<u8> {
    let mut one = String::new();
    for level in 0..90 {
        one.push_str(&" ".repeat(level));
        one.push_str(head);
    }
    one.push_str(&" ".repeat(90));
    one.push_str(body);
    repeated(&one, size.max(one.len())).into_bytes()
}

fn invalid_utf8(size: usize) -> Vec<u8> {
    let mut bytes = repeated("x{n} = '?'\n", size).into_bytes();
    for byte in &mut bytes {
        if *byte == b'?' {
            *byte = 0xE9;
        }
    }
    bytes
}
