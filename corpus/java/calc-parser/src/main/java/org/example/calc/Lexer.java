package org.example.calc;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits the text of an expression into tokens.
 */
public class Lexer {

    private final String source;
    private int position;

    /**
     * Creates a lexer that reads the given text from its first character.
     */
    public Lexer(String source) {
        this.source = source == null ? "" : source;
        this.position = 0;
    }

    /**
     * Reads every token of the source, ending with a single END token.
     *
     * @return the tokens in the order in which they appear
     * @throws SyntaxError if a character belongs to no token
     */
    public List<Token> readAll() {
        List<Token> tokens = new ArrayList<Token>();
        Token token;
        do {
            token = next();
            tokens.add(token);
        } while (token.getKind() != Token.Kind.END);
        return tokens;
    }

    /**
     * Reads the next token, or an END token once the text is used up.
     */
    public Token next() {
        skipBlanksAndComments();
        if (position >= source.length()) {
            return new Token(Token.Kind.END, "", source.length());
        }
        char current = source.charAt(position);
        if (isDigit(current) || current == '.') {
            return readNumber();
        }
        if (isNameStart(current)) {
            return readName();
        }
        Token.Kind kind = Token.Kind.ofSymbol(current);
        if (kind == null) {
            throw new SyntaxError("unexpected character '" + current + "'", position);
        }
        Token token = new Token(kind, String.valueOf(current), position);
        position++;
        return token;
    }

    /** Advances past white space and past comments that run from '#' to the end of the line. */
    private void skipBlanksAndComments() {
        boolean inComment = false;
        while (position < source.length()) {
            char current = source.charAt(position);
            if (current == '\n') {
                inComment = false;
            } else if (current == '#') {
                inComment = true;
            } else if (!inComment && !Character.isWhitespace(current)) {
                break;
            }
            position++;
        }
    }

    /**
     * Reads a number with an optional fraction and an optional exponent.
     *
     * @return a NUMBER token
     */
    private Token readNumber() {
        int start = position;
        boolean seenDot = false;
        int digits = 0;
        while (position < source.length()) {
            char current = source.charAt(position);
            if (isDigit(current)) {
                digits++;
            } else if (current == '.' && !seenDot) {
                seenDot = true;
            } else {
                break;
            }
            position++;
        }
        if (digits == 0) {
            throw new SyntaxError("a number needs at least one digit", start);
        }
        if (position < source.length() && (source.charAt(position) == 'e' || source.charAt(position) == 'E')) {
            int mark = position;
            position++;
            if (position < source.length() && (source.charAt(position) == '+' || source.charAt(position) == '-')) {
                position++;
            }
            int exponentStart = position;
            while (position < source.length() && isDigit(source.charAt(position))) {
                position++;
            }
            if (position == exponentStart) {
                position = mark;
            }
        }
        return new Token(Token.Kind.NUMBER, source.substring(start, position), start);
    }

    /** Reads a name made of letters, digits and underscores. */
    private Token readName() {
        int start = position;
        while (position < source.length() && (isNameStart(source.charAt(position)) || isDigit(source.charAt(position)))) {
            position++;
        }
        return new Token(Token.Kind.NAME, source.substring(start, position), start);
    }

    /** Tells whether a character is one of the ten ASCII digits. */
    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Tells whether a name may begin with the given character. */
    static boolean isNameStart(char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /**
     * Computes the one-based line number of an offset by counting the line breaks before it.
     *
     * @param text   the text
     * @param offset an offset into the text; one past the end is allowed
     * @return the number of the line that contains the offset
     */
    public static int lineOf(String text, int offset) {
        int line = 1;
        int limit = Math.min(offset, text.length());
        for (int i = 0; i < limit; i++) {
            if (text.charAt(i) == '\n') {
                line++;
            }
        }
        return line;
    }

    /**
     * Checks that every opening parenthesis or bracket is closed by its own partner.
     *
     * @param text the text to check
     * @return true if the text is balanced, and false otherwise
     */
    public static boolean isBalanced(String text) {
        char[] stack = new char[text.length()];
        int depth = 0;
        boolean balanced = true;
        for (int i = 0; i < text.length() && balanced; i++) {
            char current = text.charAt(i);
            switch (current) {
                case '(':
                    stack[depth++] = ')';
                    break;
                case '[':
                    stack[depth++] = ']';
                    break;
                case ')':
                case ']':
                    if (depth == 0 || stack[depth - 1] != current) {
                        balanced = false;
                    } else {
                        depth--;
                    }
                    break;
                default:
                    break;
            }
        }
        return balanced && depth == 0;
    }

    /** Signals text that is not a well-formed expression. */
    public static class SyntaxError extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int offset;

        /** Creates an error that points at the given offset of the source. */
        public SyntaxError(String message, int offset) {
            super(message + " at offset " + offset);
            this.offset = offset;
        }

        public int getOffset() {
            return offset;
        }

        /**
         * Draws the source line with a caret below the place of the error.
         *
         * @param line a single line of source
         * @return the line, a line break, and a caret indented to the offset
         */
        public String underline(String line) {
            StringBuilder out = new StringBuilder(line);
            out.append('\n');
            for (int i = 0; i < offset && i < line.length(); i++) {
                out.append(line.charAt(i) == '\t' ? '\t' : ' ');
            }
            return out.append('^').toString();
        }
    }
}
