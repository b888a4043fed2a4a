"""Directed and undirected graphs as dictionaries of neighbours."""

import collections
import random
from collections import deque


class GraphError(Exception):
    """Raised when an operation does not fit the graph."""


class Graph:
    """A directed graph with weights on its edges."""

    def __init__(self, edges=()):
        self._out = {}
        self._in = {}
        for edge in edges:
            self.add_edge(*edge)

    def __contains__(self, node):
        return node in self._out

    def __len__(self):
        return len(self._out)

    def __iter__(self):
        return iter(self._out)

    def __getitem__(self, pair):
        raise AttributeError("use weight() to look up an edge")

    def add_node(self, node):
        """Add a node; adding it twice changes nothing."""
        self._out.setdefault(node, {})
        self._in.setdefault(node, {})

    def add_edge(self, source, target, weight=1):
        """Add an edge, and its nodes if they are new."""
        self.add_node(source)
        self.add_node(target)
        self._out[source][target] = weight
        self._in[target][source] = weight

    def remove_edge(self, source, target):
        """Remove an edge or raise `GraphError` if there is none."""
        if target not in self._out.get(source, ()):
            raise GraphError("no edge from %r to %r" % (source, target))
        del self._out[source][target]
        del self._in[target][source]

    def remove_node(self, node):
        """Remove a node with all its edges."""
        for target in list(self._out[node]):
            self.remove_edge(node, target)
        for source in list(self._in[node]):
            self.remove_edge(source, node)
        del self._out[node]
        del self._in[node]

    def weight(self, source, target):
        """Return the weight of an edge."""
        return self._out[source][target]

    def neighbours(self, node):
        """Return the nodes that edges lead to from here."""
        return list(self._out[node])

    def predecessors(self, node):
        """Return the nodes that edges come from."""
        return list(self._in[node])

    def edges(self):
        """Yield each edge as source, target and weight."""
        for source, targets in self._out.items():
            for target, weight in targets.items():
                yield source, target, weight

    def degree(self, node):
        """Return the number of edges that begin or end at a node."""
        return len(self._out[node]) + len(self._in[node])

    def reversed(self):
        """Return the graph with each edge turned around."""
        result = type(self)()
        for node in self:
            result.add_node(node)
        for source, target, weight in self.edges():
            result.add_edge(target, source, weight)
        return result

    def subgraph(self, nodes):
        """Return the part of the graph between the given nodes."""
        wanted = set(nodes)
        result = type(self)()
        for node in wanted:
            result.add_node(node)
        for source, target, weight in self.edges():
            if source in wanted and target in wanted:
                result.add_edge(source, target, weight)
        return result


class UndirectedGraph(Graph):
    """A graph whose edges have no direction."""

    def add_edge(self, source, target, weight=1):
        """Add an edge that can be walked both ways."""
        super().add_edge(source, target, weight)
        super().add_edge(target, source, weight)

    def remove_edge(self, source, target):
        super().remove_edge(source, target)
        if source != target:
            super().remove_edge(target, source)

    def remove_node(self, node):
        """Remove a node with all its edges."""
        for target in list(self._out[node]):
            self.remove_edge(node, target)
        del self._out[node]
        del self._in[node]

    def degree(self, node):
        """Return the number of edges at a node."""
        return len(self._out[node])


class NodeView:
    """The nodes of a graph, with a filter."""

    def __init__(self, graph, keep=None):
        self.graph = graph
        self.keep = keep or (lambda node: True)

    def __iter__(self):
        return NodeView(self.graph, self.keep)

    def __len__(self):
        return sum(1 for node in self.graph if self.keep(node))

    def first(self):
        """Return the first node that passes the filter, or None."""
        for node in self.graph:
            if self.keep(node):
                return node
        return None


def breadth_first(graph, start):
    """Yield the nodes that can be reached, nearest first."""
    seen = {start}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        yield node
        for neighbour in graph.neighbours(node):
            if neighbour not in seen:
                seen.add(neighbour)
                queue.append(neighbour)


def depth_first(graph, start):
    """Yield the nodes that can be reached, going deep before wide."""
    seen = set()
    stack = [start]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        yield node
        stack.extend(reversed(graph.neighbours(node)))


def topological_order(graph):
    """Return the nodes so that all edges lead forward.

    Raises `GraphError` if the graph has a cycle.
    """
    waiting = {node: len(graph.predecessors(node)) for node in graph}
    ready = deque(node for node, count in waiting.items() if count == 0)
    order = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for neighbour in graph.neighbours(node):
            waiting[neighbour] -= 1
            if waiting[neighbour] == 0:
                ready.append(neighbour)
    if len(order) != len(graph):
        raise GraphError("graph has a cycle")
    return order


def has_cycle(graph):
    """Tell whether a directed graph has a cycle."""
    try:
        topological_order(graph)
    except GraphError:
        return True
    return False


def components(graph):
    """Return the connected parts of an undirected graph, largest first."""
    left = set(graph)
    parts = []
    while left:
        part = set(breadth_first(graph, next(iter(left))))
        parts.append(part)
        left -= part
    return sorted(parts, key=len, reverse=True)


def degree_histogram(graph):
    """Count the nodes by their degree."""
    return collections.Counter(graph.degree(node) for node in graph)


def is_bipartite(graph):
    """Tell whether two colours are enough for an undirected graph."""
    colours = {}
    for start in graph:
        if start in colours:
            continue
        colours[start] = 0
        for node in breadth_first(graph, start):
            for neighbour in graph.neighbours(node):
                if neighbour not in colours:
                    colours[neighbour] = 1 - colours[node]
                elif colours[neighbour] == colours[node]:
                    return False
    return True


def random_graph(size, probability, seed=None):
    """Make a random undirected graph in which each edge has the same chance."""
    source = random.Random(seed)
    graph = UndirectedGraph()
    for i in range(size):
        graph.add_node(i)
        for j in range(i):
            if source.random() < probability:
                graph.add_edge(i, j)
    return graph


def grid(height, width):
    """Make the graph of a grid whose nodes are pairs of row and column."""
    graph = UndirectedGraph()
    for i in range(height):
        for j in range(width):
            if i + 1 < height:
                graph.add_edge((i, j), (i + 1, j))
            if j + 1 < width:
                graph.add_edge((i, j), (i, j + 1))
    return graph
