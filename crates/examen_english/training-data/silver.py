#!/usr/bin/env python3
"""Silver trees of doc comments, in two steps; only needed to make silver.conllu.gz anew.

  silver.py comments FOLDER...                     first paragraphs of doc comments, separated by form feeds
  silver.py trees WORDS TREEBANK COUNT OTHER       trees of the words that `--example words` printed

The second step needs spaCy 2.3.9 and en-ud-model-sm 1.1.0 (Apache-2.0). COUNT sentences without a subject and OTHER with one are
parsed; TREEBANK (ewt-train.conllu) says which words are verbs. FOLDERs hold packages whose licence permits it (see data/NOTICE).
"""
import ast
import os
import random
import re
import sys

SKIPPED = re.compile(r"todo|license|copyright|inheritdoc|fixme|xxx|\betc\b", re.I)
CODE = re.compile(r"[_(){}\[\]=<>\\@#$|&*~^/`]|\w\.\w|[a-z][A-Z]|::")
NOT_VERBS = "be have no like example type class name value object key list number true false please thank".split()
CODE_VERBS = """parse serialize deserialize munge instantiate initialize append encode decode render validate fetch iterate compute
override invoke resolve dispatch flush commit rollback yield raise wrap unwrap retrieve log query patch merge concatenate escape
unescape tokenize normalize sanitize compile execute emit allocate deallocate increment decrement insert pop push peek traverse
subclass register unregister bind unbind lock unlock toggle spawn lookup truncate pad strip trim format print dump load test assert
mock cache invalidate delegate""".split()
RELATIONS = {
    "dobj": "obj", "nsubjpass": "nsubj:pass", "csubjpass": "csubj:pass", "auxpass": "aux:pass", "neg": "advmod", "mwe": "fixed",
    "name": "flat", "foreign": "flat", "remnant": "orphan", "ROOT": "root", "nmod:npmod": "obl:unmarked",
    "nmod:tmod": "obl:unmarked",
}
SUBJECTS = [
    ("the", "code"), ("The", "code"), ("This", "method"), ("this", "method"), ("The", "method"), ("this", "function"),
    ("This", "function"), ("the", "function"), ("The", "function"), ("This", "class"), ("the", "class"), ("the", "program"),
]


def files(folder, ending):
    found = sorted(
        os.path.join(path, name)
        for path, _, names in os.walk(folder) if "/test" not in path
        for name in names if name.endswith(ending) and "test" not in name.lower())
    random.shuffle(found)
    return found[:160]


def docstrings(folder):
    for path in files(folder, ".py"):
        try:
            tree = ast.parse(open(path, encoding="utf8").read())
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                text = ast.get_docstring(node)
                if text:
                    yield text.split("\n\n")[0]


def javadoc(folder):
    for path in files(folder, ".java"):
        source = open(path, encoding="utf8", errors="replace").read()
        for match in re.finditer(r"/\*\*(.*?)\*/\s*(?=[^\n]*\()", source, re.S):
            lines = (re.sub(r"^\s*\*? ?", "", line) for line in match.group(1).split("\n"))
            text = re.split(r"^\s*@\w+", "\n".join(lines), flags=re.M)[0]
            if text.strip():
                yield text


def comments(folders):
    out = []
    for folder in folders:
        found = {text for read in (docstrings, javadoc) for text in read(folder)}
        kept = sorted(t for t in found if t.isascii() and len(t) < 600 and "\f" not in t and not SKIPPED.search(t))
        random.shuffle(kept)
        out += kept[:900]
    random.shuffle(out)
    sys.stdout.write("\f".join(out))


def rows_of(doc, words, coded):
    """[form, upos, xpos, head, relation] of each word, in the second version of Universal Dependencies."""
    rows = []
    for token in doc:
        relation = RELATIONS.get(token.dep_, token.dep_)
        head = -1 if token.head.i == token.i else token.head.i
        upos, xpos, lower = token.pos_, token.tag_, token.lower_
        plain = relation.split(":")[0]
        if token.dep_ in ("aux", "auxpass", "cop"):
            upos = "AUX"
        elif upos == "AUX":
            upos = "VERB"
        if upos == "CONJ":
            upos = "CCONJ"
        if xpos == "TO" and relation == "case":
            upos, xpos = "ADP", "IN"
        if token.dep_ == "neg" and lower in ("not", "n't"):
            upos = "PART"
        if lower == "no" and xpos == "DT" and relation == "advmod":
            relation = "det"
        if lower == "that" and xpos == "IN" and plain in ("nsubj", "obj"):
            xpos = "WDT"
        if plain != "det" and (xpos == "WDT" or xpos == "DT" and lower in ("this", "that", "these", "those")):
            upos = "PRON"
        if upos == "SCONJ" and plain in ("case", "fixed"):
            upos = "ADP"
        predicate = token.head.pos_ in ("VERB", "ADJ", "ADV", "AUX")
        if relation == "nmod" and predicate and head >= 0:
            by = any(c.dep_ == "case" and c.lower_ == "by" for c in token.children)
            passive = any(c.dep_ == "auxpass" for c in token.head.children)
            relation = "obl:agent" if by and passive else "obl"
        elif relation == "obl:unmarked" and not predicate:
            relation = "nmod:unmarked"
        if coded[token.i]:
            upos, xpos = "NOUN", "NN"
        returned = token.head.lower_ in ("return", "returns", "returned", "returning") and token.i > token.head.i
        if lower in ("true", "false", "null", "none") and returned:
            upos, xpos, relation = "NOUN", "NN", "obj"
        rows.append([words[token.i], upos, xpos, head, relation])
    attach(rows)
    return rows


