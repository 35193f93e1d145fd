package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.MemoryAccess;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Either processor of a litmus test, made of the host's, with a few words of their own for memory. Words 0 and 1 are the halves of an aligned
 * pair, as are words 2 and 3; each pair has a cache line to itself.
 *
 * <p>What a test shows must be the processor's doing and not the compiler's. Loads acquire and stores release: by the Java
 * memory model that is the order x86-TSO gives plain ones, so a compiler may reorder no more than an x86 processor may, and
 * on x86 each is one plain {@code mov}. The order from a store to a later load is open in both, and HotSpot leaves it to the
 * processor: C2 puts a fence that holds itself, and no instruction, on either side of each access. C1 and the interpreter
 * make both kinds volatile, so under them nothing relaxed is ever seen. (Opaque accesses compile to the same; but to Java
 * they promise order for a single word only.)
 */
final class LitmusCpu implements MemoryAccess {
    private static final int BYTES_APART = 64;
    private static final int PAIRS = 2;
    private static final int PAIR_SHIFT = 3;
    /** Far more than JCStress has states at a time. */
    private static final int MEMORIES = 1 << 16;

    private static final ByteBuffer BYTES = ByteBuffer.allocateDirect((MEMORIES * PAIRS + 1) * BYTES_APART)
            .alignedSlice(BYTES_APART)
            .order(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle PAIR = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final int base = (NEXT.getAndIncrement() & (MEMORIES - 1)) * PAIRS * BYTES_APART;

    /** With {@code first} in words 0 and 1, and 0 in the others. */
    LitmusCpu(long first) {
        BYTES.putLong(base, first);
        for (int pair = 1; pair < PAIRS; pair++) {
            BYTES.putLong(base + pair * BYTES_APART, 0);
        }
    }

    @Override
    public int load(int address) {
        return (int) WORD.getAcquire(BYTES, at(address));
    }

    @Override
    public void store(int address, int value) {
        WORD.setRelease(BYTES, at(address), value);
    }

    @Override
    public long loadWhole(int address) {
        return (long) PAIR.getAcquire(BYTES, at(address));
    }

    @Override
    public void storeWhole(int address, long value) {
        PAIR.setRelease(BYTES, at(address), value);
    }

    @Override
    public int add(int address, int delta) {
        return (int) WORD.getAndAdd(BYTES, at(address), delta) + delta;
    }

    @Override
    public int and(int address, int mask) {
        return (int) WORD.getAndBitwiseAnd(BYTES, at(address), mask) & mask;
    }

    @Override
    public int or(int address, int mask) {
        return (int) WORD.getAndBitwiseOr(BYTES, at(address), mask) | mask;
    }

    @Override
    public boolean setBit(int address, int bit) {
        return ((int) WORD.getAndBitwiseOr(BYTES, at(address), 1 << bit) & 1 << bit) != 0;
    }

    @Override
    public boolean clearBit(int address, int bit) {
        return ((int) WORD.getAndBitwiseAnd(BYTES, at(address), ~(1 << bit)) & 1 << bit) != 0;
    }

    @Override
    public int exchange(int address, int value) {
        return (int) WORD.getAndSet(BYTES, at(address), value);
    }

    @Override
    public int compareExchange(int address, int expected, int fresh) {
        return (int) WORD.compareAndExchange(BYTES, at(address), expected, fresh);
    }

    @Override
    public long compareExchange8(int address, long expected, long fresh) {
        return (long) PAIR.compareAndExchange(BYTES, at(address), expected, fresh);
    }

    /** On x86, HotSpot makes it a locked addition of 0 to the stack, which does what {@code mfence} does. */
    @Override
    public void fence() {
        VarHandle.fullFence();
    }

    /** On x86 it holds the compiler only. */
    @Override
    public void storeFence() {
        VarHandle.storeStoreFence();
    }

    private int at(int address) {
        int offset = address - Memory.KERNEL_DATA;
        return base + (offset >>> PAIR_SHIFT) * BYTES_APART + (offset & ((1 << PAIR_SHIFT) - 1));
    }

    // ---- what Java has no ordered access for

    @Override
    public int load8(int address) {
        throw refused();
    }

    @Override
    public void store8(int address, int value) {
        throw refused();
    }

    @Override
    public int load16(int address) {
        throw refused();
    }

    @Override
    public void store16(int address, int value) {
        throw refused();
    }

    @Override
    public long compareExchange8Unlocked(int address, long expected, long fresh) {
        throw refused();
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException("litmus tests run on the host with words and aligned pairs only");
    }
}
