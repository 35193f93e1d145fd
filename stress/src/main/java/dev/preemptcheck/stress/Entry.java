package dev.preemptcheck.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PAE page-table entry: 64 bits that code reaches as a whole or as a low and a high half (facts 2.6 and S11). It starts
 * as none; the writer makes it {LP, H}.
 *
 * <p>Loads acquire and stores release: the order of plain accesses on x86, on any host.
 */
abstract class Entry {
    /** The low half of the new entry: present. */
    static final int LP = 1;
    /** The high half of the new entry: the frame's upper bits. */
    static final int H = 2;

    /** A cache line apart, and far more of them than JCStress has states at a time. */
    private static final int BYTES_APART = 64;

    private static final int SLOTS = 1 << 16;
    private static final int HIGH = 4;
    private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect((SLOTS + 1) * BYTES_APART)
            .alignedSlice(BYTES_APART)
            .order(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle HALF = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WHOLE = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final int low = (NEXT.getAndIncrement() & (SLOTS - 1)) * BYTES_APART;

    Entry() {
        MEMORY.putLong(low, 0);
    }

    final void storeLow() {
        HALF.setRelease(MEMORY, low, LP);
    }

    final void storeHigh() {
        HALF.setRelease(MEMORY, low + HIGH, H);
    }

    final void storeWhole() {
        WHOLE.setRelease(MEMORY, low, (long) H << 32 | LP);
    }

    final int loadLow() {
        return (int) HALF.getAcquire(MEMORY, low);
    }

    final int loadHigh() {
        return (int) HALF.getAcquire(MEMORY, low + HIGH);
    }

    final long loadWhole() {
        return (long) WHOLE.getAcquire(MEMORY, low);
    }
}
