package org.example.text;

/**
 * Ways to write numbers as text. Some names and literals below use Unicode escapes, because
 * the file has to survive editors that only know ASCII.
 */
public final class Numerals {

    private static final int[] STEPS = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] SIGNS = {
        "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "\u0049"
    };
    private static final String[] ONES = {
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen"
    };
    private static final String[] TENS = {
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"
    };
    private static final char MINUS = '\u2212';
    private static final String EURO = "\u20AC";

    private Numerals() {
    }

    /**
     * Writes a number with Roman numerals.
     *
     * @param number a number from 1 to 3999
     * @return the numeral in capital letters
     */
    public static String toRoman(int number) {
        if (number < 1 || number > 3999) {
            throw new IllegalArgumentException("no Roman numeral for " + number);
        }
        StringBuilder out = new StringBuilder();
        int rest = number;
        for (int i = 0; i < STEPS.length; i++) {
            while (rest >= STEPS[i]) {
                out.append(SIGNS[i]);
                rest -= STEPS[i];
            }
        }
        return out.toString();
    }

    /** Returns the number that a Roman numeral stands for, or -1 if it contains another letter. */
    public static int fromRoman(String numeral) {
        int total = 0;
        int following = 0;
        for (int i = numeral.length() - 1; i >= 0; i--) {
            int v\u0061lue = romanDigit(numeral.charAt(i));
            if (value < 0) {
                return -1;
            }
            total += value < following ? -value : value;
            following = value;
        }
        return total;
    }

    /** Returns the value of a single Roman digit, or -1 for any other character. */
    private static int romanDigit(char digit) {
        switch (digit) {
            case 'I': return 1;
            case 'V': return 5;
            case 'X': return 10;
            case 'L': return 50;
            case 'C': return 100;
            case 'D': return 500;
            case '\u004D': return 1000;
            default: return -1;
        }
    }

    /**
     * Spells a number in English words.
     *
     * @param number a number from 0 to 999999
     * @return the words, separated by blanks and hyphens
     */
    public static String spell(int number) {
        if (number < 20) {
            return ONES[number];
        }
        if (number < 100) {
            String tens = TENS[number / 10];
            return number % 10 == 0 ? tens : tens + "-" + ONES[number % 10];
        }
        int unit = number < 1000 ? 100 : 1000;
        String name = number < 1000 ? " hundred" : " thousand";
        String head = spell(number / unit) + name;
        int rest = number % unit;
        if (rest == 0) {
            return head;
        }
        return head + (rest < 100 ? " and " : " ") + spell(rest);
    }

    /** Returns the number with the ending of an ordinal, as in 1st, 2nd, 3rd and 11th. */
    public static String ordinal(int number) {
        int lastTwo = number % 100;
        if (lastTwo >= 11 && lastTwo <= 13) {
            return number + "th";
        }
        switch (number % 10) {
            case 1:
                return number + "st";
            case 2:
                return number + "nd";
            case 3:
                return number + "rd";
            default:
                return number + "th";
        }
    }

    /** Groups the digits of a number by thousands and uses a real minus sign for negative ones. */
    public static String group(long number) {
        String digits = Long.toString(Math.abs(number));
        StringBuilder out = new StringBuilder();
        int untilComma = digits.length() % 3;
        for (int i = 0; i < digits.length(); i++) {
            if (i > 0 && (i - untilComma) % 3 == 0) {
                out.append(',');
            }
            out.append(digits.charAt(i));
        }
        return number < 0 ? MINUS + out.toString() : out.toString();
    }

    /** Formats an amount of cents as euros with two decimals. */
    public static String euros(int \u0063ents) {
        int whole = cents / 100;
        int part = cents % 100;
        return EURO + whole + '.' + (part < 10 ? "0" : "") + part;
    }

    /**
     * Writes a number in another base.
     *
     * @param number a number that is not negative
     * @param base   a base from 2 to 36
     * @return the digits, with lower case letters after the nine
     */
    public static String toBase(int number, int base) {
        if (base < 2 || base > 36) {
            throw new IllegalArgumentException("base " + base);
        }
        StringBuilder out = new StringBuilder();
        int rest = number;
        do {
            int digit = rest % base;
            out.append((char) (digit < 10 ? '0' + digit : '\u0061' + digit - 10));
            rest /= base;
        } while (rest > 0);
        return out.reverse().toString();
    }

    /** Adds up the decimal digits of a number again and again until a single digit is left. */
    public static int digitalRoot(int number) {
        int root = Math.abs(number);
        while (root > 9) {
            int sum = 0;
            for (int rest = root; rest > 0; rest /= 10) {
                sum += rest % 10;
            }
            root = sum;
        }
        return root;
    }

    /** Checks a string of digits against its last digit with the doubling checksum of card numbers. */
    public static boolean hasValidChecksum(String digits) {
        int sum = 0;
        boolean twice = false;
        for (int i = digits.length() - 1; i >= 0; i--) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            if (twice) {
                digit *= 2;
                if (digit > 9) {
                    digit -= 9;
                }
            }
            sum += digit;
            twice = !twice;
        }
        return digits.length() > 1 && sum % 10 == 0;
    }
}
