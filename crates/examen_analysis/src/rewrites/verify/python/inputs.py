"""Arguments by the annotations and defaults of parameters; the same in every run."""

import inspect
import random
import re

COUNT = 12

VALUES = {
    "int": [1, 0, -1, 2, 3, 5, 10, 7, 100, -50, 13, 4],
    "float": [1.5, 0.0, -0.0, -2.25, float("nan"), 3.0, float("inf"), 1e-9, 1e10, 2.0, -1.0, 0.5],
    "bool": [True, False],
    "str": ["abc", "", "a", "Hello, World", "12", "b", "-7", " é€ x ", "aaa", "true", "c", "x y"],
    "bytes": [b"abc", b"", b"\x00\xff", b"a b"],
    "None": [None],
    "object": [1, "abc", None, [3, 1, 2], 0, "", {"a": 1}, 2.5, True, (1, 2), -1, []],
}
LENGTHS = [3, 0, 1, 5, 2, 4, 8, 3, 6, 2, 5, 1]
CONTAINERS = {"list", "tuple", "set", "dict", "sequence", "iterable"}


def is_simple(parameter):
    return kind(parameter) is not None


def kind(parameter):
    """The type as text, such as `list[int]`; of a parameter without annotation, that of its default."""
    note = parameter.annotation
    if note is inspect.Parameter.empty:
        if parameter.default is inspect.Parameter.empty or parameter.default is None:
            return "object"
        note = type(parameter.default)
    text = note.__name__ if isinstance(note, type) and not hasattr(note, "__args__") else str(note)
    text = re.sub(r"\b(typing|collections\.abc|builtins)\.", "", text).lower().replace(" ", "").replace("any", "object")
    text = re.sub(r"^optional\[(.*)\]$", r"\1|none", text).replace("|none", "|None").replace("none|", "None|")
    return text if parsed(text) is not None else None


def parsed(text):
    """Alternatives of (name, types of the parts), or None."""
    alternatives = []
    for option in split(text, "|"):
        match = re.fullmatch(r"(\w+)(?:\[(.*)\])?", option)
        if match is None:
            return None
        name, inner = match.groups()
        parts = [] if inner is None else [it for it in split(inner, ",") if it != "..."]
        if name in CONTAINERS:
            if not all(parsed(it) for it in parts):
                return None
        elif name not in VALUES or parts:
            return None
        alternatives.append((name, parts))
    return alternatives


def split(text, separator):
    """Splits where no bracket is open."""
    pieces, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == separator and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += letter
    return pieces


def make(parameters, number):
    """The arguments of a call by name. Every fourth time, arguments of one type are one object."""
    made, kinds = {}, {}
    for position, parameter in enumerate(parameters):
        text = kind(parameter)
        if number % 4 == 3 and text in kinds:
            made[parameter.name] = made[kinds[text]]
        else:
            generator = random.Random(number * 1_000_003 + position * 7919 + 17)
            made[parameter.name] = value(text, generator, number + 5 * position, 0)
        kinds[text] = parameter.name
    return made


def value(text, generator, turn, depth):
    alternatives = parsed(text)
    name, parts = alternatives[turn % len(alternatives)]
    if name not in CONTAINERS:
        values = VALUES[name]
        chosen = generator.randrange(len(values)) if depth else turn % len(values)
        if name == "int" and depth:
            return generator.randrange(-3, 9)
        chosen = values[chosen]
        return chosen.copy() if isinstance(chosen, (list, dict)) else chosen
    length = generator.randrange(4) if depth else LENGTHS[turn % len(LENGTHS)]

    def part(at):
        of = parts[at % len(parts)] if parts else "int"
        return value(of, generator, generator.randrange(COUNT), depth + 1)

    if name == "dict":
        pairs = ((part(0) if parts else str(at), part(1) if parts else at) for at in range(length))
        return {key: it for key, it in pairs if not isinstance(key, (list, dict, set))}
    if name == "tuple" and len(parts) > 1:
        return tuple(part(at) for at in range(len(parts)))
    items = [part(0) for _ in range(length)]
    return {"tuple": tuple, "set": set}.get(name, list)(items)
