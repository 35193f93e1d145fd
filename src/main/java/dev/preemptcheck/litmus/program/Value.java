package dev.preemptcheck.litmus.program;

/** A value as it is written: a number, or the address of a variable. */
public sealed interface Value {
    Value ZERO = new Literal(0);

    record Literal(int number) implements Value {
        @Override
        public String toString() {
            return Integer.toString(number);
        }
    }

    /** The address of a variable. */
    record Address(String variable) implements Value {
        @Override
        public String toString() {
            return variable;
        }
    }
}
