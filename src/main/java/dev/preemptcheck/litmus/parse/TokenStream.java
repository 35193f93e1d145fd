package dev.preemptcheck.litmus.parse;

import java.util.List;
import java.util.Locale;

/** Tokens one after the other; what all parsers need of them. */
final class TokenStream {
    private final List<Token> tokens;
    private int at;

    TokenStream(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return peek(0);
    }

    /** The token {@code ahead} places beyond the next; the last one for ever beyond the end. */
    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    Token next() {
        Token token = peek();
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }

    boolean atEnd() {
        return peek().kind() == Token.Kind.END;
    }

    boolean sees(String text) {
        return peek().is(text);
    }

    /** Takes the next token if it is {@code text}. */
    boolean takes(String text) {
        if (sees(text)) {
            next();
            return true;
        }
        return false;
    }

    void expect(String text) throws LitmusFormatException {
        if (!takes(text)) {
            throw unknown("'" + text + "' is expected, not " + peek());
        }
    }

    String word(String what) throws LitmusFormatException {
        if (!peek().isWord()) {
            throw unknown(what + " is expected, not " + peek());
        }
        return next().text();
    }

    /** A number, perhaps negative, decimal, hexadecimal or binary, with C's suffixes. */
    int number() throws LitmusFormatException {
        boolean negative = takes("-");
        if (peek().kind() != Token.Kind.NUMBER) {
            throw unknown("a number is expected, not " + peek());
        }
        int number = parse(peek().text());
        next();
        return negative ? -number : number;
    }

    boolean seesNumber() {
        return peek().kind() == Token.Kind.NUMBER || (sees("-") && peek(1).kind() == Token.Kind.NUMBER);
    }

    private int parse(String text) throws LitmusFormatException {
        String digits = text.toLowerCase(Locale.ROOT).replaceFirst("(?<=.)[ul]+$", "");
        try {
            long number = digits.startsWith("0b")
                    ? Long.parseUnsignedLong(digits.substring(2), 2)
                    : digits.matches("0[0-7]+") ? Long.parseLong(digits, 8) : Long.decode(digits);
            if (number != (int) number && number >>> 32 != 0) {
                throw unknown("the number " + text + ", which has more than 32 bits");
            }
            return (int) number;
        } catch (NumberFormatException e) {
            throw unknown("'" + text + "', which is no number");
        }
    }

    /** A complaint about the next token's line. */
    LitmusFormatException unknown(String construct) {
        return new LitmusFormatException(peek().line(), construct);
    }
}
