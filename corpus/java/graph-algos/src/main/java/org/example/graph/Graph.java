package org.example.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * A graph with numbered vertices and weighted edges.
 */
public class Graph {

    /** A connection between two vertices. */
    public static final class Edge implements Comparable<Edge> {
        final int from;
        final int to;
        final int weight;

        Edge(int from, int to, int weight) {
            this.from = from;
            this.to = to;
            this.weight = weight;
        }

        public int getWeight() { return weight; }

        /** Returns the end of this edge that is not the given vertex. */
        public int other(int vertex) {
            return vertex == from ? to : from;
        }

        @Override
        public int compareTo(Edge that) {
            return Integer.compare(weight, that.weight);
        }
    }

    private final List<List<Edge>> outgoing;
    private final boolean directed;
    private int edgeCount;

    /**
     * Creates a graph without edges.
     *
     * @param vertices the number of vertices
     * @param directed whether edges can only be followed in one direction
     */
    public Graph(int vertices, boolean directed) {
        this.outgoing = new ArrayList<>(vertices);
        this.directed = directed;
        for (int i = 0; i < vertices; i++) {
            outgoing.add(new ArrayList<>());
        }
    }

    /** Connects two vertices with an edge of the given weight. */
    public void connect(int from, int to, int weight) {
        outgoing.get(from).add(new Edge(from, to, weight));
        if (!directed) {
            outgoing.get(to).add(new Edge(to, from, weight));
        }
        edgeCount++;
    }

    /** Returns the number of vertices. */
    public int size() {
        return outgoing.size();
    }

    public int getEdgeCount() {
        return edgeCount;
    }

    /** Returns the number of edges that leave a vertex. */
    public int degree(int vertex) {
        return outgoing.get(vertex).size();
    }

    /** Tells whether an edge leads straight from one vertex to another. */
    public boolean hasEdge(int from, int to) {
        for (Edge edge : outgoing.get(from)) {
            if (edge.to == to) {
                return true;
            }
        }
        return false;
    }

    List<Edge> edgesOf(int vertex) {
        return outgoing.get(vertex);
    }

    /**
     * Visits everything reachable from a vertex, nearest vertices first.
     *
     * @param start where to begin
     * @return the number of edges on a shortest way to each vertex, or -1 if there is no way
     */
    public int[] breadthFirst(int start) {
        int[] distance = new int[size()];
        Arrays.fill(distance, -1);
        distance[start] = 0;
        Deque<Integer> waiting = new ArrayDeque<>();
        waiting.add(start);
        while (!waiting.isEmpty()) {
            int vertex = waiting.remove();
            for (Edge edge : outgoing.get(vertex)) {
                if (distance[edge.to] < 0) {
                    distance[edge.to] = distance[vertex] + 1;
                    waiting.add(edge.to);
                }
            }
        }
        return distance;
    }

    /** Lists the vertices reachable from a start in the order in which a depth-first search enters them. */
    public List<Integer> depthFirst(int start) {
        List<Integer> order = new ArrayList<>();
        boolean[] seen = new boolean[size()];
        Deque<Integer> stack = new ArrayDeque<>();
        stack.push(start);
        while (!stack.isEmpty()) {
            int vertex = stack.pop();
            if (seen[vertex]) {
                continue;
            }
            seen[vertex] = true;
            order.add(vertex);
            List<Edge> edges = outgoing.get(vertex);
            for (int i = edges.size() - 1; i >= 0; i--) {
                if (!seen[edges.get(i).to]) {
                    stack.push(edges.get(i).to);
                }
            }
        }
        return order;
    }

    /**
     * Numbers the connected parts of an undirected graph.
     *
     * @return for each vertex the number of its part, counted from zero
     */
    public int[] components() {
        int[] part = new int[size()];
        Arrays.fill(part, -1);
        int next = 0;
        for (int vertex = 0; vertex < size(); vertex++) {
            if (part[vertex] >= 0) {
                continue;
            }
            for (int reached : depthFirst(vertex)) {
                part[reached] = next;
            }
            next++;
        }
        return part;
    }

    /** Tells whether the vertices can be split in two groups with no edge inside of a group. */
    public boolean isBipartite() {
        int[] colour = new int[size()];
        for (int start = 0; start < size(); start++) {
            if (colour[start] != 0) {
                continue;
            }
            colour[start] = 1;
            Deque<Integer> waiting = new ArrayDeque<>();
            waiting.add(start);
            while (!waiting.isEmpty()) {
                int vertex = waiting.remove();
                for (Edge edge : outgoing.get(vertex)) {
                    if (colour[edge.to] == 0) {
                        colour[edge.to] = -colour[vertex];
                        waiting.add(edge.to);
                    } else if (colour[edge.to] == colour[vertex]) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /**
     * Sorts the vertices of a directed graph so that all edges point forward.
     *
     * @return the sorted vertices
     * @throws IllegalStateException if the graph has a cycle
     */
    public List<Integer> topologicalOrder() {
        int[] incoming = new int[size()];
        for (List<Edge> edges : outgoing) {
            for (Edge edge : edges) {
                incoming[edge.to]++;
            }
        }
        List<Integer> order = new ArrayList<>();
        for (int vertex = 0; vertex < size(); vertex++) {
            if (incoming[vertex] == 0) {
                order.add(vertex);
            }
        }
        for (int i = 0; i < order.size(); i++) {
            for (Edge edge : outgoing.get(order.get(i))) {
                incoming[edge.to]--;
                if (incoming[edge.to] == 0) {
                    order.add(edge.to);
                }
            }
        }
        if (order.size() < size()) {
            throw new IllegalStateException("the graph has a cycle");
        }
        return order;
    }

    /** Returns the total weight of all edges, counting each undirected edge once. */
    public long totalWeight() {
        long total = 0;
        for (List<Edge> edges : outgoing) {
            for (Edge edge : edges) {
                total += edge.weight;
            }
        }
        return directed ? total : total / 2;
    }
}
