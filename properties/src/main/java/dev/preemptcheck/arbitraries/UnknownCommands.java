package dev.preemptcheck.arbitraries;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Words that are no subcommand of the tool: all of them start with {@code x}. */
public final class UnknownCommands {
    private UnknownCommands() {}

    /** One such word, of 1 to 9 lower-case letters. */
    public static Arbitrary<String> words() {
        return Arbitraries.strings().withCharRange('a', 'z').ofMaxLength(8).map(tail -> "x" + tail);
    }
}
