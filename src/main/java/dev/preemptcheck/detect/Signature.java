package dev.preemptcheck.detect;

import java.util.List;

/**
 * What two findings have in common that have the same cause: stable across offsets, addresses, tasks and schedules.
 *
 * @param rule the broken rule ({@code D2}), or {@code BUG} where only the kernel's own words are known
 * @param outcome what became of it ({@code BUG-slot-busy(95)}), or empty
 * @param place {@code file:line} as the kernel printed it, or empty where it did not
 * @param chain C names of the functions it happened in, innermost first, without inlined ones
 */
public record Signature(String rule, String outcome, String place, List<String> chain) {
    public Signature {
        chain = List.copyOf(chain);
    }

    /** Rule and outcome as the verdict table writes them: {@code D2:BUG-slot-busy(95)}, {@code D4}. */
    public String violation() {
        return outcome.isEmpty() ? rule : rule + ":" + outcome;
    }

    /**
     * True if this is what a verdict table means by {@code expected}: rule and outcome, the outcome alone, or the rule
     * alone.
     */
    public boolean is(String expected) {
        return expected.equals(violation()) || expected.equals(outcome) || expected.equals(rule);
    }

    @Override
    public String toString() {
        return chain.isEmpty() ? violation() : violation() + " in " + String.join(" < ", chain);
    }
}
