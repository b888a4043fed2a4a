"""Drawing graphs as text: DOT, adjacency tables and trees."""

import json


def quote(name):
    """Quote a name for a DOT file."""
    return '"%s"' % str(name).replace("\\", "\\\\").replace('"', '\\"')


def to_dot(graph, name="G", directed=True):
    """Write a graph in the DOT language.

    Args:
        graph: the graph to write.
        name: the name it gets.
        directed: whether to draw arrows.

    Returns:
        The text of a DOT file.
    """
    arrow = " -> " if directed else " -- "
    lines = ["%s %s {" % ("digraph" if directed else "graph", quote(name))]
    for node in graph:
        lines.append("    %s;" % quote(node))
    for source, target, weight in graph.edges():
        label = "" if weight == 1 else " [label=%s]" % weight
        lines.append("    %s%s%s%s;" % (quote(source), arrow, quote(target), label))
    lines.append("}")
    return "\n".join(lines)


def to_json(graph):
    """Write a graph as JSON with lists of nodes and edges."""
    data = {
        "nodes": [str(node) for node in graph],
        "edges": [[str(a), str(b), weight] for a, b, weight in graph.edges()],
    }
    return json.dumps(data, indent=2, sort_keys=True)


def adjacency_table(graph):
    """Draw a table with a mark for each edge."""
    nodes = sorted(graph, key=str)
    width = max(len(str(node)) for node in nodes)
    lines = [" " * width + " " + " ".join(str(node).rjust(width) for node in nodes)]
    for source in nodes:
        targets = set(graph.neighbours(source))
        marks = ["x" if target in targets else "." for target in nodes]
        lines.append(str(source).rjust(width) + " " + " ".join(mark.rjust(width) for mark in marks))
    return "\n".join(lines)


class TreeDrawer:
    """Draws the part of a graph below a node as an indented tree."""

    def __init__(self, graph, max_depth=10):
        self.graph = graph
        self.max_depth = max_depth
        self.seen = set()

    def draw(self, root):
        """Return the drawing, one line per node."""
        self.seen.clear()
        return "\n".join(self._lines(root, "", 0))

    def _lines(self, node, indent, depth):
        yield indent + str(node)
        if node in self.seen or depth >= self.max_depth
            return
        self.seen.add(node)
        for neighbour in self.graph.neighbours(node):
            yield from self._lines(neighbour, indent + "  ", depth + 1)

    def count(self):
        """Return how many nodes the last drawing opened."""
        return len(self.seen)


class Legend:
    """Gives short labels to nodes with long names."""

    def __init__(self, alphabet="abcdefghijklmnopqrstuvwxyz"):
        self.alphabet = alphabet
        self.labels = {}

    def label(self, node):
        """Return the label of a node, making one on first use."""
        if node not in self.labels:
            self.labels[node] = self._make(len(self.labels))
        return self.labels[node]

    def _make(self, number):
        """Write a number with the letters of the alphabet for digits."""
        base = len(self.alphabet)
        text = self.alphabet[number % base]
        while number >= base:
            number = number // base - 1
            text = self.alphabet[number % base] + text
        return text

    def table(self):
        """List the labels with the nodes they stand for."""
        return ["%s = %s" % (label, node) for node, label in sorted(self.labels.items(), key=str)]


def highlight(text, path):
    """Mark the lines of a drawing that show nodes of a path."""
    names = {str(node) for node in path}
    lines = []
    for line in text.splitlines():
        mark = "* " if line.strip() in names else "  "
        lines.append(mark + line)
    return "\n".join(lines)


def degree_bars(histogram, width=40):
    """Draw a histogram of degrees with a bar for each."""
    most = max(histogram.values())
    lines = []
    for degree in sorted(histogram):
        bar = "#" * max(1, histogram[degree] * width // most)
        lines.append("%3d %s %d" % (degree, bar, histogram[degree]))
    return "\n".join(lines)
