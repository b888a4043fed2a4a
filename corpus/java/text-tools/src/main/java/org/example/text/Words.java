package org.example.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Small operations on words and lines.
 */
public final class Words
{
    private static final String VOWELS = "aeiou";

    private Words()
    {
    }

    /**
     * Counts the words of a text, where a word is a run of letters or digits.
     *
     * @param text the text to examine
     * @return the number of words
     */
    public static int countWords(String text)
    {
        int count = 0;
        boolean inWord = false;
        for (int i = 0; i < text.length(); i++)
        {
            boolean letter = Character.isLetterOrDigit(text.charAt(i));
            if (letter && !inWord)
            {
                count++;
            }
            inWord = letter;
        }
        return count;
    }

    /** Counts the vowels of a word without regard to case. */
    public static int countVowels(String word)
    {
        int count = 0;
        for (char c : word.toLowerCase().toCharArray())
        {
            if (VOWELS.indexOf(c) >= 0)
            {
                count++;
            }
        }
        return count;
    }

    /** Returns the text with the order of its characters reversed. */
    public static String reverse(String text)
    {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = text.length() - 1; i >= 0; i--)
        {
            out.append(text.charAt(i));
        }
        return out.toString();
    }

    /**
     * Tells whether a text reads the same in both directions, ignoring case and punctuation.
     */
    public static boolean isPalindrome(String text)
    {
        int left = 0;
        int right = text.length() - 1;
        while (left < right)
        {
            char a = text.charAt(left);
            char b = text.charAt(right);
            if (!Character.isLetterOrDigit(a))
            {
                left++;
            }
            else if (!Character.isLetterOrDigit(b))
            {
                right--;
            }
            else if (Character.toLowerCase(a) != Character.toLowerCase(b))
            {
                return false;
            }
            else
            {
                left++;
                right--;
            }
        }
        return true;
    }

    /** Tells whether two words consist of the same letters in any order. */
    public static boolean areAnagrams(String first, String second)
    {
        if (first.length() != second.length())
        {
            return false;
        }
        int[] balance = new int[128];
        for (int i = 0; i < first.length(); i++)
        {
            balance[first.charAt(i) & 127]++;
            balance[second.charAt(i) & 127]--;
        }
        for (int difference : balance)
        {
            if (difference != 0)
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Breaks a text into lines that are not longer than a width unless a single word is.
     *
     * @param text  the text, whose words are separated by blanks
     * @param width the greatest length of a line
     * @return the lines without trailing blanks
     */
    public static List<String> wrap(String text, int width)
    {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.trim().split("\\s+"))
        {
            boolean fits = line.length() + 1 + word.length() <= width;
            if (line.length() > 0 && !fits)
            {
                lines.add(line.toString());
                line.setLength(0);
            }
            if (line.length() > 0)
            {
                line.append(' ');
            }
            line.append(word);
        }
        if (line.length() > 0)
        {
            lines.add(line.toString());
        }
        return lines;
    }

    /** Pads a text on the left with a character until it has the wanted length. */
    public static String padLeft(String text, int length, char filler)
    {
        StringBuilder out = new StringBuilder();
        int missing = length - text.length();
        while (missing > 0)
        {
            out.append(filler);
            missing--;
        }
        return out.append(text).toString();
    }

    /** Puts a text in the middle of a line of blanks, with the odd blank at the right. */
    public static String center(String text, int width)
    {
        int blanks = Math.max(0, width - text.length());
        int before = blanks / 2;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < before; i++)
        {
            out.append(' ');
        }
        out.append(text);
        for (int i = before; i < blanks; i++)
        {
            out.append(' ');
        }
        return out.toString();
    }

    /**
     * Computes the smallest number of insertions, deletions and replacements of single
     * characters that turn one word into another.
     *
     * @param source the word to start from
     * @param target the word to reach
     * @return the edit distance
     */
    public static int editDistance(String source, String target)
    {
        int[] previous = new int[target.length() + 1];
        for (int j = 0; j <= target.length(); j++)
        {
            previous[j] = j;
        }
        for (int i = 1; i <= source.length(); i++)
        {
            int[] current = new int[target.length() + 1];
            current[0] = i;
            for (int j = 1; j <= target.length(); j++)
            {
                int cost = source.charAt(i - 1) == target.charAt(j - 1) ? 0 : 1;
                int replaced = previous[j - 1] + cost;
                int inserted = current[j - 1] + 1;
                int deleted = previous[j] + 1;
                current[j] = Math.min(replaced, Math.min(inserted, deleted));
            }
            previous = current;
        }
        return previous[target.length()];
    }

    /** Returns the longest beginning that all words share, which may be empty. */
    public static String commonPrefix(String... words)
    {
        if (words.length == 0)
        {
            return "";
        }
        int length = 0;
        search:
        while (length < words[0].length())
        {
            char expected = words[0].charAt(length);
            for (String word : words)
            {
                if (length >= word.length() || word.charAt(length) != expected)
                {
                    break search;
                }
            }
            length++;
        }
        return words[0].substring(0, length);
    }

    /** Counts how often each word occurs, ignoring case, and sorts the words alphabetically. */
    public static Map<String, Integer> frequencies(String text)
    {
        Map<String, Integer> counts = new TreeMap<>();
        for (String word : text.toLowerCase().split("[^a-z0-9]+"))
        {
            if (word.isEmpty())
            {
                continue;
            }
            Integer known = counts.get(word);
            counts.put(word, known == null ? 1 : known + 1);
        }
        return counts;
    }

    /**
     * Turns a name such as "maxLineWidth" into "max_line_width".
     *
     * @param name a name in camel case
     * @return the name in lower case with underscores
     */
    public static String toSnakeCase(String name)
    {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < name.length(); i++)
        {
            char c = name.charAt(i);
            if (Character.isUpperCase(c))
            {
                boolean afterLower = i > 0 && !Character.isUpperCase(name.charAt(i - 1));
                if (afterLower)
                {
                    out.append('_');
                }
                c = Character.toLowerCase(c);
            }
            out.append(c);
        }
        return out.toString();
    }

    /** Shifts every letter by a number of places in the alphabet and leaves all else alone. */
    public static String caesar(String text, int shift)
    {
        int places = ((shift % 26) + 26) % 26;
        char[] letters = text.toCharArray();
        for (int i = 0; i < letters.length; i++)
        {
            char c = letters[i];
            if (c >= 'a' && c <= 'z')
            {
                letters[i] = (char) ('a' + (c - 'a' + places) % 26);
            }
            else if (c >= 'A' && c <= 'Z')
            {
                letters[i] = (char) ('A' + (c - 'A' + places) % 26);
            }
        }
        return new String(letters);
    }

    /**
     * Shortens runs of equal characters to the character and the length of the run.
     *
     * @return the encoded text; single characters get no number
     */
    public static String runLength(String text)
    {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < text.length())
        {
            char c = text.charAt(i);
            int run = 0;
            do
            {
                run++;
                i++;
            } while (i < text.length() && text.charAt(i) == c);
            out.append(c);
            if (run > 1)
            {
                out.append(run);
            }
        }
        return out.toString();
    }
}
