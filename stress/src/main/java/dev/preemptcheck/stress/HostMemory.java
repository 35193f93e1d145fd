package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.MemoryAccess;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The instructions of the host's processor, on a piece of the host's memory; where in it an address lies, a subclass says.
 *
 * <p>What a test shows must be the processor's doing and not the compiler's. Loads acquire and stores release: by the Java
 * memory model that is the order x86-TSO gives plain ones, so a compiler may reorder no more than an x86 processor may, and
 * on x86 each is one plain {@code mov}. The order from a store to a later load is open in both, and HotSpot leaves it to the
 * processor: C2 puts a fence that holds itself, and no instruction, on either side of each access. C1 and the interpreter
 * make both kinds volatile, so under them nothing relaxed is ever seen. (Opaque accesses compile to the same; but to Java
 * they promise order for a single word only.) Locked instructions are volatile.
 */
abstract class HostMemory implements MemoryAccess {
    /** Pieces begin on a cache line of their own. */
    static final int LINE = 64;

    /** Far more than JCStress has states at a time, of the largest pieces that are asked for. */
    private static final int LINES = 1 << 19;

    private static final int PIECE_LINES_MAX = 16;

    private static final ByteBuffer BYTES = ByteBuffer.allocateDirect((LINES + PIECE_LINES_MAX) * LINE + LINE)
            .alignedSlice(LINE)
            .order(ByteOrder.LITTLE_ENDIAN);
    private static final IntBuffer WORDS = BYTES.asIntBuffer();
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle PAIR = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final AtomicInteger NEXT_LINE = new AtomicInteger();

    /**
     * A piece of memory that holds {@code words}, from here on the caller's: it is given out again only when all others have
     * been.
     *
     * @return where it begins, in bytes
     */
    static int piece(int[] words) {
        int lines = (words.length * Integer.BYTES + LINE - 1) / LINE;
        if (lines > PIECE_LINES_MAX) {
            throw new IllegalArgumentException(words.length + " words are more than a piece of memory has");
        }
        int base = (NEXT_LINE.getAndAdd(lines) & (LINES - 1)) * LINE;
        WORDS.put(base / Integer.BYTES, words, 0, words.length);
        return base;
    }

    /** What is at that place when nobody writes there any more. */
    static int peek(int place) {
        return BYTES.getInt(place);
    }

    /** Where the word at an address lies, in bytes. */
    abstract int at(int address);

    @Override
    public final int load(int address) {
        return loadAt(at(address));
    }

    static int loadAt(int place) {
        return (int) WORD.getAcquire(BYTES, place);
    }

    @Override
    public final void store(int address, int value) {
        storeAt(at(address), value);
    }

    static void storeAt(int place, int value) {
        WORD.setRelease(BYTES, place, value);
    }

    @Override
    public final long loadWhole(int address) {
        return (long) PAIR.getAcquire(BYTES, at(address));
    }

    @Override
    public final void storeWhole(int address, long value) {
        PAIR.setRelease(BYTES, at(address), value);
    }

    @Override
    public int add(int address, int delta) {
        return addAt(at(address), delta);
    }

    static int addAt(int place, int delta) {
        return (int) WORD.getAndAdd(BYTES, place, delta) + delta;
    }

    @Override
    public final int orUnlocked(int address, int mask) {
        return replace(address, load(address) | mask);
    }

    @Override
    public final int andUnlocked(int address, int mask) {
        return replace(address, load(address) & mask);
    }

    @Override
    public final int addUnlocked(int address, int delta) {
        return replace(address, load(address) + delta);
    }

    private int replace(int address, int value) {
        store(address, value);
        return value;
    }

    @Override
    public final int and(int address, int mask) {
        return (int) WORD.getAndBitwiseAnd(BYTES, at(address), mask) & mask;
    }

    @Override
    public final int or(int address, int mask) {
        return (int) WORD.getAndBitwiseOr(BYTES, at(address), mask) | mask;
    }

    @Override
    public final boolean setBit(int address, int bit) {
        return ((int) WORD.getAndBitwiseOr(BYTES, at(address), 1 << bit) & 1 << bit) != 0;
    }

    @Override
    public final boolean clearBit(int address, int bit) {
        return ((int) WORD.getAndBitwiseAnd(BYTES, at(address), ~(1 << bit)) & 1 << bit) != 0;
    }

    @Override
    public final int exchange(int address, int value) {
        return (int) WORD.getAndSet(BYTES, at(address), value);
    }

    @Override
    public final int compareExchange(int address, int expected, int fresh) {
        return compareExchangeAt(at(address), expected, fresh);
    }

    static int compareExchangeAt(int place, int expected, int fresh) {
        return (int) WORD.compareAndExchange(BYTES, place, expected, fresh);
    }

    @Override
    public final long compareExchange8(int address, long expected, long fresh) {
        return (long) PAIR.compareAndExchange(BYTES, at(address), expected, fresh);
    }

    /** On x86, HotSpot makes it a locked addition of 0 to the stack, which does what {@code mfence} does. */
    @Override
    public final void fence() {
        VarHandle.fullFence();
    }

    /** On x86 it holds the compiler only. */
    @Override
    public final void storeFence() {
        VarHandle.storeStoreFence();
    }

    // ---- what Java has no ordered access for

    @Override
    public final int load8(int address) {
        throw unordered();
    }

    @Override
    public final void store8(int address, int value) {
        throw unordered();
    }

    @Override
    public final int load16(int address) {
        throw unordered();
    }

    @Override
    public final void store16(int address, int value) {
        throw unordered();
    }

    @Override
    public final long compareExchange8Unlocked(int address, long expected, long fresh) {
        throw unordered();
    }

    private static UnsupportedOperationException unordered() {
        return new UnsupportedOperationException("code runs on the host with words and aligned pairs only");
    }
}
