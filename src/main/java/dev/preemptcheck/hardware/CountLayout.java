package dev.preemptcheck.hardware;

import java.util.Locale;

/** What a task's preempt count is made of: what detectors, and those who print it, read out of it. */
public enum CountLayout {
    /** One number: the preempt patch for 2.4 (fact 3.1). */
    PLAIN,
    /**
     * Bits 0 to 7 count preemption and locks, 8 to 15 softirqs and BHs that are off, 16 to 23 hardirqs; {@link #ACTIVE} marks a
     * preemption (fact 3.2, 2.6.9 on i386).
     */
    FIELDS;

    /** {@code PREEMPT_ACTIVE}: the task is being preempted, which does not make what it does atomic; 2.4.20 has it in its one number. */
    public static final int ACTIVE = 0x0400_0000;

    /** One softirq, or BHs off once. */
    public static final int SOFTIRQ = 0x100;

    private static final int SOFTIRQ_BITS = 0xFF00;
    private static final int FIELD = 0xFF;

    /** What forbids the task to be switched out: 0 if nothing does. */
    public int nesting(int count) {
        return count < 0 && this == PLAIN ? count : count & ~ACTIVE;
    }

    /** True if the count itself says that softirqs can't run on top of the task. */
    public boolean softirqsOff(int count) {
        return this == FIELDS && (count & SOFTIRQ_BITS) != 0;
    }

    /**
     * True if one of the fields drops below zero on the way from one count to the other, at the expense of its neighbour. What
     * is added or subtracted is read as a signed number for each field, so that one may go up while another goes down, as
     * {@code irq_exit()} does.
     */
    public boolean borrows(int before, int after) {
        if (this == PLAIN) {
            return false;
        }
        int rest = after - before;
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            int part = (byte) (rest >> shift);
            if (((before >>> shift) & FIELD) + part < 0) {
                return true;
            }
            rest -= part << shift;
        }
        return false;
    }

    /** As 2.6.9 prints it: eight digits; one number of 2.4 as a decimal. */
    public String print(int count) {
        return this == FIELDS ? String.format(Locale.ROOT, "%08x", count) : Integer.toString(count);
    }
}
