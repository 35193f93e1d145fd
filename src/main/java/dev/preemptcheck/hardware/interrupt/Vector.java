package dev.preemptcheck.hardware.interrupt;

/**
 * The interrupt vectors of an i386 kernel, numbered as 2.4 numbers them. The numbers matter: a vector's upper four bits
 * are its priority class.
 */
public final class Vector {
    /** First vector that isn't an exception, and the one of line 0 of the 8259s. */
    public static final int FIRST = 0x20;
    /** First device line of an I/O APIC. */
    public static final int FIRST_DEVICE = 0x31;

    public static final int LOCAL_TIMER = 0xEF;
    /** Run a function: the sender waits until all have answered. */
    public static final int CALL_FUNCTION = 0xFB;
    /** Look at need_resched on the way out. */
    public static final int RESCHEDULE = 0xFC;
    /** Drop TLB entries: the sender waits until all have answered. */
    public static final int INVALIDATE_TLB = 0xFD;

    static final int LAST = 0xFF;

    private Vector() {}

    /** What traces call it: {@code call-function}, or {@code irq5} for a line of the 8259s, else its number. */
    public static String name(int vector) {
        return switch (vector) {
            case LOCAL_TIMER -> "local-timer";
            case CALL_FUNCTION -> "call-function";
            case RESCHEDULE -> "reschedule";
            case INVALIDATE_TLB -> "invalidate-tlb";
            default -> vector >= FIRST && vector < FIRST + Pic8259.LINES ? "irq" + (vector - FIRST) : "vector" + vector;
        };
    }

    /** 2 to 15; a higher class interrupts a lower one. */
    static int priorityClass(int vector) {
        return vector >> 4;
    }

    static int check(int vector) {
        if (vector < FIRST || vector > LAST) {
            throw new IllegalArgumentException(
                    "interrupts have the vectors 0x20 to 0xff: 0x" + Integer.toHexString(vector));
        }
        return vector;
    }
}
