import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Arguments by the types of parameters: values at the edges, small ones, and some by chance; the same in every run. */
final class Inputs {
    /** How many calls are made. */
    static final int COUNT = 12;

    private static final long[] WHOLE = {1, 0, -1, 2, 3, 5, 10, 7};
    private static final double[] REAL = {1.5, 0, -0.0, -2.25, Double.NaN, 3, Double.POSITIVE_INFINITY, 1e-9, 1e10};
    private static final char[] CHARS = {'a', 'Z', '0', ' ', 'b', '\n', '\uffff', 'é', '9', '\0'};
    private static final String[] TEXTS = {"abc", "", "a", null, "Hello, World", "12", "b", "-7", " é€ x ", "aaa", "true", "c"};
    private static final int[] LENGTHS = {3, 0, 1, -1, 5, 2, 4, 8, 3, 6, 2, 5};

    private final int input;
    private final int position;
    private final Random random;

    private Inputs(int input, int position) {
        this.input = input;
        this.position = position;
        this.random = new Random(input * 1_000_003L + position * 7919L + 17);
    }

    /** Whether values of a type can be made. */
    static boolean isSimple(Type type) {
        if (type instanceof Class) {
            Class<?> plain = (Class<?>) type;
            return plain.isArray() ? isSimple(plain.getComponentType()) : isSimpleClass(plain);
        }
        if (type instanceof GenericArrayType) {
            return false;
        }
        if (type instanceof ParameterizedType) {
            ParameterizedType generic = (ParameterizedType) type;
            for (Type argument : generic.getActualTypeArguments()) {
                if (!isSimple(argument)) {
                    return false;
                }
            }
            return isSimple(generic.getRawType());
        }
        if (type instanceof WildcardType) {
            return isSimple(((WildcardType) type).getUpperBounds()[0]);
        }
        return type instanceof TypeVariable && isSimple(((TypeVariable<?>) type).getBounds()[0]);
    }

    private static boolean isSimpleClass(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || isOneOf(type, Boolean.class, Byte.class, Short.class,
            Character.class, Integer.class, Long.class, Float.class, Double.class, Number.class, String.class,
            CharSequence.class, Object.class, Comparable.class, StringBuilder.class) || isCollection(type);
    }

    private static boolean isCollection(Class<?> type) {
        return isOneOf(type, List.class, ArrayList.class, Collection.class, Iterable.class, Set.class, Map.class, Deque.class);
    }

    private static boolean isOneOf(Class<?> type, Class<?>... types) {
        return List.of(types).contains(type);
    }

    /** The arguments of a call. Every fourth time, arguments of one type are one object where that can be told. */
    static Object[] make(Type[] types, int input) {
        Object[] arguments = new Object[types.length];
        for (int at = 0; at < types.length; at++) {
            boolean isAlias = input % 4 == 3 && at > 0 && types[at].equals(types[at - 1]) && isShared(types[at]);
            arguments[at] = isAlias ? arguments[at - 1] : new Inputs(input, at).value(types[at], 0);
        }
        return arguments;
    }

    private static boolean isShared(Type type) {
        Type raw = type instanceof ParameterizedType ? ((ParameterizedType) type).getRawType() : type;
        return raw instanceof Class && (((Class<?>) raw).isArray() || isCollection((Class<?>) raw));
    }

    /** Which of some values it is: one after the other, from another start at each position. */
    private int turn(int count) {
        return (input + position * 5) % count;
    }

    private Object value(Type type, int depth) {
        if (type instanceof WildcardType) {
            return value(((WildcardType) type).getUpperBounds()[0], depth);
        }
        if (type instanceof TypeVariable) {
            return value(((TypeVariable<?>) type).getBounds()[0], depth);
        }
        Type[] parts = {Object.class, Object.class};
        Class<?> plain;
        if (type instanceof ParameterizedType) {
            ParameterizedType generic = (ParameterizedType) type;
            plain = (Class<?>) generic.getRawType();
            System.arraycopy(generic.getActualTypeArguments(), 0, parts, 0, generic.getActualTypeArguments().length);
        } else {
            plain = (Class<?>) type;
        }
        if (plain.isArray() || isCollection(plain)) {
            return many(plain, parts, depth);
        }
        return one(plain, depth);
    }

    private Object many(Class<?> type, Type[] parts, int depth) {
        int length = depth == 0 ? LENGTHS[turn(LENGTHS.length)] : random.nextInt(4);
        if (length < 0) {
            return null;
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), length);
            for (int at = 0; at < length; at++) {
                Array.set(array, at, value(type.getComponentType(), depth + 1));
            }
            return array;
        }
        if (type == Map.class) {
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int at = 0; at < length; at++) {
                map.put(value(parts[0], depth + 1), value(parts[1], depth + 1));
            }
            return map;
        }
        Collection<Object> values = type == Set.class
            ? new LinkedHashSet<>()
            : type == Deque.class ? new ArrayDeque<>() : new ArrayList<>();
        for (int at = 0; at < length; at++) {
            Object part = value(parts[0], depth + 1);
            if (part != null || type != Deque.class) {
                values.add(part);
            }
        }
        return values;
    }

    private Object one(Class<?> type, int depth) {
        boolean isPart = depth > 0;
        boolean isBox = !type.isPrimitive();
        if (isBox && type != String.class && (isPart ? random.nextInt(16) == 0 : turn(COUNT) == 6)) {
            return null;
        }
        if (type == boolean.class || type == Boolean.class) {
            return isPart ? random.nextBoolean() : (input >> position % 3 & 1) == 0;
        }
        if (type == char.class || type == Character.class) {
            return isPart ? (char) ('a' + random.nextInt(6)) : CHARS[turn(CHARS.length)];
        }
        if (type == float.class || type == Float.class) {
            return (float) real(isPart);
        }
        if (type == double.class || type == Double.class) {
            return real(isPart);
        }
        if (type == byte.class || type == Byte.class) {
            return (byte) whole(isPart, Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        if (type == short.class || type == Short.class) {
            return (short) whole(isPart, Short.MIN_VALUE, Short.MAX_VALUE);
        }
        if (type == long.class || type == Long.class) {
            return whole(isPart, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == String.class || type == CharSequence.class) {
            return isPart ? text() : TEXTS[turn(TEXTS.length)];
        }
        if (type == StringBuilder.class) {
            return new StringBuilder(text());
        }
        if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants.length == 0 ? null : constants[isPart ? random.nextInt(constants.length) : turn(constants.length)];
        }
        if (type == Object.class || type == Comparable.class) {
            return turn(2) == 0 ? (Object) (int) whole(isPart, Integer.MIN_VALUE, Integer.MAX_VALUE) : text();
        }
        return (int) whole(isPart, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private long whole(boolean isPart, long least, long most) {
        if (isPart) {
            return random.nextInt(12) == 0 ? random.nextBoolean() ? most : least : random.nextInt(12) - 3;
        }
        int turn = turn(COUNT);
        if (turn < WHOLE.length) {
            return WHOLE[turn];
        }
        return turn == 8 ? most : turn == 9 ? least : random.nextInt(60) - 20;
    }

    private double real(boolean isPart) {
        int turn = isPart ? random.nextInt(COUNT) : turn(COUNT);
        return turn < REAL.length ? REAL[turn] : random.nextInt(2000) / 64.0 - 10;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(5);
        for (int at = 0; at < length; at++) {
            text.append((char) ('a' + random.nextInt(4)));
        }
        return text.toString();
    }
}
