import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls of a method on made-up arguments. */
final class Calls {
    /** What a call may take: of the processor, and, since it may sleep, of the clock. */
    private static final long CPU_NANOS = 1_500_000_000L;
    private static final long CLOCK_MILLIS = 10_000;
    private static final long FIRST_LOOK_MILLIS = 100;
    private static final int PRINTED_BYTES = 1 << 16;

    private Calls() {
    }

    /** What came of the calls of one method. */
    static final class Outcomes {
        /** Why it was not called; null if it was. */
        String reason;
        /** Whether a call takes so long that it cannot be waited for. */
        boolean isStuck;
        final List<String> arguments = new ArrayList<>();
        /** For each call, result or exception, output, arguments and fields; null where memory or stack ended. */
        final List<String> results = new ArrayList<>();

        static Outcomes none(String reason) {
            Outcomes outcomes = new Outcomes();
            outcomes.reason = reason;
            return outcomes;
        }

        /** What differs, or null. */
        String difference(Outcomes other) {
            if (other.reason != null && !other.isStuck) {
                return "not called: " + other.reason;
            }
            for (int at = 0; at < results.size(); at++) {
                if (at == other.results.size()) {
                    return "(" + arguments.get(at) + "): " + results.get(at) + "; then takes too long";
                }
                String own = results.get(at);
                String others = other.results.get(at);
                if (own != null && others != null && !own.equals(others)) {
                    return "(" + arguments.get(at) + "): " + own + "; then " + others;
                }
            }
            return null;
        }
    }

    /** Calls the original twice: what differs from itself cannot be compared. */
    static Outcomes ofOriginal(Javac.Classes classes, Javac.Method method) {
        Outcomes first = of(classes, method);
        if (first.reason == null) {
            Outcomes second = of(classes, method);
            if (second.reason != null || first.difference(second) != null) {
                return Outcomes.none("not-deterministic");
            }
        }
        return first;
    }

    /** Calls a method on all inputs, in a class loader of its own. */
    static Outcomes of(Javac.Classes classes, Javac.Method method) {
        if (method == null) {
            return Outcomes.none("method-not-found");
        }
        if (method.isConstructor) {
            return Outcomes.none("constructor");
        }
        Method called;
        try {
            Class<?> type = Class.forName(method.className, false, new Loader(classes.classes));
            called = find(type, method);
        } catch (ClassNotFoundException | LinkageError | SecurityException error) {
            return Outcomes.none("class-not-loaded");
        }
        if (called == null) {
            return Outcomes.none("method-not-found");
        }
        for (Type type : called.getGenericParameterTypes()) {
            if (!Inputs.isSimple(type)) {
                return Outcomes.none("parameter-type");
            }
        }
        Constructor<?> constructor = null;
        if (!Modifier.isStatic(called.getModifiers())) {
            constructor = constructor(called.getDeclaringClass());
            if (constructor == null) {
                return Outcomes.none("no-receiver");
            }
        }
        return callAll(called, constructor);
    }

    private static Outcomes callAll(Method called, Constructor<?> constructor) {
        Outcomes outcomes = new Outcomes();
        int count = called.getParameterCount() == 0 ? 1 : Inputs.COUNT;
        for (int number = 0; number < count; number++) {
            int input = number;
            FutureTask<String> call = new FutureTask<>(() -> call(called, constructor, input, outcomes.arguments));
            Thread thread = new Thread(call, "call");
            thread.setDaemon(true);
            thread.start();
            try {
                if (!awaited(call, thread)) {
                    outcomes.isStuck = true;
                    outcomes.reason = "takes-too-long";
                    return outcomes;
                }
                outcomes.results.add(call.get());
            } catch (ExecutionException | InterruptedException failure) {
                Throwable cause = failure.getCause();
                outcomes.reason = cause instanceof NoReceiver ? "no-receiver" : "call-fails";
                return outcomes;
            }
        }
        return outcomes;
    }

