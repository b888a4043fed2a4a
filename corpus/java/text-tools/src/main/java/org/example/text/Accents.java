package org.example.text;

/**
 * Folds accented letters to plain ones, so that "café" and "Cafe" can be compared.
 * The table below is kept in the encoding of this file (ISO-8859-1).
 */
public final class Accents {

    // à la carte: each accented letter and, at the same index, its plain form
    private static final String ACCENTED = "àáâäãåçèéêëìíîïñòóôöõùúûüıÿ";
    private static final String PLAIN    = "aaaaaaceeeeiiiinooooouuuuyy";

    private Accents() {
    }

    /** Returns the plain form of a letter, or the letter itself if it carries no accent. */
    public static char fold(char letter) {
        int index = ACCENTED.indexOf(Character.toLowerCase(letter));
        if (index < 0) {
            return letter;
        }
        char plain = PLAIN.charAt(index);
        return Character.isUpperCase(letter) ? Character.toUpperCase(plain) : plain;
    }

    /**
     * Removes the accents from a text and writes out ligatures such as æ and ß.
     *
     * @param text the text to fold
     * @return the text without accents
     */
    public static String fold(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case 'ß':
                    out.append("ss");
                    break;
                case 'æ':
                    out.append("ae");
                    break;
                case 'Æ':
                    out.append("AE");
                    break;
                case 'ø':
                    out.append('o');
                    break;
                default:
                    out.append(fold(c));
                    break;
            }
        }
        return out.toString();
    }

    /** Tells whether a text contains at least one accented letter. */
    public static boolean hasAccents(String text) {
        boolean found = false;
        int i = 0;
        while (!found && i < text.length()) {
            found = ACCENTED.indexOf(Character.toLowerCase(text.charAt(i))) >= 0;
            i++;
        }
        return found;
    }

    /** Compares two texts by their plain letters without regard to case. */
    public static int compare(String first, String second) {
        String left = fold(first).toLowerCase();
        String right = fold(second).toLowerCase();
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            int difference = left.charAt(i) - right.charAt(i);
            if (difference != 0) {
                return difference;
            }
        }
        return left.length() - right.length();
    }

    /**
     * Makes a name for use in a URL: lower case, plain letters and digits, single hyphens.
     *
     * @param title a title such as "Crème brûlée à Zürich"
     * @return a name such as "creme-brulee-a-zurich"
     */
    public static String slug(String title) {
        StringBuilder out = new StringBuilder();
        boolean gap = false;
        for (char c : fold(title).toLowerCase().toCharArray()) {
            if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') {
                if (gap && out.length() > 0) {
                    out.append('-');
                }
                out.append(c);
                gap = false;
            } else {
                gap = true;
            }
        }
        return out.toString();
    }
}
