package dev.preemptcheck.kernel.shape;

/** What a branch depends on. Two branches with equal guards go the same way, in all functions that pair. */
public sealed interface Guard {

    /** How it reads if it holds, or if it doesn't. */
    String text(boolean holds);

    /**
     * An {@code if}: something that is so from the first of the functions that pair to the last.
     *
     * @param so how it reads if it holds: {@code the page is low}
     * @param notSo how it reads if not: {@code the page is high}
     */
    record Fact(String so, String notSo) implements Guard {
        @Override
        public String text(boolean holds) {
            return holds ? so : notSo;
        }
    }

    /** An {@code #if}: one of its branches is compiled. */
    record Built(ConfigOption option) implements Guard {
        @Override
        public String text(boolean holds) {
            return option + (holds ? " on" : " off");
        }
    }
}
