package dev.preemptcheck.kernel.sched;

import java.util.ArrayList;
import java.util.List;

/**
 * A {@code preempt_count} of i386 taken apart into its bit fields: preemption nesting in bits 0 to 7, softirq in bits 8 to 15 (BH-disable
 * nesting or a running softirq, which look alike), hardirq nesting with NMIs in bits 16 to 23, and {@code PREEMPT_ACTIVE} in bit 26 (fact
 * 3.2, 2.6.9). The bits beyond these are shown and not interpreted: later RT builds have markers there.
 *
 * <p>The tracer logs the count on entry of a function, so that a lock function shows the count without its own lock.
 *
 * @param value the whole word
 */
public record CountFields(int value) {
    /** What one level of preemption nesting or one spinlock adds. */
    public static final int PREEMPT_OFFSET = 0x1;

    /** What one level of BH disabling or one running softirq adds. */
    public static final int SOFTIRQ_OFFSET = 0x100;

    /** What one hardirq or NMI adds. */
    public static final int HARDIRQ_OFFSET = 0x10000;

    /** The mark of a task that is being preempted. */
    public static final int PREEMPT_ACTIVE = 0x0400_0000;

    private static final int OTHER_BITS = ~(0x00ff_ffff | PREEMPT_ACTIVE);

    /** Takes a word apart. */
    public static CountFields decode(int value) {
        return new CountFields(value);
    }

    /** Preemption and spinlock nesting, 0 to 255. */
    public int preempt() {
        return value & 0xff;
    }

    /** BH-disable nesting or running softirqs, 0 to 255. */
    public int softirq() {
        return value >>> 8 & 0xff;
    }

    /** Hardirq nesting, NMIs included, 0 to 255. */
    public int hardirq() {
        return value >>> 16 & 0xff;
    }

    /** Whether {@code PREEMPT_ACTIVE} is set. */
    public boolean active() {
        return (value & PREEMPT_ACTIVE) != 0;
    }

    /** The bits that belong to none of the fields. */
    public int otherBits() {
        return value & OTHER_BITS;
    }

    /** {@code in_irq()}, by the bits alone; the voluntary-preempt tree also asks the task's flags. */
    public boolean inIrq() {
        return hardirq() != 0;
    }

    /** {@code in_softirq()}, by the bits alone. */
    public boolean inSoftirq() {
        return softirq() != 0;
    }

    /** {@code in_interrupt()}. */
    public boolean inInterrupt() {
        return inIrq() || inSoftirq();
    }

    /**
     * {@code in_atomic()} of a kernel with {@code CONFIG_PREEMPT}; without it, any count but zero is atomic.
     *
     * @param bigKernelLock whether the task holds the big kernel lock, which allows a count of 1
     */
    public boolean inAtomic(boolean bigKernelLock) {
        return (value & ~PREEMPT_ACTIVE) != (bigKernelLock ? 1 : 0);
    }

    /**
     * Whether the word is a small negative number: more was subtracted than had been added, and the borrow filled every higher field. A
     * word with bit 31 as a mark of its own is none.
     */
    public boolean isUnderflow() {
        return value >>> 24 == 0xff;
    }

    /** The word as the tracer prints it, 8 hexadecimal digits. */
    public String hex() {
        return String.format("%08x", value);
    }

    /** The fields in words, highest first: {@code hardirq 1, softirq 1, preempt 1}; {@code preemptible} for 0. */
    public String describe() {
        List<String> words = new ArrayList<>();
        if (isUnderflow()) {
            words.add(String.format("underflow to -0x%x", -value));
        } else if (otherBits() != 0) {
            words.add(String.format("unknown bits %08x", otherBits()));
        }
        if (active()) {
            words.add("PREEMPT_ACTIVE");
        }
        add(words, "hardirq", hardirq());
        add(words, "softirq", softirq());
        add(words, "preempt", preempt());
        return words.isEmpty() ? "preemptible" : String.join(", ", words);
    }

    private static void add(List<String> words, String field, int level) {
        if (level != 0) {
            words.add(field + " " + level);
        }
    }
}
