package dev.preemptcheck.cli;

/** A number with its noun. */
final class Counted {
    private Counted() {}

    static String of(long count, String noun) {
        return of(count, noun, noun + "s");
    }

    static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
