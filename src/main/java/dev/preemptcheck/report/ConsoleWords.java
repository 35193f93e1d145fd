package dev.preemptcheck.report;

import dev.preemptcheck.kernel.KernelVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a kernel words its complaints. None of the checks is in 2.4 (facts 3.1 and 3.2).
 *
 * <p>2.6.9-rc1-VP-Q8 has the words of 2.6.9: {@code schedule()} names no task (facts S5 and 7.5), and a call trace begins with
 * {@code dump_stack}. 2.6.9-rc4-mm1-RT-U9 has those that its successor U10 is on record with: who it was, with which count, and
 * for {@code schedule()} its caller; the trace begins with the function that complains. The check of {@code smp_processor_id()}
 * came between the two.
 *
 * <p>Nothing is invented: addresses and offsets, which no model has, are question marks, and a line of source that is not known
 * is one.
 */
final class ConsoleWords {
    private static final String UNKNOWN = "?";
    /** Where a function says that it may sleep; those not listed are unknown. */
    private static final Map<String, String> SLEEPERS = Map.of(
            "kmalloc", "mm/slab.c",
            "down", "include/asm/semaphore.h",
            "wait_for_completion", "kernel/sched.c",
            "kmap_high", "arch/i386/mm/highmem.c",
            "flush_workqueue", "kernel/workqueue.c");

    private final KernelVersion version;

    ConsoleWords(KernelVersion version) {
        this.version = version;
    }

    /** Whether {@code schedule()}, an interrupt's entry, and with a debug option what may sleep, looks at the count. */
    boolean checksAtomicity() {
        return version.countFields();
    }

    /** Whether {@code smp_processor_id()}, with a debug option, looks where it was called. */
    boolean checksProcessorNumbers() {
        return version == KernelVersion.V2_6_9_RC4_RT;
    }

    List<String> schedulingWhileAtomic(String comm, int pid, int count, List<String> chain) {
        List<String> lines = new ArrayList<>();
        if (namesTask()) {
            lines.add(String.format(Locale.ROOT, "BUG: scheduling while atomic: %s/0x%08x/%d", comm, count, pid));
            lines.add("caller is " + symbol(chain.size() > 1 ? chain.get(1) : UNKNOWN));
        } else {
            lines.add("bad: scheduling while atomic!");
        }
        addTrace(lines, chain);
        return lines;
    }

    List<String> sleepingFunction(String comm, int pid, int count, boolean interruptsOn, List<String> chain) {
        String place = SLEEPERS.getOrDefault(chain.isEmpty() ? UNKNOWN : chain.get(0), UNKNOWN) + ":" + UNKNOWN;
        List<String> lines = new ArrayList<>();
        lines.add(
                namesTask()
                        ? "BUG: sleeping function called from invalid context " + comm + "(" + pid + ") at " + place
                        : "Debug: sleeping function called from invalid context at " + place);
        lines.add("in_atomic():" + (count == 0 ? 0 : 1) + (namesTask() ? " [" + StepText.hex(count) + "]" : "")
                + ", irqs_disabled():" + (interruptsOn ? 0 : 1));
        List<String> trace = new ArrayList<>(List.of("__might_sleep"));
        trace.addAll(chain);
        addTrace(lines, trace);
        return lines;
    }

    List<String> processorNumber(String comm, int pid, List<String> chain) {
        List<String> lines = new ArrayList<>();
        lines.add("using smp_processor_id() in preemptible code: " + comm + "/" + pid);
        List<String> trace = new ArrayList<>(List.of("smp_processor_id"));
        trace.addAll(chain);
        addTrace(lines, trace);
        return lines;
    }

    /**
     * The handler runs between {@code irq_enter()} and {@code irq_exit()}; the kernel then puts the count right, which the
     * model does not.
     */
    List<String> unbalancedHandler(String handler, int entered, int exited, List<String> chain) {
        List<String> lines = new ArrayList<>();
        lines.add("BUG: unbalanced irq-handler preempt count in " + symbol(handler) + "!");
        lines.add("entered with " + StepText.hex(entered) + ", exited with " + StepText.hex(exited) + ".");
        addTrace(lines, chain);
        return lines;
    }

    /** A line that a check printed, with the call trace that goes with it. */
    List<String> withTrace(String line, List<String> chain) {
        List<String> lines = new ArrayList<>(List.of(line));
        addTrace(lines, chain);
        return lines;
    }

    private boolean namesTask() {
        return version == KernelVersion.V2_6_9_RC4_RT;
    }

    private void addTrace(List<String> lines, List<String> chain) {
        if (!namesTask()) {
            lines.add(frame("dump_stack"));
        }
        chain.forEach(function -> lines.add(frame(function)));
    }

    /** A line of a call trace. */
    static String frame(String function) {
        return " [<????????>] " + symbol(function);
    }

    private static String symbol(String function) {
        return function + "+0x?/0x?";
    }
}
