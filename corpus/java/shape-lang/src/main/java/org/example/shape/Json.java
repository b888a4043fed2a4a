package org.example.shape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small tree of JSON values with a writer and a few queries.
 */
public sealed interface Json {

    record Text(String value) implements Json { }

    record Number(double value) implements Json { }

    record Bool(boolean value) implements Json { }

    record Array(List<Json> items) implements Json { }

    record Fields(Map<String, Json> members) implements Json { }

    enum Nothing implements Json { NULL }

    /** Writes a value without any white space. */
    static String write(Json json) {
        return switch (json) {
            case Text(var value) -> quote(value);
            case Number(double value) when value == Math.rint(value) && Math.abs(value) < 1e15 ->
                Long.toString((long) value);
            case Number(double value) -> Double.toString(value);
            case Bool(boolean value) -> value ? "true" : "false";
            case Array(var items) -> {
                var out = new StringBuilder("[");
                for (int i = 0; i < items.size(); i++) {
                    if (i > 0) {
                        out.append(',');
                    }
                    out.append(write(items.get(i)));
                }
                yield out.append(']').toString();
            }
            case Fields(var members) -> {
                var out = new StringBuilder("{");
                boolean first = true;
                for (var member : members.entrySet()) {
                    if (!first) {
                        out.append(',');
                    }
                    first = false;
                    out.append(quote(member.getKey())).append(':').append(write(member.getValue()));
                }
                yield out.append('}').toString();
            }
            case Nothing nothing -> "null";
        };
    }

    /** Puts quotes around a text and escapes what may not stand between them. */
    static String quote(String text) {
        var out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(c < 16 ? "0" : "1").append("0123456789abcdef".charAt(c & 15));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }

    /**
     * Follows a path of member names and indexes, such as "orders.0.total".
     *
     * @param root the value to start from
     * @param path the steps, separated by points
     * @return the value at the end of the path, or null if a step leads nowhere
     */
    static Json at(Json root, String path) {
        Json current = root;
        for (String step : path.split("\\.")) {
            current = switch (current) {
                case Fields(var members) -> members.get(step);
                case Array(var items) when step.matches("\\d{1,9}") && Integer.parseInt(step) < items.size() ->
                    items.get(Integer.parseInt(step));
                default -> null;
            };
            if (current == null) {
                return null;
            }
        }
        return current;
    }

    /** Returns the number of levels below a value, which is zero for anything but arrays and objects. */
    static int depth(Json json) {
        int deepest = 0;
        if (json instanceof Array(var items)) {
            for (var item : items) {
                deepest = Math.max(deepest, depth(item) + 1);
            }
        } else if (json instanceof Fields(var members)) {
            for (var member : members.values()) {
                deepest = Math.max(deepest, depth(member) + 1);
            }
        }
        return deepest;
    }

    /** Adds up all numbers in a value, at any depth. */
    static double sum(Json json) {
        return switch (json) {
            case Number n -> n.value();
            case Array a -> {
                double total = 0;
                for (var item : a.items()) {
                    total += sum(item);
                }
                yield total;
            }
            case Fields f -> f.members().values().stream().mapToDouble(Json::sum).sum();
            case Text t -> 0;
            case Bool b -> 0;
            case Nothing n -> 0;
        };
    }

    /** Turns strings, numbers, booleans, lists and maps of the standard library into a value. */
    static Json of(Object object) {
        return switch (object) {
            case null -> Nothing.NULL;
            case Json json -> json;
            case String text -> new Text(text);
            case Integer number -> new Number(number);
            case Double number -> new Number(number);
            case Boolean flag -> new Bool(flag);
            case List<?> list -> {
                var items = new ArrayList<Json>();
                for (var element : list) {
                    items.add(of(element));
                }
                yield new Array(items);
            }
            case Map<?, ?> map -> {
                var members = new LinkedHashMap<String, Json>();
                for (var entry : map.entrySet()) {
                    members.put(String.valueOf(entry.getKey()), of(entry.getValue()));
                }
                yield new Fields(members);
            }
            default -> throw new IllegalArgumentException("no JSON for " + object.getClass());
        };
    }

    /** Returns a sample document that shows every kind of value. */
    static Json sample() {
        var text = """
            First line,
            second "line"\
             and no third.
            """;
        return of(Map.of("note", text, "sizes", List.of(1, 2.5, true)));
    }
}
