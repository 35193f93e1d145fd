package dev.preemptcheck.litmus.parse;

import java.util.ArrayList;
import java.util.List;

/** Cuts a text without comments into tokens. */
final class Tokenizer {
    /** Signs of more than one character, longest first. */
    private static final List<String> SIGNS = List.of(
            "<<=", ">>=", "/\\", "\\/", "=>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "->", "++", "--", "+=",
            "-=", "*=", "|=", "&=", "^=");

    private final String text;
    private final boolean table;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line;

    /**
     * A cutter.
     *
     * @param line number of the text's first line
     * @param table whether {@code |} separates columns, so that two of them are two
     */
    Tokenizer(String text, int line, boolean table) {
        this.text = text;
        this.line = line;
        this.table = table;
    }

    List<Token> tokens() {
        while (at < text.length()) {
            char next = text.charAt(at);
            if (next == '\n') {
                line++;
                at++;
            } else if (Character.isWhitespace(next)) {
                at++;
            } else {
                tokens.add(token(next));
            }
        }
        tokens.add(new Token(Token.Kind.END, "", line));
        return tokens;
    }

    private Token token(char first) {
        int from = at;
        if (isWordPart(first)) {
            while (at < text.length() && isWordPart(text.charAt(at))) {
                at++;
            }
            Token.Kind kind = Character.isDigit(first) ? Token.Kind.NUMBER : Token.Kind.WORD;
            return new Token(kind, text.substring(from, at), line);
        }
        String sign = SIGNS.stream()
                .filter(s -> text.startsWith(s, from) && !(table && s.equals("||")))
                .findFirst()
                .orElse(String.valueOf(first));
        at += sign.length();
        return new Token(Token.Kind.SIGN, sign, line);
    }

    private static boolean isWordPart(char c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }
}
