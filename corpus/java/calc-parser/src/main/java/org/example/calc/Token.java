package org.example.calc;

/**
 * A lexical unit of an arithmetic expression.
 */
public final class Token {

    /** The kinds of token the lexer can produce. */
    public enum Kind {
        NUMBER(0),
        NAME(0),
        PLUS(1),
        MINUS(1),
        STAR(2),
        SLASH(2),
        PERCENT(2),
        CARET(3) {
            @Override
            public boolean isRightAssociative() {
                return true;
            }
        },
        LEFT_PAREN(0),
        RIGHT_PAREN(0),
        COMMA(0),
        EQUALS(0),
        END(0);

        private final int precedence;

        Kind(int precedence) {
            this.precedence = precedence;
        }

        /** Returns the binding strength of a binary operator, or zero for anything else. */
        public int precedence() {
            return precedence;
        }

        /** Tells whether a chain of this operator groups from the right. */
        public boolean isRightAssociative() {
            return false;
        }

        /**
         * Tells whether this kind can stand between two operands.
         *
         * @return true for the binary operators only
         */
        public boolean isOperator() {
            return precedence > 0;
        }

        /**
         * Finds the kind that belongs to a single punctuation character.
         *
         * @param symbol the character read
         * @return the matching kind, or null if the character is not punctuation of the language
         */
        public static Kind ofSymbol(char symbol) {
            switch (symbol) {
                case '+':
                    return PLUS;
                case '-':
                    return MINUS;
                case '*':
                    return STAR;
                case '/':
                case ':':
                    return SLASH;
                case '%':
                    return PERCENT;
                case '^':
                    return CARET;
                case '(':
                case '[':
                    return LEFT_PAREN;
                case ')':
                case ']':
                    return RIGHT_PAREN;
                case ',':
                case ';':
                    return COMMA;
                case '=':
                    return EQUALS;
                default:
                    return null;
            }
        }
    }

    private final Kind kind;
    private final String text;
    private final int offset;

    /**
     * Creates a token that starts at the given offset of the source.
     *
     * @param kind   the kind of token
     * @param text   the characters it was read from
     * @param offset zero-based position of its first character
     */
    public Token(Kind kind, String text, int offset) {
        if (kind == null || text == null) {
            throw new IllegalArgumentException("a token needs a kind and a text");
        }
        this.kind = kind;
        this.text = text;
        this.offset = offset;
    }

    public Kind getKind() {
        return kind;
    }

    public String getText() {
        return text;
    }

    public int getOffset() {
        return offset;
    }

    /** Returns the offset just past the last character of this token. */
    public int endOffset() {
        return offset + text.length();
    }

    /**
     * Checks whether this token is of any of the listed kinds.
     *
     * @param kinds the acceptable kinds
     * @return true if one of them is the kind of this token
     */
    public boolean isAny(Kind... kinds) {
        for (Kind candidate : kinds) {
            if (candidate == kind) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Token)) {
            return false;
        }
        Token that = (Token) other;
        return kind == that.kind && offset == that.offset && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        int result = kind.hashCode();
        result = 31 * result + text.hashCode();
        return 31 * result + offset;
    }

    @Override
    public String toString() {
        return kind + "(" + text + ")@" + offset;
    }
}