    /** Waits for a call; false if it takes too long. On a busy machine the clock alone says little. */
    private static boolean awaited(FutureTask<String> call, Thread thread) throws ExecutionException, InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (long waited = 0; waited < CLOCK_MILLIS; waited += FIRST_LOOK_MILLIS) {
            try {
                call.get(FIRST_LOOK_MILLIS, TimeUnit.MILLISECONDS);
                return true;
            } catch (TimeoutException late) {
                if (threads.getThreadCpuTime(thread.getId()) > CPU_NANOS) {
                    return false;
                }
            }
        }
        return false;
    }

    /** The constructor of a receiver does not work. */
    private static final class NoReceiver extends Exception {
        private static final long serialVersionUID = 1;
    }

    private static String call(Method called, Constructor<?> constructor, int input, List<String> shown) throws Exception {
        Object receiver = null;
        if (constructor != null) {
            try {
                receiver = constructor.newInstance();
            } catch (InvocationTargetException | LinkageError error) {
                throw new NoReceiver();
            }
        }
        Object[] arguments = Inputs.make(called.getGenericParameterTypes(), input);
        List<String> texts = new ArrayList<>();
        for (Object argument : arguments) {
            texts.add(Shown.of(argument));
        }
        shown.add(String.join(", ", texts));
        Bounded printed = new Bounded();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        PrintStream before = System.out;
        System.setOut(stream);
        StringBuilder result = new StringBuilder();
        try {
            Object value = called.invoke(receiver, arguments);
            result.append(called.getReturnType() == void.class ? "returns" : "returns " + Shown.of(value));
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            if (cause instanceof VirtualMachineError) {
                return null;
            }
            result.append("throws ").append(Shown.of(cause));
        } finally {
            stream.flush();
            System.setOut(before);
        }
        if (printed.size() > 0) {
            result.append(", prints ").append(Shown.of(printed.toString(StandardCharsets.UTF_8)));
        }
        for (int at = 0; at < arguments.length; at++) {
            String after = Shown.of(arguments[at]);
            if (!after.equals(texts.get(at))) {
                result.append(", argument ").append(at + 1).append(" becomes ").append(after);
            }
        }
        return result.append(fields(called.getDeclaringClass(), receiver)).toString();
    }

    /** The fields of the class and of the receiver after a call. */
    private static String fields(Class<?> type, Object receiver) {
        StringBuilder text = new StringBuilder();
        for (Field field : type.getDeclaredFields()) {
            boolean isStatic = Modifier.isStatic(field.getModifiers());
            boolean isConstant = Modifier.isFinal(field.getModifiers()) && (field.getType().isPrimitive() || field.getType() == String.class);
            if (field.isSynthetic() || isStatic && isConstant || !isStatic && receiver == null) {
                continue;
            }
            try {
                field.setAccessible(true);
                text.append(", ").append(field.getName()).append(" = ").append(Shown.of(field.get(receiver)));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError hidden) {
                text.append(", ").append(field.getName()).append(" unknown");
            }
        }
        return text.toString();
    }

    private static Method find(Class<?> type, Javac.Method wanted) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(wanted.name) && !method.isBridge() && hasParameters(method, wanted.parameters)) {
                method.setAccessible(true);
                return method;
            }
        }
        return null;
    }

    private static boolean hasParameters(Method method, List<String> names) {
        Class<?>[] types = method.getParameterTypes();
        if (types.length != names.size()) {
            return false;
        }
        for (int at = 0; at < types.length; at++) {
            String name = types[at].getCanonicalName();
            if (name == null || !name.equals(names.get(at))) {
                return false;
            }
        }
        return true;
    }

    private static Constructor<?> constructor(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
            return null;
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException | LinkageError none) {
            return null;
        }
    }

    /** The classes of one file. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Output, of which only the beginning is kept. */
    private static final class Bounded extends ByteArrayOutputStream {
        @Override
        public synchronized void write(int value) {
            if (count < PRINTED_BYTES) {
                super.write(value);
            }
        }

        @Override
        public synchronized void write(byte[] bytes, int start, int length) {
            super.write(bytes, start, Math.min(length, PRINTED_BYTES - Math.min(count, PRINTED_BYTES)));
        }
    }
}
