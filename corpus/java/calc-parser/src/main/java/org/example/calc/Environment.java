package org.example.calc;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Holds the variables of a calculation and knows the built-in functions.
 */
public class Environment {

    private final Map<String, Double> variables = new HashMap<String, Double>();
    private final Environment parent;

    /** Creates an empty environment without a parent. */
    public Environment() {
        this(null);
    }

    /** Creates an environment that looks in its parent for the names it does not define itself. */
    public Environment(Environment parent) {
        this.parent = parent;
    }

    /**
     * Looks a variable up here and then in every enclosing environment.
     *
     * @param name the name of the variable
     * @return its value
     * @throws IllegalArgumentException if no environment defines it
     */
    public double get(String name) {
        Environment scope = this;
        while (scope != null) {
            Double value = scope.variables.get(name);
            if (value != null) {
                return value;
            }
            scope = scope.parent;
        }
        throw new IllegalArgumentException("unknown variable " + name);
    }

    /** Sets a variable in this environment and returns the environment for chaining. */
    public Environment set(String name, double value) {
        variables.put(name, value);
        return this;
    }

    /** Counts how many environments enclose this one. */
    public int depth() {
        int count = 0;
        for (Environment scope = parent; scope != null; scope = scope.parent) {
            count++;
        }
        return count;
    }

    /** Lists the names visible from here in alphabetical order, separated by commas. */
    public String visibleNames() {
        TreeSet<String> names = new TreeSet<String>();
        for (Environment scope = this; scope != null; scope = scope.parent) {
            names.addAll(scope.variables.keySet());
        }
        StringBuilder out = new StringBuilder();
        boolean first = true;
        for (String name : names) {
            if (!first) {
                out.append(", ");
            }
            out.append(name);
            first = false;
        }
        return out.toString();
    }

    /**
     * Applies a built-in function to its arguments.
     *
     * @param function  the name of the function
     * @param arguments the values to pass
     * @return the result
     * @throws IllegalArgumentException if there is no such function or the number of arguments is wrong
     */
    public double call(String function, double... arguments) {
        switch (function) {
            case "abs":
                requireCount(function, arguments, 1);
                return Math.abs(arguments[0]);
            case "sqrt":
                requireCount(function, arguments, 1);
                if (arguments[0] < 0) {
                    throw new IllegalArgumentException("sqrt of a negative number");
                }
                return Math.sqrt(arguments[0]);
            case "min":
                return smallest(arguments);
            case "max":
                return largest(arguments);
            case "avg":
            case "mean":
                return sum(arguments) / Math.max(1, arguments.length);
            case "fact":
                requireCount(function, arguments, 1);
                return factorial((int) arguments[0]);
            case "gcd":
                requireCount(function, arguments, 2);
                return gcd((long) arguments[0], (long) arguments[1]);
            default:
                throw new IllegalArgumentException("unknown function " + function);
        }
    }

    private static void requireCount(String function, double[] arguments, int wanted) {
        if (arguments.length != wanted) {
            throw new IllegalArgumentException(function + " takes " + wanted + " argument(s), not " + arguments.length);
        }
    }

    /** Adds up all values, giving zero for none. */
    static double sum(double... values) {
        double total = 0.0;
        for (double value : values) {
            total += value;
        }
        return total;
    }

    /** Returns the least of the values, or positive infinity when there are none. */
    static double smallest(double... values) {
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < values.length; i++) {
            if (values[i] < best) {
                best = values[i];
            }
        }
        return best;
    }

    /** Returns the greatest of the values, or negative infinity when there are none. */
    static double largest(double... values) {
        double best = Double.NEGATIVE_INFINITY;
        int index = 0;
        while (index < values.length) {
            best = values[index] > best ? values[index] : best;
            index++;
        }
        return best;
    }

    /**
     * Multiplies the whole numbers from two up to the given one.
     *
     * @param n a number that is not negative
     * @return the factorial of n, as a floating point number
     */
    static double factorial(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("factorial of a negative number");
        }
        double product = 1.0;
        for (int factor = 2; factor <= n; factor++) {
            product *= factor;
        }
        return product;
    }

    /** Computes the greatest common divisor of two whole numbers by repeated remainders. */
    static long gcd(long a, long b) {
        long x = Math.abs(a);
        long y = Math.abs(b);
        while (y != 0) {
            long remainder = x % y;
            x = y;
            y = remainder;
        }
        return x;
    }

    /**
     * Raises a whole number to a whole power by repeated squaring.
     *
     * @param base     the number to multiply
     * @param exponent how many times to multiply it; not negative
     * @return base to the power of exponent, wrapping around on overflow
     */
    public static long power(long base, int exponent) {
        long result = 1;
        long square = base;
        int remaining = exponent;
        while (remaining > 0) {
            if ((remaining & 1) == 1) {
                result *= square;
            }
            square *= square;
            remaining >>= 1;
        }
        return result;
    }
}
