package dev.preemptcheck.latency;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.detect.CallChain.Function;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.latency.RunSection.Off;
import dev.preemptcheck.scenario.Roster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The latency trace of a recorded run: its longest section, as the tracer would show it (facts S9 and 7.6, v1.0.7; kernels with
 * bit fields in their count, 2.6.9).
 *
 * <p>The first line is the function that began the section, with the count after that. Then each function shows when it is
 * entered, with the count and the time before; what its kernel inlines has no line, and its change of the count shows in the
 * next one. The last line is that of the tracer's own function: {@code sub_preempt_count} where the count came back to 0,
 * {@code check_preempt_timing} where interrupts came on, {@code touch_preempt_timing} where the run ends first, and behind it
 * the function that was in.
 *
 * <p>Departures: a function is known by the steps in it, so one without any has no line, and two calls by the same caller with
 * no step between are one. Time is a processor's own work, {@value dev.preemptcheck.detect.LatencyDetector#NANOS_AN_ACCESS} ns
 * for each access to memory and what it waits for the clock, as D11 measures it; waiting for another processor takes none.
 * Labels of {@code entry.S} have no line, as they call no tracer; callers outside of the model are {@code <00000000>}; user id,
 * nice value and policy print as 0.
 *
 * @param section what was the longest
 * @param trace what the tracer shows of it
 */
public record RunTrace(RunSection section, LatencyTrace trace) {
    private static final String VERSION = "v1.0.7";
    private static final String NO_SYMBOL = "<00000000>";
    private static final String HANDLER = "do_IRQ";
    private static final Pattern LABEL_OF_ENTRY_S = Pattern.compile("ret_from_\\w+|resume_\\w+");
    private static final int NANOS_A_MICRO = 1000;

    /** The trace of that run; null if it never has preemption or interrupts off. */
    public static @Nullable RunTrace of(Recording recording, Roster roster) {
        RunSection section = RunSection.longest(recording.steps());
        return section == null ? null : new RunTrace(section, new Tracer(recording.steps(), section).trace(roster));
    }

    /** Goes through the steps up to the section's end. */
    private static final class Tracer {
        private final List<Step> run;
        private final RunSection section;
        private final List<TraceLine> lines = new ArrayList<>();
        /** Functions on each task's kernel stack after its last step, outermost first. */
        private final Map<Integer, List<String>> stacks = new TreeMap<>();

        private final Map<Integer, String> contexts = new TreeMap<>();
        private final Map<Integer, Integer> counts = new TreeMap<>();
        private long nanos;

        Tracer(List<Step> run, RunSection section) {
            this.run = run;
            this.section = section;
        }

        LatencyTrace trace(Roster roster) {
            for (int i = 0; i <= section.last(); i++) {
                step(i);
            }
            return new LatencyTrace(
                    VERSION,
                    roster.particulars().config().version().release(),
                    section.nanos() / NANOS_A_MICRO,
                    lines.size(),
                    lines.size(),
                    settings(roster.particulars().config()),
                    task(roster),
                    place(lines.get(0).function()),
                    place(lines.get(lines.size() - 1).parent()),
                    withDeltas());
        }

        private void step(int i) {
            Step step = run.get(i);
            List<String> stack = outermostFirst(step.functions());
            boolean seen = i >= section.first() && step.cpu() == section.cpu();
            boolean switchesOn = seen
                    && i == section.last()
                    && section.over()
                    && !section.off().isOff(step);
            int before = counts.getOrDefault(step.task(), step.count());
            if (i == section.first()) {
                add(step.count(), stack, stack.size() - 1);
            } else if (seen) {
                enter(before, step, stack);
            }
            if (seen && !switchesOn) {
                nanos += step.nanos();
            }
            if (i == section.last()) {
                end(switchesOn ? before : step.count(), step, stack);
            }
            stacks.put(step.task(), stack);
            contexts.put(step.task(), step.context());
            counts.put(step.task(), step.count());
        }

        /** A line for each function that the step is in and the last one on its stack was not. */
        private void enter(int count, Step step, List<String> stack) {
            List<String> before = stacks.getOrDefault(step.task(), List.of());
            int same = 0;
            while (same < Math.min(stack.size(), before.size())
                    && stack.get(same).equals(before.get(same))) {
                same++;
            }
            boolean newHandler = step.handler() && !step.context().equals(contexts.get(step.task()));
            int handler = newHandler ? stack.lastIndexOf(HANDLER) : -1;
            for (int depth = handler < 0 ? same : Math.min(same, handler); depth < stack.size(); depth++) {
                if (!LABEL_OF_ENTRY_S.matcher(stack.get(depth)).matches()) {
                    add(count, stack, depth);
                }
            }
        }

        private void add(int count, List<String> stack, int depth) {
            String function = depth < 0 ? NO_SYMBOL : stack.get(depth);
            String parent = depth < 1 ? NO_SYMBOL : stack.get(depth - 1);
            add(count, function, parent);
        }

        private void add(int count, String function, String parent) {
            lines.add(new TraceLine("", CountFields.decode(count), nanos / NANOS_A_MICRO, 0, function, parent, false));
        }

        private void end(int count, Step step, List<String> stack) {
            String in = stack.isEmpty() ? NO_SYMBOL : stack.get(stack.size() - 1);
            if (!section.over()) {
                add(count, "touch_preempt_timing", in);
            } else if (section.off() == Off.INTERRUPTS) {
                add(count, "check_preempt_timing", in);
            } else {
                add(count, count > step.count() ? "sub_preempt_count" : "add_preempt_count", in);
            }
        }

        private static List<String> outermostFirst(List<Function> innermostFirst) {
            List<String> names = new ArrayList<>(CallChain.framed(innermostFirst));
            Collections.reverse(names);
            return names;
        }

        private List<TraceLine> withDeltas() {
            List<TraceLine> timed = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                TraceLine line = lines.get(i);
                long next = lines.get(Math.min(i + 1, lines.size() - 1)).micros();
                timed.add(new TraceLine(
                        "", line.count(), line.micros(), next - line.micros(), line.function(), line.parent(), false));
            }
            return timed;
        }

        private TracedTask task(Roster roster) {
            int task = run.get(section.last()).task();
            return new TracedTask(roster.name(task), roster.pid(task), 0, 0, 0, 0);
        }

        private static CodePlace place(String function) {
            return new CodePlace(function, -1, -1, "");
        }

        /** Voluntary preemption is in every kernel that has the tracer. */
        private static TraceSettings settings(KernelConfig config) {
            return new TraceSettings(
                    1,
                    config.preempt() ? 1 : 0,
                    config.softirqThreads() ? 1 : 0,
                    config.hardirqThreads() ? 1 : 0,
                    config.cpus());
        }
    }
}
