package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;

/**
 * P2: two writers install 64-bit page-table entries, the low word first, and one reader looks at the high word first. An entry
 * that isn't present is no matter; one made of two halves is.
 */
final class TornEntry {
    private static final int WRITERS = 2;
    private static final int THREADS = WRITERS + 1;
    private static final int PRESENT = 1;

    private TornEntry() {}

    /** Where {@code checked}, the reader says so if what it reads has two halves. */
    static Threads asReleased(Memory memory, boolean checked) {
        int entry = layOut(memory);
        return Threads.of(
                THREADS,
                thread -> thread == WRITERS
                        ? cpu -> readHalves(cpu, entry, checked)
                        : cpu -> {
                            cpu.store(entry, low(thread + 1));
                            cpu.store(entry + Integer.BYTES, thread + 1);
                        });
    }

    /** Written and read in one piece. */
    static Threads fixed(Memory memory) {
        int entry = layOut(memory);
        return Threads.of(
                THREADS,
                thread -> thread == WRITERS
                        ? cpu -> readWhole(cpu, entry)
                        : cpu -> cpu.storeWhole(entry, (long) (thread + 1) << Integer.SIZE | low(thread + 1)));
    }

    private static int layOut(Memory memory) {
        int low = memory.word("entry.low", 0);
        memory.word("entry.high", 0);
        return low;
    }

    private static int low(int high) {
        return high << 12 | PRESENT;
    }

    private static void readHalves(Cpu cpu, int entry, boolean checked) {
        int high = cpu.load(entry + Integer.BYTES);
        int low = cpu.load(entry);
        if (checked) {
            check(cpu, high, low);
        }
    }

    private static void readWhole(Cpu cpu, int entry) {
        long value = cpu.loadWhole(entry);
        check(cpu, (int) (value >>> Integer.SIZE), (int) value);
    }

    private static void check(Cpu cpu, int high, int low) {
        if ((low & PRESENT) != 0 && low != low(high)) {
            throw cpu.bug("torn-entry", "");
        }
    }
}
