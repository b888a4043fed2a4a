"""Writes Python files as trees of the kind that the Python150k data set holds: one JSON list of nodes a line.

Runs under Python 2.7, whose `ast` made that data set:

    python2.7 scripts/python150k_trees.py FILES.txt > trees.jsonl

FILES.txt names a file a line. A file that Python 2.7 cannot parse is written as an empty list. `paths_agreement.py` gives
these trees to code2seq's own extractor and compares its lines with those of `examen paths`.
"""

import ast
import json
import sys

PARTS_OF_THE_TYPE = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)

# The fields of these are lists of their own, in this order; `?` stands behind those that are left out when empty.
FIELDS = {
    "For": ("target", "iter", "body[]", "orelse[]?"),
    "If": ("test", "body[]", "orelse[]?"),
    "While": ("test", "body[]", "orelse[]?"),
    "With": ("context_expr", "optional_vars?", "body[]"),
    "TryExcept": ("body[]", "handlers[]", "orelse[]?"),
    "TryFinally": ("body[]", "finalbody[]"),
    "ExceptHandler": ("type[1]?", "name[1]?", "body[]"),
    "ClassDef": ("bases[]", "body[]", "decorator_list[]"),
    "FunctionDef": ("args", "body[]", "decorator_list[]"),
    "arguments": ("args[]", "defaults[]", "vararg!", "kwarg!"),
}

# Where the text of a node is.
VALUES = {"Name": "id", "FunctionDef": "name", "ClassDef": "name", "alias": "name", "ImportFrom": "module", "keyword": "arg"}


class Writer(object):
    def __init__(self):
        self.nodes = []

    def add(self, kind, value=None):
        node = {"type": kind}
        if value is not None:
            node["value"] = value
        self.nodes.append(node)
        return len(self.nodes) - 1

    def list_of(self, kind, items):
        at = self.add(kind)
        self.adopt(at, [self.node(item) for item in items])
        return at

    def adopt(self, at, children):
        if children:
            self.nodes[at]["children"] = children

    def node(self, node):
        kind = type(node).__name__
        value = getattr(node, VALUES[kind], None) if kind in VALUES else None
        if kind == "Num":
            value = repr(node.n)
        elif kind == "Str":
            value = "string"
        at = self.add(kind, value)
        children = []
        if kind == "alias" and node.asname:
            children.append(self.add("identifier", node.asname))
        if kind == "Global":
            children.extend(self.add("identifier", name) for name in node.names)
        if kind in FIELDS:
            children.extend(self.fields(node, FIELDS[kind]))
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, PARTS_OF_THE_TYPE):
                    self.nodes[at]["type"] += type(child).__name__
                else:
                    children.append(self.node(child))
        if kind == "Attribute":
            children.append(self.add("attr", node.attr))
        self.adopt(at, children)
        return at

    def fields(self, node, fields):
        for field in fields:
            name = field.rstrip("?!").split("[")[0]
            value = getattr(node, name)
            if not value and field[-1] in "?!":
                continue
            if field.endswith("!"):
                yield self.add(name, value)
            elif "[1]" in field:
                yield self.list_of(name, [value])
            elif "[]" in field:
                yield self.list_of(name, value)
            else:
                yield self.node(value)


def main():
    for path in open(sys.argv[1]):
        writer = Writer()
        try:
            with open(path.rstrip("\n"), "rb") as file:
                writer.node(ast.parse(file.read(), "file"))
            line = json.dumps(writer.nodes)
        except (SyntaxError, TypeError, ValueError, RuntimeError, UnicodeError):
            line = "[]"
        print(line)


if __name__ == "__main__":
    main()
