package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;

/**
 * P1: two tasks use one kmap slot. Each finds it free, sets it, uses its mapping three times and clears it.
 *
 * @param slot the word
 * @param checked whether a task that finds somebody else's mapping says so
 */
record KmapSlot(int slot, boolean checked) {
    private static final int TASKS = 2;
    private static final int USES = 3;
    private static final int EMPTY = 0;

    static Threads asReleased(Memory memory, boolean checked) {
        KmapSlot slot = new KmapSlot(memory.word("slot", EMPTY), checked);
        return Threads.of(TASKS, task -> cpu -> slot.use(cpu, task + 1));
    }

    /** With a lock around it all. */
    static Threads fixed(Memory memory) {
        KmapSlot slot = new KmapSlot(memory.word("slot", EMPTY), true);
        Lock lock = Lock.in(memory, "slot_lock");
        return Threads.of(TASKS, task -> cpu -> {
            lock.take(cpu);
            slot.use(cpu, task + 1);
            lock.giveBack(cpu);
        });
    }

    private void use(Cpu cpu, int mapping) {
        expect(cpu, EMPTY, "slot-busy");
        cpu.store(slot, mapping);
        for (int use = 0; use < USES; use++) {
            expect(cpu, mapping, "wrong-page");
        }
        cpu.store(slot, EMPTY);
    }

    private void expect(Cpu cpu, int value, String otherwise) {
        if (cpu.load(slot) != value && checked) {
            throw cpu.bug(otherwise, "");
        }
    }
}
