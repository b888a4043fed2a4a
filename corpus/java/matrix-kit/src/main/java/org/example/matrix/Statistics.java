package org.example.matrix;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Descriptive statistics over arrays of numbers. */
public final class Statistics {
    private Statistics() { }

    /** Returns the arithmetic mean of the values, or zero if there are none. */
    public static double mean(double[] values) {
        if (values.length == 0) { return 0.0; }
        double sum = 0.0;
        for (double value : values) { sum += value; }
        return sum / values.length;
    }

    /**
     * Returns the middle value of a sorted copy, or the mean of the two middle values
     * if the number of values is even.
     */
    public static double median(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length % 2 == 1) {
            return sorted[middle];
        }
        return (sorted[middle - 1] + sorted[middle]) / 2.0;
    }

    /**
     * Finds the value that occurs most often; of several such values the smallest one wins.
     *
     * @param values at least one whole number
     * @return the most frequent value
     */
    public static int mode(int[] values) {
        Map<Integer, Integer> counts = new HashMap<>();
        int best = values[0];
        int bestCount = 0;
        for (int value : values) {
            int count = counts.getOrDefault(value, 0) + 1;
            counts.put(value, count);
            if (count > bestCount || (count == bestCount && value < best)) {
                best = value;
                bestCount = count;
            }
        }
        return best;
    }

    /**
     * Computes the sample variance with the one-pass method of running means.
     *
     * @param values the sample
     * @return the variance, or zero for fewer than two values
     */
    public static double variance(double[] values) {
        double mean = 0.0;
        double squares = 0.0;
        int count = 0;
        for (double value : values) {
            count++;
            double delta = value - mean;
            mean += delta / count;
            squares += delta * (value - mean);
        }
        return count < 2 ? 0.0 : squares / (count - 1);
    }

    /** Returns the difference between the largest and the smallest value. */
    public static int range(int[] values) {
        int low = Integer.MAX_VALUE;
        int high = Integer.MIN_VALUE;
        for (int i = 0; i < values.length; i++) {
            if (values[i] < low) {
                low = values[i];
            }
            if (values[i] > high) {
                high = values[i];
            }
        }
        return values.length == 0 ? 0 : high - low;
    }

    /**
     * Counts how many values fall into each of several bins of equal width.
     *
     * @param values the values to count
     * @param low    the lower edge of the first bin
     * @param high   the upper edge of the last bin
     * @param bins   the number of bins
     * @return the counts; values outside of the edges are ignored
     */
    public static int[] histogram(double[] values, double low, double high, int bins) {
        int[] counts = new int[bins];
        double width = (high - low) / bins;
        for (double value : values) {
            if (value < low || value > high) {
                continue;
            }
            int bin = (int) ((value - low) / width);
            if (bin == bins) {
                bin--;
            }
            counts[bin]++;
        }
        return counts;
    }

    /** Replaces each value by the mean of a window that ends with it. */
    public static double[] movingAverage(double[] values, int window) {
        double[] result = new double[values.length];
        double sum = 0.0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
            if (i >= window) {
                sum -= values[i - window];
            }
            result[i] = sum / Math.min(i + 1, window);
        }
        return result;
    }

    /**
     * Finds the largest sum of a run of neighbouring values.
     *
     * @param values at least one value
     * @return the largest sum, which is negative if all values are
     */
    public static int bestRun(int[] values) {
        int best = values[0];
        int current = values[0];
        for (int i = 1; i < values.length; i++) {
            current = current > 0 ? current + values[i] : values[i];
            best = Math.max(best, current);
        }
        return best;
    }

    /** Returns the length of the longest stretch in which each value is greater than the one before. */
    public static int longestRise(int[] values) {
        int longest = values.length == 0 ? 0 : 1;
        int length = 1;
        for (int i = 1; i < values.length; i++) {
            if (values[i] > values[i - 1]) {
                length++;
                if (length > longest) {
                    longest = length;
                }
            } else {
                length = 1;
            }
        }
        return longest;
    }

    /** Tells whether the values never decrease from left to right. */
    public static boolean isSorted(int... values) {
        for (int i = 1; i < values.length; i++) {
            if (values[i] < values[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Sorts the array in place by insertion and reports how many shifts that took.
     *
     * @param values the array to sort
     * @return the number of elements moved one place to the right
     */
    public static int insertionSort(int[] values) {
        int shifts = 0;
        for (int i = 1; i < values.length; i++) {
            int current = values[i];
            int j = i - 1;
            while (j >= 0 && values[j] > current) {
                values[j + 1] = values[j];
                shifts++;
                j--;
            }
            values[j + 1] = current;
        }
        return shifts;
    }

    /**
     * Looks a number up in a sorted array by halving the range in each step.
     *
     * @return the index of the number, or -1 if it does not occur
     */
    public static int binarySearch(int[] sorted, int wanted) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] == wanted) {
                return middle;
            }
            if (sorted[middle] < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** Reverses the order of the values between two indexes, both included. */
    public static void reverse(int[] values, int from, int to) {
        int left = from;
        int right = to;
        while (left < right) {
            int saved = values[left];
            values[left] = values[right];
            values[right] = saved;
            left++;
            right--;
        }
    }

    /** Rotates the array to the left by the given number of places. */
    public static void rotateLeft(int[] values, int places) {
        int length = values.length;
        if (length == 0) {
            return;
        }
        int shift = ((places % length) + length) % length;
        reverse(values, 0, shift - 1);
        reverse(values, shift, length - 1);
        reverse(values, 0, length - 1);
    }
}
