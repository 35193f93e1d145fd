package dev.preemptcheck.hardware;

/**
 * The instructions that touch memory.
 *
 * <p>32-bit accesses and pairs are aligned to 4 bytes, 16-bit ones to 2. Low memory and kernel data are reached by plain
 * 32-bit accesses of any kind; the others, and locked instructions, by their direct mapping only.
 */
public interface MemoryAccess {

    /** Plain 32-bit read. */
    int load(int address);

    /** Plain 32-bit write. */
    void store(int address, int value);

    /** {@code READ_ONCE}: a plain read by code that knows that others may write meanwhile. */
    default int loadOnce(int address) {
        return load(address);
    }

    /** {@code WRITE_ONCE}: a plain write by code that knows that others may read or write meanwhile. */
    default void storeOnce(int address, int value) {
        store(address, value);
    }

    /** Plain 8-bit read, zero-extended. */
    int load8(int address);

    /** Plain 8-bit write of the low bits of {@code value}. */
    void store8(int address, int value);

    /** Plain 16-bit read, zero-extended. */
    int load16(int address);

    /** Plain 16-bit write of the low bits of {@code value}. */
    void store16(int address, int value);

    /** 64-bit read in one piece, as MMX and the FPU do it. */
    long loadWhole(int address);

    /** 64-bit write in one piece. */
    void storeWhole(int address, long value);

    /** Plain 64-bit read of compiled code: two 32-bit reads. */
    default long load64(int address, HalfOrder order) {
        if (order == HalfOrder.LOW_FIRST) {
            int low = load(address);
            return join(low, load(address + 4));
        }
        int high = load(address + 4);
        return join(load(address), high);
    }

    /** Plain 64-bit write of compiled code: two 32-bit writes. */
    default void store64(int address, long value, HalfOrder order) {
        boolean lowFirst = order == HalfOrder.LOW_FIRST;
        int high = (int) (value >>> 32);
        store(lowFirst ? address : address + 4, lowFirst ? (int) value : high);
        store(lowFirst ? address + 4 : address, lowFirst ? high : (int) value);
    }

    private static long join(int low, int high) {
        return ((long) high << 32) | (low & 0xFFFFFFFFL);
    }

    /**
     * {@code or} of a word without the lock prefix: a read, then a write. No interrupt comes between them, but other
     * processors do. Gives the value that was written.
     */
    int orUnlocked(int address, int mask);

    /** {@code and} without the lock prefix, likewise. */
    int andUnlocked(int address, int mask);

    /** {@code add}, {@code inc} and {@code dec} without the lock prefix, likewise. */
    int addUnlocked(int address, int delta);

    /** Locked {@code add}, {@code inc} and {@code dec}, and {@code xadd}; gives the value after it. */
    int add(int address, int delta);

    /** Locked {@code and}; gives the value after it. */
    int and(int address, int mask);

    /** Locked {@code or}; gives the value after it. */
    int or(int address, int mask);

    /** Locked {@code bts}: sets a bit of the word; true if it was set before. */
    boolean setBit(int address, int bit);

    /** Locked {@code btr}: clears a bit of the word; true if it was set before. */
    boolean clearBit(int address, int bit);

    /** {@code xchg}, which is always locked; gives the value before it. */
    int exchange(int address, int value);

    /** Locked {@code cmpxchg}: stores {@code fresh} if the word holds {@code expected}; gives the value before it. */
    int compareExchange(int address, int expected, int fresh);

    /** Locked {@code cmpxchg8b}: the same for 64 bits. */
    long compareExchange8(int address, long expected, long fresh);

    /**
     * {@code cmpxchg8b} without the lock prefix: a read in one piece, then a write in one piece, of what was read if it isn't
     * {@code expected}. No interrupt comes between them, but other processors do (fact 2.6).
     */
    long compareExchange8Unlocked(int address, long expected, long fresh);

    /** Full fence ({@code mfence}): goes on when this processor's earlier stores have reached memory. */
    void fence();

    /** Store fence ({@code sfence}): later stores reach memory after earlier ones. */
    void storeFence();
}
