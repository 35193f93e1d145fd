package dev.preemptcheck.hardware;

/** The error code of a page fault, as bits; and which accesses a translation refuses. */
public final class FaultCode {
    /** The page is present, but may not be accessed like that. */
    public static final int PROTECTION = 1;
    /** The access was a write. */
    public static final int WRITE = 2;
    /** The access was made in user mode. */
    public static final int USER = 4;

    /** The access may go on. */
    static final int NONE = -1;

    private FaultCode() {}

    /** The code of the fault that an access through {@code entry} ends in, 0 being no entry, or {@link #NONE}. */
    static int of(long entry, boolean write, boolean user, boolean writeProtect) {
        int how = (write ? WRITE : 0) | (user ? USER : 0);
        if ((entry & PageTable.PRESENT) == 0) {
            return how;
        }
        boolean readable = !user || (entry & PageTable.USER) != 0;
        boolean writable = (entry & PageTable.WRITE) != 0 || (!user && !writeProtect);
        return readable && (!write || writable) ? NONE : how | PROTECTION;
    }
}
