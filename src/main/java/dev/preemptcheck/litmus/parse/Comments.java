package dev.preemptcheck.litmus.parse;

/**
 * Takes comments out of a litmus text, and keeps what they say.
 *
 * <p>{@code (* *)} nests and stands anywhere but in the body of a C function, where it would be a call that begins with a
 * dereference; {@code /* *}{@code /} and {@code //} stand anywhere. The text keeps its line breaks.
 */
final class Comments {
    private final String text;
    private final boolean c;
    private final StringBuilder code = new StringBuilder();
    private final StringBuilder said = new StringBuilder();
    private int braces;
    private boolean afterInit;

    Comments(String text, boolean c) {
        this.text = text;
        this.c = c;
        int at = 0;
        while (at < text.length()) {
            at = step(at);
        }
    }

    /** The text with blanks for comments. */
    String code() {
        return code.toString();
    }

    /** The comments alone. */
    String said() {
        return said.toString();
    }

    private int step(int at) {
        if (text.startsWith("(*", at) && !inFunction()) {
            return blank(at, nestedEnd(at));
        }
        if (text.startsWith("/*", at)) {
            return blank(at, endAfter("*/", at + 2));
        }
        if (text.startsWith("//", at) && c) {
            return blank(at, lineEnd(at));
        }
        if (text.charAt(at) == '"') {
            return blank(at, quoteEnd(at));
        }
        countBraces(text.charAt(at));
        code.append(text.charAt(at));
        return at + 1;
    }

    private boolean inFunction() {
        return c && afterInit && braces > 0;
    }

    private void countBraces(char sign) {
        if (sign == '{') {
            braces++;
        } else if (sign == '}' && braces > 0) {
            braces--;
            afterInit |= braces == 0;
        }
    }

    private int blank(int from, int to) {
        String comment = text.substring(from, to);
        said.append(comment).append('\n');
        comment.chars().forEach(ch -> code.append(ch == '\n' ? '\n' : ' '));
        return to;
    }

    private int nestedEnd(int from) {
        int depth = 0;
        int at = from;
        while (at < text.length()) {
            if (text.startsWith("(*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*)", at)) {
                depth--;
                at += 2;
                if (depth == 0) {
                    return at;
                }
            } else {
                at++;
            }
        }
        return at;
    }

    private int endAfter(String sign, int from) {
        int end = text.indexOf(sign, from);
        return end < 0 ? text.length() : end + sign.length();
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    /** A quotation ends on its line, or is no quotation. */
    private int quoteEnd(int from) {
        int end = text.indexOf('"', from + 1);
        return end < 0 || end > lineEnd(from) ? from + 1 : end + 1;
    }
}
