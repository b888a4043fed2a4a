package org.example.shape;

import java.util.ArrayList;
import java.util.List;

/**
 * Plane shapes as plain data, and the questions one can ask about them.
 */
public final class Shapes {

    /** A place on the plane. */
    public record Point(double x, double y) {

        static final Point ORIGIN = new Point(0, 0);

        /** Returns the straight distance to another point. */
        public double distanceTo(Point other) {
            return Math.hypot(x - other.x, y - other.y);
        }

        /** Returns the point halfway between this one and another. */
        public Point middle(Point other) {
            return new Point((x + other.x) / 2, (y + other.y) / 2);
        }
    }

    /** Any shape. */
    public sealed interface Shape permits Circle, Box, Polygon, Group { }

    public record Circle(Point center, double radius) implements Shape { }

    public record Box(Point low, Point high) implements Shape { }

    public record Polygon(List<Point> corners) implements Shape { }

    public record Group(String name, List<Shape> members) implements Shape { }

    private Shapes() {
    }

    /**
     * Computes the area of a shape; the members of a group may not overlap.
     */
    public static double area(Shape shape) {
        return switch (shape) {
            case Circle(Point center, double radius) -> Math.PI * radius * radius;
            case Box(Point(double left, double bottom), Point(double right, double top)) ->
                (right - left) * (top - bottom);
            case Polygon(var corners) -> Math.abs(signedArea(corners));
            case Group(var name, var members) -> {
                double total = 0;
                for (Shape member : members) {
                    total += area(member);
                }
                yield total;
            }
        };
    }

    /** Computes the area inside of a ring of corners, negative if they run clockwise. */
    static double signedArea(List<Point> corners) {
        double doubled = 0;
        for (int i = 0; i < corners.size(); i++) {
            Point here = corners.get(i);
            Point next = corners.get((i + 1) % corners.size());
            doubled += here.x() * next.y() - next.x() * here.y();
        }
        return doubled / 2;
    }

    /** Returns the length of the border of a shape. */
    public static double perimeter(Shape shape) {
        return switch (shape) {
            case Circle c -> 2 * Math.PI * c.radius();
            case Box b -> 2 * (b.high().x() - b.low().x() + b.high().y() - b.low().y());
            case Polygon p -> {
                var corners = p.corners();
                double length = 0;
                for (int i = 0; i < corners.size(); i++) {
                    length += corners.get(i).distanceTo(corners.get((i + 1) % corners.size()));
                }
                yield length;
            }
            case Group g -> g.members().stream().mapToDouble(Shapes::perimeter).sum();
        };
    }

    /**
     * Tells whether a point lies inside of a shape or, except for polygons, on its border.
     *
     * @param shape the shape
     * @param point the point
     * @return true if the shape covers the point
     */
    public static boolean contains(Shape shape, Point point) {
        return switch (shape) {
            case Circle(Point center, double radius) when radius <= 0 -> false;
            case Circle(Point center, double radius) -> center.distanceTo(point) <= radius;
            case Box(Point low, Point high) ->
                point.x() >= low.x() && point.x() <= high.x() && point.y() >= low.y() && point.y() <= high.y();
            case Polygon polygon -> crossings(polygon.corners(), point) % 2 == 1;
            case Group group -> {
                boolean covered = false;
                for (var member : group.members()) {
                    if (contains(member, point)) {
                        covered = true;
                        break;
                    }
                }
                yield covered;
            }
        };
    }

    /** Counts how often a ray to the right of a point crosses the edges of a polygon. */
    static int crossings(List<Point> corners, Point point) {
        int count = 0;
        int previous = corners.size() - 1;
        for (int i = 0; i < corners.size(); i++) {
            Point a = corners.get(i);
            Point b = corners.get(previous);
            if ((a.y() > point.y()) != (b.y() > point.y())) {
                double x = (b.x() - a.x()) * (point.y() - a.y()) / (b.y() - a.y()) + a.x();
                if (point.x() < x) {
                    count++;
                }
            }
            previous = i;
        }
        return count;
    }

    /** Moves a shape by the given distances and returns the moved copy. */
    public static Shape move(Shape shape, double dx, double dy) {
        return switch (shape) {
            case Circle(Point(var x, var y), var radius) -> new Circle(new Point(x + dx, y + dy), radius);
            case Box(Point(var x1, var y1), Point(var x2, var y2)) ->
                new Box(new Point(x1 + dx, y1 + dy), new Point(x2 + dx, y2 + dy));
            case Polygon(var corners) -> {
                var moved = new ArrayList<Point>();
                for (var corner : corners) {
                    moved.add(new Point(corner.x() + dx, corner.y() + dy));
                }
                yield new Polygon(moved);
            }
            case Group(var name, var members) ->
                new Group(name, members.stream().map(member -> move(member, dx, dy)).toList());
        };
    }

    /** Counts the simple shapes in a shape, looking into groups of any depth. */
    public static int count(Shape shape) {
        if (!(shape instanceof Group(var name, var members))) {
            return 1;
        }
        int total = 0;
        for (Shape member : members) {
            total += count(member);
        }
        return total;
    }

    /** Describes a shape in a few words. */
    public static String describe(Object object) {
        return switch (object) {
            case null -> "nothing";
            case Circle c when c.radius() == 0 -> "a point";
            case Circle c -> "a circle of radius " + c.radius();
            case Box b when area(b) == 0 -> "an empty box";
            case Box b -> "a box";
            case Polygon p -> "a polygon with " + p.corners().size() + " corners";
            case Group g -> "group " + g.name() + " of " + g.members().size();
            case String text -> "a note: " + text;
            default -> "no shape at all";
        };
    }

    /** Returns the smallest box around a list of points, or null if the list is empty. */
    public static Box boundingBox(List<Point> points) {
        if (points.isEmpty()) {
            return null;
        }
        double left = Double.POSITIVE_INFINITY;
        double bottom = Double.POSITIVE_INFINITY;
        double right = Double.NEGATIVE_INFINITY;
        double top = Double.NEGATIVE_INFINITY;
        for (var point : points) {
            left = Math.min(left, point.x());
            bottom = Math.min(bottom, point.y());
            right = Math.max(right, point.x());
            top = Math.max(top, point.y());
        }
        return new Box(new Point(left, bottom), new Point(right, top));
    }
}
