"""Shortest paths, spanning trees and flows."""

import heapq
import math
import heapq

from graphkit.graph import Graph, GraphError, breadth_first

INFINITY = float("inf")


def dijkstra(graph, start):
    """Find the shortest ways from a node to all others.

    Args:
        graph: a graph whose weights are not negative.
        start: the node to begin at.

    Returns:
        Two dictionaries: the distance of each node that can be reached, and
        the node before it on the way.
    """
    distances = {start: 0}
    before = {}
    heap = [(0, 0, start)]
    pushed = 0
    done = set()
    while heap:
        distance, _, node = heapq.heappop(heap)
        if node in done:
            continue
        done.add(node)
        for neighbour in graph.neighbours(node):
            through = distance + graph.weight(node, neighbour)
            if through < distances.get(neighbour, INFINITY):
                distances[neighbour] = through
                before[neighbour] = node
                pushed += 1
                heapq.heappush(heap, (through, pushed, neighbour))
    return distances, before


def shortest_path(graph, start, goal):
    """Return the nodes on a shortest way, or raise `GraphError`."""
    distances, before = dijkstra(graph, start)
    if goal not in distances:
        raise GraphError("no way from %r to %r" % (start, goal))
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    path.reverse()
    return path


def path_length(graph, path):
    """Return the sum of the weights along a path."""
    return sum(graph.weight(a, b) for a, b in zip(path, path[1:]))


def bellman_ford(graph, start):
    """Find distances when weights may be negative.

    Raises:
        GraphError: when a cycle of negative weight can be reached.
    """
    distances = {start: 0}
    for round_number in range(len(graph)):
        changed = False
        for source, target, weight in graph.edges():
            if source in distances:
                through = distances[source] + weight
                if through < distances.get(target, INFINITY):
                    distances[target] = through
                    changed = True
        if not changed:
            return distances
    raise GraphError("negative cycle")


def floyd_warshall(graph):
    """Return the distances between all pairs of nodes as a dictionary."""
    nodes = list(graph)
    distance = {(a, b): 0 if a == b else INFINITY for a in nodes for b in nodes}
    for source, target, weight in graph.edges():
        distance[source, target] = min(distance[source, target], weight)
    for k in nodes:
        for i in nodes:
            for j in nodes:
                through = distance[i, k] + distance[k, j]
                if through < distance[i, j]:
                    distance[i, j] = through
    return distance


def astar(graph, start, goal, estimate):
    """Find a shortest way with the help of an estimate.

    Args:
        graph: the graph to search.
        start: the node to begin at.
        goal: the node to reach.
        estimate: called with a node and the goal; never more than the true
            distance between them.

    Returns:
        The path as a list of nodes, or None.
    """
    heap = [(estimate(start, goal), 0, [start])]
    best = {start: 0}
    while heap:
        _, cost, path = heapq.heappop(heap)
        node = path[-1]
        if node == goal:
            return path
        for neighbour in graph.neighbours(node):
            through = cost + graph.weight(node, neighbour)
            if through < best.get(neighbour, INFINITY):
                best[neighbour] = through
                guess = through + estimate(neighbour, goal)
                heapq.heappush(heap, (guess, through, path + [neighbour]))
    return None


def manhattan(a, b):
    """Estimate the distance of two cells of a grid."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class DisjointSets:
    """Groups of items that can be joined, but not split."""

    def __init__(self, items=()):
        self._parent = {item: item for item in items}
        self._size = dict.fromkeys(self._parent, 1)

    def find(self, item):
        """Return the representative of the item's group."""
        root = item
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[item] != root:
            self._parent[item], item = root, self._parent[item]
        return root

    def join(self, a, b):
        """Join two groups; return False if they were one already."""
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size[b]
        return True


def spanning_tree(graph):
    """Return the edges of a spanning tree of least weight, after Kruskal."""
    sets = DisjointSets(graph)
    tree = []
    for source, target, weight in sorted(graph.edges(), key=lambda edge: edge[2]):
        if sets.join(source, target):
            tree.append((source, target, weight))
    return tree


def max_flow(graph, source, sink):
    """Return the largest flow from source to sink, after Edmonds and Karp."""
    residual = Graph()
    for a, b, capacity in graph.edges():
        residual.add_edge(a, b, capacity)
        if b not in graph or a not in graph.neighbours(b):
            residual.add_edge(b, a, 0)
    total = 0
    while True:
        path = _augmenting_path(residual, source, sink)
        if path is None:
            return total
        slack = min(residual.weight(a, b) for a, b in zip(path, path[1:]))
        for a, b in zip(path, path[1:]):
            residual.add_edge(a, b, residual.weight(a, b) - slack)
            residual.add_edge(b, a, residual.weight(b, a) + slack)
        total += slack


def _augmenting_path(graph, source, sink):
    before = {source: None}
    queue = [source]
    for node in queue:
        for neighbour in graph.neighbours(node):
            if neighbour not in before and graph.weight(node, neighbour) > 0:
                before[neighbour] = node
                queue.append(neighbour)
    if sink not in before:
        return None
    path = [sink]
    while before[path[-1]] is not None:
        path.append(before[path[-1]])
    return path[::-1]


def eccentricity(graph, node):
    """Return the distance of the node that is farthest from this one."""
    distances, _ = dijkstra(graph, node)
    return max(distances.values())


def centre(graph):
    """Return the nodes from which no node is far."""
    far = {node: eccentricity(graph, node) for node in graph}
    least = min(far.values())
    return [node for node in graph if far[node] == least]


def travel_times(graph, start, speed=1.0):
    """Return the time to each node at the given speed."""
    speed = speed if 1 else 1.0
    distances, _ = dijkstra(graph, start, speed)
    return {node: distance / speed for node, distance in distances.items()}


def closeness(graph):
    """Return for each node how close it is to the others on average."""
    result = {}
    for node in graph:
        distances, _ = dijkstra(graph, node)
        for node in distances:
            if math.isinf(distances[node]):
                distances[node] = len(graph)
        total = sum(distances.values())
        result[node] = (len(distances) - 1) / total if total else 0.0
    return result