def attach(rows):
    """Conjunctions go to the conjunct after them; "using" and "by doing" to the verb."""
    for place, row in enumerate(rows):
        if row[4] == "cc" or row[4] == "punct" and row[0] == "," and 0 <= row[3] < place:
            after = [i for i in range(place + 1, len(rows)) if rows[i][4] == "conj" and rows[i][3] == row[3]]
            if after and (row[4] == "cc" or after[0] - place < 6):
                row[3] = after[0]
    for place, row in enumerate(rows):
        by = any(r[0].lower() == "by" and r[3] == place for r in rows[:place])
        if row[2] == "VBG" and row[4] in ("acl", "xcomp") and (row[0].lower() == "using" or by):
            above, steps = row[3], 0
            while above >= 0 and rows[above][1] != "VERB" and steps < 30:
                above, steps = rows[above][3], steps + 1
            if 0 <= above < place:
                row[3], row[4] = above, "advcl"


def is_tree(rows):
    for place in range(len(rows)):
        seen = set()
        while place >= 0 and place not in seen:
            seen.add(place)
            place = rows[place][3]
        if place >= 0:
            return False
    return True


def trees(path, treebank, count, other):
    import en_ud_model_sm
    from spacy.tokens import Doc
    verbs = set(CODE_VERBS)
    for line in open(treebank, encoding="utf8"):
        columns = line.split("\t")
        if len(columns) == 10 and columns[3] == "VERB":
            verbs.add(columns[2].lower())
    model = en_ud_model_sm.load()
    left = {True: count, False: other}
    seen = set()
    for line in open(path, encoding="utf8"):
        base, third, *words = line.rstrip("\n").split("\t")
        text = " ".join(words).lower()
        if not 4 <= len(words) <= 30 or text in seen or any(not w or len(w) > 40 for w in words):
            continue
        seen.add(text)
        first = words[0].lower()
        bare = base in verbs and base not in NOT_VERBS and words[0].isalpha() and first in (base, third)
        if left[bare] <= 0:
            continue
        left[bare] -= 1
        full = ["the", "code", third] + words[1:] if bare else words
        shown = ["object" if CODE.search(w) and re.search(r"\w", w) else w for w in full]
        doc = Doc(model.vocab, words=shown)
        for _, step in model.pipeline:
            doc = step(doc)
        roots = [token.i for token in doc if token.head.i == token.i]
        if len(roots) != 1 or any(token.dep_ == "dep" for token in doc):
            continue
        rows = rows_of(doc, full, [a != b for a, b in zip(full, shown)])
        if bare:
            if roots[0] != 2 or not doc[2].tag_.startswith("VB") or doc[1].head.i != 2:
                continue
            rows[2][1:3] = ["VERB", "VBZ"]
            if random.random() < 0.45:
                rows[0][0], rows[1][0] = random.choice(SUBJECTS)
            elif any(row[3] in (0, 1) for row in rows[2:]):
                continue
            else:
                rows = [[r[0], r[1], r[2], r[3] - 2 if r[3] >= 0 else -1, r[4]] for r in rows[2:]]
                rows[0][0] = words[0]
                rows[0][2] = "VB" if first == base else "VBZ"
        elif not any(row[4].startswith("nsubj") for row in rows) and random.random() < 0.5:
            continue
        if is_tree(rows):
            for place, row in enumerate(rows):
                columns = [place + 1, row[0], row[0].lower(), row[1], row[2], "_", row[3] + 1, row[4], "_", "_"]
                print("\t".join(map(str, columns)))
            print()


if __name__ == "__main__":
    random.seed(7)
    if len(sys.argv) > 2 and sys.argv[1] == "comments":
        comments(sys.argv[2:])
    elif len(sys.argv) == 6 and sys.argv[1] == "trees":
        trees(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
    else:
        sys.exit(__doc__)
