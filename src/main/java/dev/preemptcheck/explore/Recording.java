package dev.preemptcheck.explore;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.detect.Signature;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run in full: every step, every deviation with its anchor, and what the detectors said.
 *
 * @param schedule what was followed
 * @param anchors where each of its deviations was made, by position
 * @param steps every step, in order
 * @param failure what went wrong first, or null
 * @param hazards broken rules that did no harm by themselves, in order; the first one before the failure is its root
 *     cause
 * @param later what went wrong after the first failure, if the machine went on
 * @param printed what checks of the kernel's own printed, in order
 * @param trace digest of the run up to the failure, else of all of it
 */
public record Recording(
        Schedule schedule,
        List<Anchor> anchors,
        List<Step> steps,
        @Nullable Finding failure,
        List<Finding> hazards,
        List<Finding> later,
        List<Printed> printed,
        long trace) {
    public Recording {
        anchors = List.copyOf(anchors);
        steps = List.copyOf(steps);
        hazards = List.copyOf(hazards);
        later = List.copyOf(later);
        printed = List.copyOf(printed);
    }

    /** The finding of that signature, a failure before a hazard; null if there is none. */
    public @Nullable Finding finding(Signature signature) {
        return Stream.concat(Stream.ofNullable(failure), hazards.stream())
                .filter(f -> f.signature().equals(signature))
                .findFirst()
                .orElse(null);
    }

    /**
     * A line that the kernel printed.
     *
     * @param step how many steps there were before it
     * @param task on whose kernel stack
     * @param text the line
     * @param chain C names of the functions it was printed in, innermost first, without inlined ones
     */
    public record Printed(int step, int task, String text, List<String> chain) {
        public Printed {
            chain = List.copyOf(chain);
        }
    }

    /**
     * One step.
     *
     * @param number from 0, over all processors
     * @param cpu who took it
     * @param task number of the task on whose kernel stack it was taken
     * @param context the task's name, or {@code timer<cpu>#<arrival>}
     * @param handler true inside a handler
     * @param functions C functions the code was in, innermost first, inlined ones marked
     * @param op one of {@link dev.preemptcheck.hardware.Op}
     * @param word index of the word touched, or -1
     * @param symbol its name, or empty
     * @param perCpu whether it belongs to one processor
     * @param value read or written
     * @param count the task's preempt count after the step
     * @param interruptsOn whether the processor takes interrupts after the step
     * @param nanos simulated time that the step took, as D11 measures it: 0 if it touches no memory and waits for no clock
     */
    public record Step(
            int number,
            int cpu,
            int task,
            String context,
            boolean handler,
            List<CallChain.Function> functions,
            int op,
            int word,
            String symbol,
            boolean perCpu,
            int value,
            int count,
            boolean interruptsOn,
            long nanos) {
        public Step {
            functions = List.copyOf(functions);
        }

        /** The same step, known to have taken so long. */
        Step took(long newNanos) {
            return new Step(
                    number,
                    cpu,
                    task,
                    context,
                    handler,
                    functions,
                    op,
                    word,
                    symbol,
                    perCpu,
                    value,
                    count,
                    interruptsOn,
                    newNanos);
        }
    }
}
