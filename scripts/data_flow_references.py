#!/usr/bin/env python3
"""What GraphCodeBERT's own extractor makes of functions, to hold `examen_views::data_flow` against.

    pip install tree-sitter==0.26.0 tree-sitter-java==0.23.5 tree-sitter-python==0.25.0
    python3 scripts/data_flow_references.py CODEBERT crates/examen_views/fixtures/data_flow/*.md \\
        > crates/examen_views/fixtures/data_flow/references.jsonl
    python3 scripts/data_flow_references.py CODEBERT functions.jsonl > references.jsonl
    cargo run --release -p examen_views --example data_flow_agreement -- references.jsonl

CODEBERT is a checkout of microsoft/CodeBERT (c0de43d). Functions are the code blocks of Markdown files, named by the heading above them,
or lines of JSON with `language` and `code`. The first line of the output names the tools and their versions.

    python3 scripts/data_flow_references.py --draw 500 FOLDER ... > functions.jsonl

With `--draw COUNT` it writes functions for that: so many Java methods and so many Python functions of the files in some folders, at most 20,000
characters long, by a hash of their texts.

With `--library FILE` the grammars come from a library that `Language.build_library` of tree-sitter 0.20.4 made of checkouts of
older grammars. Those of 23 September 2021, when the authors built theirs last: tree-sitter-java 2efe37f, tree-sitter-python 9b84b7f.

The extractor runs as it is, on nodes that differ from the parser's in two things: string literals have no parts (in Java they had none in the
grammar it was written for; in Python it takes them whole, but looks for their parts in some assignments and fails), and comments and
continued lines are `comment`. Tokens of whitespace or nothing, which the parser puts in, are left out of the output. Python must be below 3.12, since
later ones cut f-strings.

    pip install transformers==5.22.2
    python3 scripts/data_flow_references.py CODEBERT --tokenizer crates/examen_models/fixtures/encoders/roberta \\
        crates/examen_views/fixtures/data_flow/*.md > crates/examen_models/fixtures/data_flow_sequences.jsonl

With `--tokenizer` the output has what `run.py` of the code search shows the network, with the tables of that folder: ids without padding, and the
variables with their tokens and sources. Every second function is shown, cut to 8 tokens with room for 128 variables; none into which the parser put tokens.
"""

import ast
import hashlib
import importlib.metadata
import json
import pathlib
import re
import sys
import textwrap
import types

STRINGS = {"string", "string_literal"}
COMMENTS = {"comment", "line_comment", "block_comment", "line_continuation"}

# Short, so that some of the functions are cut: tokens and variables together are 136 at most.
LENGTH = 8


class Node:
    """A node as the extractor expects it."""

    def __init__(self, inner):
        self.inner = inner
        self.type = "comment" if inner.type in COMMENTS else inner.type
        self.start_point = tuple(inner.start_point)
        self.end_point = tuple(inner.end_point)

    @property
    def children(self):
        return [] if self.inner.type in STRINGS else [Node(child) for child in self.inner.children]

    def child_by_field_name(self, name):
        child = self.inner.child_by_field_name(name)
        return None if child is None else Node(child)


def parsers(library):
    import tree_sitter

    if library:
        languages = {name: tree_sitter.Language(library, name) for name in ["java", "python"]}
        made = {name: tree_sitter.Parser() for name in languages}
        for name, parser in made.items():
            parser.set_language(languages[name])
        return made
    import tree_sitter_java
    import tree_sitter_python

    grammars = {"java": tree_sitter_java, "python": tree_sitter_python}
    return {name: tree_sitter.Parser(tree_sitter.Language(it.language())) for name, it in grammars.items()}


