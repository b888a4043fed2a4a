package org.example.calc;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds expression trees by precedence climbing.
 */
public class Parser {

    private final List<Token> tokens;
    private int cursor;

    /** Creates a parser for the text of one expression. */
    public Parser(String text) {
        this.tokens = new Lexer(text).readAll();
        this.cursor = 0;
    }

    /**
     * Parses the whole text as one expression.
     *
     * @return the root of the tree
     * @throws Lexer.SyntaxError if something is left over after the expression
     */
    public Node parse() {
        Node root = parseBinary(1);
        if (peek().getKind() != Token.Kind.END) {
            throw new Lexer.SyntaxError("trailing input '" + peek().getText() + "'", peek().getOffset());
        }
        return root;
    }

    /**
     * Parses operands joined by operators that bind at least as strongly as the given precedence.
     *
     * @param minimum the weakest precedence that may be consumed
     */
    private Node parseBinary(int minimum) {
        Node left = parseUnary();
        while (true) {
            Token.Kind kind = peek().getKind();
            if (!kind.isOperator() || kind.precedence() < minimum) {
                return left;
            }
            cursor++;
            int next = kind.isRightAssociative() ? kind.precedence() : kind.precedence() + 1;
            Node right = parseBinary(next);
            left = new Binary(kind, left, right);
        }
    }

    /** Parses any number of leading signs followed by a primary, folding pairs of minus signs away. */
    private Node parseUnary() {
        boolean negative = false;
        while (peek().isAny(Token.Kind.PLUS, Token.Kind.MINUS)) {
            if (peek().getKind() == Token.Kind.MINUS) {
                negative = !negative;
            }
            cursor++;
        }
        if (!negative) {
            return parsePrimary();
        }
        Node operand = parseBinary(Token.Kind.CARET.precedence());
        return new Negate(operand);
    }

    /** Parses a number, a variable, a function call or an expression in parentheses. */
    private Node parsePrimary() {
        Token token = peek();
        switch (token.getKind()) {
            case NUMBER:
                cursor++;
                return new Literal(Double.parseDouble(token.getText()));
            case NAME:
                cursor++;
                if (peek().getKind() == Token.Kind.LEFT_PAREN) {
                    return new Call(token.getText(), parseArguments());
                }
                return new Variable(token.getText());
            case LEFT_PAREN:
                cursor++;
                Node inner = parseBinary(1);
                expect(Token.Kind.RIGHT_PAREN);
                return inner;
            case END:
                throw new Lexer.SyntaxError("the expression stops too early", token.getOffset());
            default:
                throw new Lexer.SyntaxError("unexpected '" + token.getText() + "'", token.getOffset());
        }
    }

    /** Parses a parenthesised list of arguments separated by commas, which may be empty. */
    private List<Node> parseArguments() {
        List<Node> arguments = new ArrayList<Node>();
        expect(Token.Kind.LEFT_PAREN);
        boolean more = peek().getKind() != Token.Kind.RIGHT_PAREN;
        while (more) {
            arguments.add(parseBinary(1));
            more = peek().getKind() == Token.Kind.COMMA;
            if (more) {
                cursor++;
            }
        }
        expect(Token.Kind.RIGHT_PAREN);
        return arguments;
    }

    private Token peek() {
        return tokens.get(cursor);
    }

    /** Consumes the current token if it has the given kind, and fails otherwise. */
    private Token expect(Token.Kind kind) {
        Token token = peek();
        if (token.getKind() != kind) {
            throw new Lexer.SyntaxError("expected " + kind + " but found " + token.getKind(), token.getOffset());
        }
        cursor++;
        return token;
    }

    /** A node of an expression tree. */
    public interface Node {

        /** Computes the value of this node with the given variables and functions. */
        double evaluate(Environment environment);

        /** Returns the length of the longest path from this node down to a leaf. */
        default int height() {
            return 0;
        }

        /** Tells whether the value is the same in every environment. */
        default boolean isConstant() {
            return false;
        }
    }

    static final class Literal implements Node {
        final double value;

        Literal(double value) {
            this.value = value;
        }

        @Override
        public double evaluate(Environment environment) {
            return value;
        }

        @Override
        public boolean isConstant() {
            return true;
        }

        /** Prints whole numbers without a fraction and all others in full. */
        @Override
        public String toString() {
            long rounded = Math.round(value);
            return rounded == value ? Long.toString(rounded) : Double.toString(value);
        }
    }

    static final class Variable implements Node {
        final String name;

        Variable(String name) {
            this.name = name;
        }

        @Override
        public double evaluate(Environment environment) {
            return environment.get(name);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static final class Negate implements Node {
        final Node operand;

        Negate(Node operand) {
            this.operand = operand;
        }

        @Override
        public double evaluate(Environment environment) {
            return -operand.evaluate(environment);
        }

        @Override
        public int height() {
            return operand.height() + 1;
        }

        @Override
        public boolean isConstant() {
            return operand.isConstant();
        }

        @Override
        public String toString() {
            return "(-" + operand + ")";
        }
    }

    static final class Binary implements Node {
        final Token.Kind operator;
        final Node left;
        final Node right;

        Binary(Token.Kind operator, Node left, Node right) {
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        /** Applies the operator to the values of both sides, rejecting a division by zero. */
        @Override
        public double evaluate(Environment environment) {
            double a = left.evaluate(environment);
            double b = right.evaluate(environment);
            switch (operator) {
                case PLUS:
                    return a + b;
                case MINUS:
                    return a - b;
                case STAR:
                    return a * b;
                case SLASH:
                case PERCENT:
                    if (b == 0.0) {
                        throw new ArithmeticException("division by zero in " + this);
                    }
                    return operator == Token.Kind.SLASH ? a / b : a % b;
                case CARET:
                    return Math.pow(a, b);
                default:
                    throw new IllegalStateException("not an operator: " + operator);
            }
        }

        @Override
        public int height() {
            return Math.max(left.height(), right.height()) + 1;
        }

        @Override
        public boolean isConstant() {
            return left.isConstant() && right.isConstant();
        }

        @Override
        public String toString() {
            return "(" + left + " " + operator + " " + right + ")";
        }
    }

    static final class Call implements Node {
        final String function;
        final List<Node> arguments;

        Call(String function, List<Node> arguments) {
            this.function = function;
            this.arguments = arguments;
        }

        /** Evaluates the arguments from left to right and passes them to the named function. */
        @Override
        public double evaluate(Environment environment) {
            double[] values = new double[arguments.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).evaluate(environment);
            }
            return environment.call(function, values);
        }

        /** Returns one more than the height of the tallest argument. */
        @Override
        public int height() {
            int tallest = 0;
            for (Node argument : arguments) {
                tallest = Math.max(tallest, argument.height());
            }
            return tallest + 1;
        }

        @Override
        public String toString() {
            return function + arguments;
        }
    }
}
