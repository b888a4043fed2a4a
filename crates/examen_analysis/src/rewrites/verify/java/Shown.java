import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/** Values as text: equal values have equal texts, and no text depends on where a value lies in memory. */
final class Shown {
    private static final int MOST_CHARS = 100_000;
    private static final int MOST_DEPTH = 8;

    private final StringBuilder text = new StringBuilder();
    private final IdentityHashMap<Object, Integer> met = new IdentityHashMap<>();

    private Shown() {
    }

    static String of(Object value) {
        Shown shown = new Shown();
        shown.add(value, 0);
        return shown.text.toString();
    }

    private void add(Object value, int depth) {
        if (text.length() > MOST_CHARS || depth > MOST_DEPTH) {
            text.append('…');
        } else if (value == null || value instanceof Boolean || value instanceof Integer) {
            text.append(value);
        } else if (value instanceof String) {
            quote((String) value, '"');
        } else if (value instanceof Character) {
            quote(value.toString(), '\'');
        } else if (value instanceof Number && isSystem(value) || value instanceof StringBuilder) {
            text.append(value.getClass().getSimpleName()).append(' ').append(value);
        } else if (value instanceof Enum) {
            text.append(((Enum<?>) value).name());
        } else if (value instanceof Class) {
            text.append(((Class<?>) value).getName());
        } else if (met.containsKey(value)) {
            text.append('#').append(met.get(value));
        } else {
            met.put(value, met.size());
            addParts(value, depth + 1);
        }
    }

    private void addParts(Object value, int depth) {
        if (value.getClass().isArray()) {
            text.append('{');
            for (int at = 0; at < Array.getLength(value) && text.length() <= MOST_CHARS; at++) {
                separate(at == 0);
                add(Array.get(value, at), depth);
            }
            text.append('}');
        } else if (value instanceof Throwable) {
            text.append(value.getClass().getName()).append(' ');
            add(((Throwable) value).getMessage(), depth);
        } else if (value instanceof Optional) {
            text.append("Optional ");
            add(((Optional<?>) value).orElse(null), depth);
        } else if (value instanceof Collection && isSystem(value)) {
            text.append('[');
            boolean isFirst = true;
            for (Object part : (Collection<?>) value) {
                separate(isFirst);
                add(part, depth);
                isFirst = false;
            }
            text.append(']');
        } else if (value instanceof Map && isSystem(value)) {
            text.append('{');
            boolean isFirst = true;
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                separate(isFirst);
                add(entry.getKey(), depth);
                text.append('=');
                add(entry.getValue(), depth);
                isFirst = false;
            }
            text.append('}');
        } else if (value.getClass().getName().contains("$$Lambda")) {
            text.append("lambda");
        } else {
            text.append(value.getClass().getName());
            if (!isSystem(value)) {
                addFields(value, depth);
            }
        }
    }

    private void addFields(Object value, int depth) {
        text.append('(');
        boolean isFirst = true;
        for (Class<?> type = value.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
                    continue;
                }
                separate(isFirst);
                isFirst = false;
                text.append(field.getName()).append('=');
                try {
                    field.setAccessible(true);
                    add(field.get(value), depth);
                } catch (ReflectiveOperationException | RuntimeException hidden) {
                    text.append('?');
                }
            }
        }
        text.append(')');
    }

    private static boolean isSystem(Object value) {
        String name = value.getClass().getName();
        return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
    }

    private void separate(boolean isFirst) {
        if (!isFirst) {
            text.append(", ");
        }
    }

    private void quote(String value, char quote) {
        text.append(quote);
        for (int at = 0; at < value.length() && text.length() <= MOST_CHARS; at++) {
            char letter = value.charAt(at);
            if (letter == '\n') {
                text.append("\\n");
            } else if (letter < ' ' || Character.isSurrogate(letter) || letter > 0xfff0) {
                text.append(String.format("\\u%04x", (int) letter));
            } else {
                text.append(letter);
            }
        }
        text.append(quote);
    }
}