def functions(path):
    if path.suffix == ".jsonl":
        for line in path.open():
            row = json.loads(line)
            yield {key: row[key] for key in ["language", "code"]}
        return
    # A quotation under a heading says why we differ there.
    pattern = re.compile(r"^## (.*?)\n\n(?:> (.*?)\n\n)?```(java|py)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
    for name, reason, word, code in pattern.findall(path.read_text()):
        row = {"language": "python" if word == "py" else "java", "name": name, "code": code}
        if reason:
            row["differs"] = reason.replace("\n> ", " ")
        yield row


def drawn(folders, count):
    """Methods and functions in an order that tells nothing of them."""
    known = parsers(None)
    kinds = {".java": ("java", "method_declaration"), ".py": ("python", "function_definition")}
    found = {"java": {}, "python": {}}
    for path in (path for folder in folders for path in folder.rglob("*") if path.suffix in kinds and path.is_file()):
        language, kind = kinds[path.suffix]
        text = path.read_bytes()
        nodes = [known[language].parse(text).root_node]
        while nodes:
            node = nodes.pop()
            nodes.extend(node.children)
            if node.type == kind and node.end_byte - node.start_byte <= 20_000:
                lines = text[node.start_byte - node.start_point[1] : node.end_byte].decode(errors="replace")
                code = textwrap.dedent(lines) if language == "python" else text[node.start_byte : node.end_byte].decode(errors="replace")
                found[language][hashlib.sha256(code.encode()).hexdigest()] = code
    for language, functions_by_hash in found.items():
        for _, code in sorted(functions_by_hash.items())[:count]:
            yield {"language": language, "code": code}


def flow(extractor, parser, language, code):
    """Tokens and edges, by the steps of the authors' scripts, and whether all tokens are in the text."""
    try:
        code = extractor.remove_comments_and_docstrings(code, language)
    except Exception:
        pass
    root = Node(parser.parse(code.encode()).root_node)
    places = extractor.tree_to_token_index(root)
    lines = code.split("\n")
    tokens = [extractor.index_to_code_token(place, lines) for place in places]
    known = {place: (at, token) for at, (place, token) in enumerate(zip(places, tokens))}
    follow = extractor.DFG_java if language == "java" else extractor.DFG_python
    try:
        edges, _ = follow(root, known, {})
    except Exception:
        edges = []
    edges = sorted(edges, key=lambda edge: edge[1])
    connected = {token for edge in edges if edge[4] for token in [edge[1], *edge[4]]}
    covers = [token.strip() != "" for token in tokens]
    number = {at: sum(covers[:at]) for at in range(len(places))}
    return {
        "tokens": [token for token, is_text in zip(tokens, covers) if is_text],
        "edges": [
            [number[edge[1]], edge[2], [number[source] for source in edge[4]]] for edge in edges if edge[1] in connected
        ],
    }, all(covers)


def sequences(checkout, extractor, parsers, folder, rows):
    """What `run.py` makes of functions. It is not imported, since that would load networks; its functions are."""
    from transformers import RobertaTokenizer

    source = (checkout / "GraphCodeBERT" / "codesearch" / "run.py").read_text()
    wanted = {"extract_dataflow", "InputFeatures", "convert_examples_to_features"}
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if getattr(node, "name", None) in wanted]
    names = dict(vars(extractor))
    names["parsers"] = {
        language: [
            types.SimpleNamespace(
                parse=lambda text, parser=parser: types.SimpleNamespace(root_node=Node(parser.parse(text).root_node))
            ),
            extractor.DFG_java if language == "java" else extractor.DFG_python,
        ]
        for language, parser in parsers.items()
    }
    exec(compile(tree, "run.py", "exec"), names)
    tokenizer = RobertaTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"))
    for row in rows:
        settings = types.SimpleNamespace(lang=row["language"], code_length=LENGTH, data_flow_length=128, nl_length=2)
        example = {"original_string": row["code"], "docstring_tokens": [], "url": ""}
        made = names["convert_examples_to_features"]((example, tokenizer, settings))
        ids = [id for id, place in zip(made.code_ids, made.position_idx) if place > 1]
        nodes = [list(node) for node in zip(made.dfg_to_code, made.dfg_to_dfg)]
        yield {key: row[key] for key in ["code", "tokens", "edges"]} | {"length": LENGTH, "ids": ids, "nodes": nodes}


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--draw"]:
        for row in drawn(map(pathlib.Path, arguments[2:]), int(arguments[1])):
            print(json.dumps(row))
        return
    library = None
    if "--library" in arguments:
        at = arguments.index("--library")
        library = arguments[at + 1]
        del arguments[at : at + 2]
    tokenizer = None
    if "--tokenizer" in arguments:
        at = arguments.index("--tokenizer")
        tokenizer = pathlib.Path(arguments[at + 1])
        del arguments[at : at + 2]
    checkout, *paths = map(pathlib.Path, arguments)
    sys.path.insert(0, str(checkout / "GraphCodeBERT" / "codesearch"))
    import parser as extractor

    sys.setrecursionlimit(10_000)
    tools = ["tree-sitter"] if library else ["tree-sitter", "tree-sitter-java", "tree-sitter-python"]
    tools += ["transformers"] if tokenizer else []
    versions = ", ".join(f"{tool} {importlib.metadata.version(tool)}" for tool in tools)
    python = ".".join(map(str, sys.version_info[:3]))
    print(json.dumps({"tool": f"microsoft/CodeBERT c0de43d, GraphCodeBERT/codesearch/parser; {versions}; Python {python}"}))
    known = parsers(library)
    rows = [row for path in sorted(paths) for row in functions(path)]
    whole = []
    for row in rows:
        found, is_whole = flow(extractor, known[row["language"]], row["language"], row["code"])
        row.update(found)
        if is_whole and "differs" not in row and row["tokens"]:
            whole.append(row)
    if tokenizer:
        rows = sequences(checkout, extractor, known, tokenizer, whole[::2])
    for row in rows:
        print(json.dumps(row))


if __name__ == "__main__":
    main()
