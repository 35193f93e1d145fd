package dev.preemptcheck.oops;

import dev.preemptcheck.detect.Signature;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One oops of a log: its BUG line, its register dump, and what follows from them (fact 7.4). Numbers that the log doesn't have are -1,
 * texts and lists empty.
 *
 * @param origin where in which log it stands, and on which kernel
 * @param bug the BUG line paired with the dump; null for a build without verbose BUG and for other traps
 * @param reason the kernel's words before a page-fault oops: {@code Unable to handle kernel ...}
 * @param trap {@code invalid operand}, {@code Oops}, ...
 * @param cpu the processor
 * @param eip the faulting address; null if its line is lost
 * @param registers by name, in the order of the dump, with cs, eflags and the segments
 * @param process name of the task that died
 * @param pid its pid
 * @param stackPage the address of the Process line
 * @param stack the words of the stack, top first
 * @param trace the whole call trace, each entry marked whether it is in the chain
 * @param code the bytes from EIP on
 * @param frames page frames derived from the registers
 * @param signature what makes it equal to other oopses
 * @param warnings consistency checks that failed and parts that are lost; empty for a whole and sane record
 */
public record OopsRecord(
        Origin origin,
        @Nullable BugLine bug,
        String reason,
        String trap,
        int cpu,
        @Nullable TraceEntry eip,
        Map<String, Long> registers,
        String process,
        int pid,
        long stackPage,
        List<Long> stack,
        List<TraceEntry> trace,
        List<Integer> code,
        PageFrames frames,
        Signature signature,
        List<String> warnings) {
    /** Copies the collections, so that a record never changes. */
    public OopsRecord {
        registers = Collections.unmodifiableMap(new LinkedHashMap<>(registers));
        stack = List.copyOf(stack);
        trace = List.copyOf(trace);
        code = List.copyOf(code);
        warnings = List.copyOf(warnings);
    }

    /**
     * Where an oops stands.
     *
     * @param input the file, or {@code -}
     * @param line the line of the file where its dump begins
     * @param quoteDepth how deep a mail quotes it
     * @param time when it was logged, as the log writes it
     * @param host the machine
     * @param kernelVersion the kernel, from the log's own words; empty if it doesn't say
     */
    public record Origin(String input, long line, int quoteDepth, String time, String host, String kernelVersion) {}

    /** The faulting function, or {@code ?}. */
    public String function() {
        return eip == null ? "?" : eip.symbol();
    }

    /** A register, or -1 if the log doesn't have it. */
    public long register(String name) {
        return registers.getOrDefault(name, -1L);
    }

    /** The same oops without where it was read, which is equal for a quoted copy. */
    OopsRecord withoutPosition() {
        Origin anywhere = new Origin("", 0, 0, origin.time, origin.host, origin.kernelVersion);
        BugLine line = bug == null ? null : new BugLine(bug.path(), bug.line(), bug.time(), 0, bug.truncated());
        return new OopsRecord(
                anywhere, line, reason, trap, cpu, eip, registers, process, pid, stackPage, stack, trace, code, frames,
                signature, warnings);
    }
}
