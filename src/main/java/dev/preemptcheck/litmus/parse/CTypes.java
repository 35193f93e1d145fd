package dev.preemptcheck.litmus.parse;

import java.util.List;

/** The words that C types are made of, as far as litmus tests use them. All values have 32 bits here. */
final class CTypes {
    private static final List<String> WORDS = List.of(
            "int",
            "long",
            "short",
            "char",
            "unsigned",
            "signed",
            "void",
            "bool",
            "_Bool",
            "const",
            "volatile",
            "struct",
            "static",
            "s32",
            "u32",
            "s64",
            "u64",
            "__rcu",
            "noinline");

    private CTypes() {}

    /** True if a type begins with the next token. */
    static boolean begins(TokenStream in) {
        return in.peek().isWord() && isTypeWord(in.peek().text());
    }

    private static boolean isTypeWord(String word) {
        return WORDS.contains(word) || word.endsWith("_t");
    }

    /** Skips a type and the stars that belong to it. */
    static void skip(TokenStream in) throws LitmusFormatException {
        boolean struct = false;
        while (begins(in) || in.sees("*") || struct) {
            struct = in.sees("struct");
            in.next();
        }
        if (in.atEnd()) {
            throw in.unknown("a type that does not end");
        }
    }
}
