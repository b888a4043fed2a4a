package org.example.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Shortest paths and spanning trees.
 */
public final class Paths {

    /** Stands for the distance of vertices that cannot be reached. */
    public static final int UNREACHABLE = Integer.MAX_VALUE;

    private Paths() {
    }

    /** A set of disjoint groups of numbers that can be united. */
    public static class Groups {
        private final int[] parent;
        private final int[] rank;
        private int count;

        /** Puts each of the numbers below the given size in a group of its own. */
        public Groups(int size) {
            parent = new int[size];
            rank = new int[size];
            count = size;
            for (int i = 0; i < size; i++) {
                parent[i] = i;
            }
        }

        /** Returns the representative of the group of a number, shortening the way to it. */
        public int find(int number) {
            int root = number;
            while (parent[root] != root) {
                root = parent[root];
            }
            int current = number;
            while (parent[current] != root) {
                int next = parent[current];
                parent[current] = root;
                current = next;
            }
            return root;
        }

        /** Unites the groups of two numbers and returns false if they were in the same one already. */
        public boolean unite(int first, int second) {
            int a = find(first);
            int b = find(second);
            if (a == b) {
                return false;
            }
            if (rank[a] < rank[b]) {
                parent[a] = b;
            } else {
                parent[b] = a;
                if (rank[a] == rank[b]) {
                    rank[a]++;
                }
            }
            count--;
            return true;
        }

        public int getCount() {
            return count;
        }
    }

    /**
     * Computes the distances of all vertices from one vertex; weights must not be negative.
     *
     * @param graph the graph to search
     * @param start where all paths begin
     * @return the distances, with UNREACHABLE where there is no path
     */
    public static int[] distances(Graph graph, int start) {
        int[] distance = new int[graph.size()];
        Arrays.fill(distance, UNREACHABLE);
        distance[start] = 0;
        PriorityQueue<int[]> queue = new PriorityQueue<>((a, b) -> Integer.compare(a[1], b[1]));
        queue.add(new int[] {start, 0});
        while (!queue.isEmpty()) {
            int[] entry = queue.poll();
            int vertex = entry[0];
            if (entry[1] > distance[vertex]) {
                continue;
            }
            for (Graph.Edge edge : graph.edgesOf(vertex)) {
                if (edge.weight < 0) {
                    throw new IllegalArgumentException("negative weight");
                }
                int candidate = distance[vertex] + edge.weight;
                if (candidate < distance[edge.to]) {
                    distance[edge.to] = candidate;
                    queue.add(new int[] {edge.to, candidate});
                }
            }
        }
        return distance;
    }

    /**
     * Relaxes all edges again and again, which also works with negative weights.
     *
     * @return the distances from the start, or null if a cycle of negative weight can be reached
     */
    public static int[] distancesWithNegativeEdges(Graph graph, int start) {
        int[] distance = new int[graph.size()];
        Arrays.fill(distance, UNREACHABLE);
        distance[start] = 0;
        boolean changed = true;
        for (int round = 0; round < graph.size() && changed; round++) {
            changed = false;
            for (int vertex = 0; vertex < graph.size(); vertex++) {
                if (distance[vertex] == UNREACHABLE) {
                    continue;
                }
                for (Graph.Edge edge : graph.edgesOf(vertex)) {
                    if (distance[vertex] + edge.weight < distance[edge.to]) {
                        distance[edge.to] = distance[vertex] + edge.weight;
                        changed = true;
                    }
                }
            }
        }
        return changed ? null : distance;
    }

    /**
     * Computes the distances between all pairs of vertices.
     *
     * @param weights the weight of each edge, or UNREACHABLE where there is no edge
     * @return a new table of distances
     */
    public static int[][] allPairs(int[][] weights) {
        int n = weights.length;
        int[][] best = new int[n][];
        for (int i = 0; i < n; i++) {
            best[i] = weights[i].clone();
            best[i][i] = 0;
        }
        for (int via = 0; via < n; via++) {
            for (int from = 0; from < n; from++) {
                if (best[from][via] == UNREACHABLE) {
                    continue;
                }
                for (int to = 0; to < n; to++) {
                    if (best[via][to] != UNREACHABLE) {
                        int length = best[from][via] + best[via][to];
                        if (length < best[from][to]) {
                            best[from][to] = length;
                        }
                    }
                }
            }
        }
        return best;
    }

    /**
     * Follows the predecessors back from a goal and returns the path in forward order.
     *
     * @param previous the vertex before each vertex, or -1 at the start
     * @param goal     the last vertex of the path
     */
    public static List<Integer> trace(int[] previous, int goal) {
        List<Integer> path = new ArrayList<>();
        for (int vertex = goal; vertex >= 0; vertex = previous[vertex]) {
            path.add(vertex);
        }
        Collections.reverse(path);
        return path;
    }

    /** Selects the edges of a spanning tree of least weight, cheapest edges first. */
    public static List<Graph.Edge> spanningTree(Graph graph) {
        List<Graph.Edge> edges = new ArrayList<>();
        for (int vertex = 0; vertex < graph.size(); vertex++) {
            for (Graph.Edge edge : graph.edgesOf(vertex)) {
                if (edge.from <= edge.to) {
                    edges.add(edge);
                }
            }
        }
        Collections.sort(edges);
        Groups groups = new Groups(graph.size());
        List<Graph.Edge> tree = new ArrayList<>();
        for (Graph.Edge edge : edges) {
            if (groups.unite(edge.from, edge.to)) {
                tree.add(edge);
            }
            if (groups.getCount() == 1) {
                break;
            }
        }
        return tree;
    }

    /** Returns the weight of a path, or -1 if two neighbours on it are not connected. */
    public static int pathWeight(Graph graph, int... path) {
        int total = 0;
        for (int i = 1; i < path.length; i++) {
            int cheapest = UNREACHABLE;
            for (Graph.Edge edge : graph.edgesOf(path[i - 1])) {
                if (edge.to == path[i] && edge.weight < cheapest) {
                    cheapest = edge.weight;
                }
            }
            if (cheapest == UNREACHABLE) {
                return -1;
            }
            total += cheapest;
        }
        return total;
    }

    /** Returns the largest finite distance, or -1 if all vertices are out of reach. */
    public static int eccentricity(int[] distances) {
        int largest = -1;
        for (int distance : distances) {
            if (distance != UNREACHABLE && distance > largest) {
                largest = distance;
            }
        }
        return largest;
    }
}
