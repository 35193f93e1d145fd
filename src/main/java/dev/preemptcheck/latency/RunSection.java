package dev.preemptcheck.latency;

import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.CountLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a recorded run in which one processor keeps preemption off by the count, or interrupts by its flag: what D11
 * measures, in the same simulated time. {@code PREEMPT_ACTIVE} alone keeps nobody off.
 *
 * @param off what is off
 * @param cpu the processor
 * @param first the step that switched it off, by its place in the run
 * @param last the step that switched it on again; the last one before if no step did, or the run ended first
 * @param over whether it came on again before the run ended
 * @param nanos simulated time from the beginning of the first step to the end of the last one that found it off
 */
public record RunSection(Off off, int cpu, int first, int last, boolean over, long nanos) {

    /** What a section keeps off. */
    public enum Off {
        /** Preemption: the count is not 0. */
        PREEMPTION,
        /** Interrupts: IF is clear. */
        INTERRUPTS;

        boolean isOff(Step step) {
            return this == PREEMPTION ? CountLayout.FIELDS.nesting(step.count()) != 0 : !step.interruptsOn();
        }
    }

    /** The longest section, the first of equals, preemption before interrupts; null if nothing is ever off. */
    static @Nullable RunSection longest(List<Step> run) {
        RunSection longest = null;
        for (Off off : Off.values()) {
            for (int cpu : run.stream().mapToInt(Step::cpu).sorted().distinct().toArray()) {
                for (RunSection section : sections(run, off, cpu)) {
                    longest = longest == null || section.nanos > longest.nanos ? section : longest;
                }
            }
        }
        return longest;
    }

    private static List<RunSection> sections(List<Step> run, Off off, int cpu) {
        List<RunSection> sections = new ArrayList<>();
        RunSection open = null;
        for (int i = 0; i < run.size(); i++) {
            Step step = run.get(i);
            if (step.cpu() != cpu) {
                continue;
            }
            if (open != null && off == Off.INTERRUPTS && wereOnBefore(step, run.get(open.last))) {
                sections.add(open.closed(open.last));
                open = null;
            }
            if (off.isOff(step)) {
                open = open == null ? new RunSection(off, cpu, i, i, false, step.nanos()) : open.with(i, step);
            } else if (open != null) {
                sections.add(open.closed(i));
                open = null;
            }
        }
        if (open != null) {
            sections.add(open);
        }
        return sections;
    }

    /** A handler that begins has found interrupts on, if it isn't that of an NMI; a return from one is no step. */
    private static boolean wereOnBefore(Step step, Step before) {
        return step.handler()
                && !step.context().equals(before.context())
                && !step.context().startsWith("nmi")
                && !before.context().startsWith("nmi");
    }

    private RunSection with(int step, Step found) {
        return new RunSection(off, cpu, first, step, false, nanos + found.nanos());
    }

    private RunSection closed(int step) {
        return new RunSection(off, cpu, first, step, true, nanos);
    }
}
