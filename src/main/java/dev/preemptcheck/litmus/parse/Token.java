package dev.preemptcheck.litmus.parse;

/** A piece of a litmus text that has no smaller pieces. */
record Token(Kind kind, String text, int line) {
    enum Kind {
        WORD,
        NUMBER,
        /** Signs, one to three characters each. */
        SIGN,
        END
    }

    boolean is(String expected) {
        return text.equals(expected) && kind != Kind.END;
    }

    boolean isWord() {
        return kind == Kind.WORD;
    }

    @Override
    public String toString() {
        return kind == Kind.END ? "the end of the file" : "'" + text + "'";
    }
}
