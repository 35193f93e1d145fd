package dev.preemptcheck.hardware;

/** How memory was accessed, as a sum of bits that {@link MachineListener#accessed} gives. */
public final class Access {
    /** Which bytes of the word, a bit each, the lowest first. */
    public static final int BYTES = 0xF;

    public static final int READ = 1 << 4;
    public static final int WRITE = 1 << 5;
    /** The code expects others to access the word meanwhile: locked instructions, waits, locks, {@code READ_ONCE} and its kin. */
    public static final int MARKED = 1 << 6;
    /** By the task's program in user mode. */
    public static final int USER = 1 << 7;
    /** By a device, or by a processor's access to one. */
    public static final int DEVICE = 1 << 8;

    static final int PLAIN_READ = BYTES | READ;
    static final int PLAIN_WRITE = BYTES | WRITE;
    static final int MARKED_READ = PLAIN_READ | MARKED;
    static final int MARKED_WRITE = PLAIN_WRITE | MARKED;
    static final int LOCKED = BYTES | READ | WRITE | MARKED;

    private Access() {}

    /** The bytes of a {@link Part}. */
    static int part(int part) {
        return ((1 << Part.bytes(part)) - 1) << Part.offset(part);
    }
}
