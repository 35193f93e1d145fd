package dev.preemptcheck.litmus.program;

/** The question of a litmus test. */
public record Condition(Quantifier quantifier, Proposition proposition) {

    /** Over final states. */
    public enum Quantifier {
        EXISTS("exists", "Allowed"),
        NOT_EXISTS("~exists", "Forbidden"),
        FORALL("forall", "Required");

        private final String sign;
        private final String kind;

        Quantifier(String sign, String kind) {
            this.sign = sign;
            this.kind = kind;
        }

        /** What herd calls a test with this quantifier. */
        public String kind() {
            return kind;
        }

        /** Whether the answer is yes, if so many final states satisfy the proposition and so many don't. */
        public boolean answer(int positive, int negative) {
            return switch (this) {
                case EXISTS -> positive > 0;
                case NOT_EXISTS -> positive == 0;
                case FORALL -> negative == 0;
            };
        }
    }

    @Override
    public String toString() {
        return quantifier.sign + " (" + proposition + ")";
    }
}
