package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;

/** A spinlock: one step to take it, one to give it back. */
record Lock(int word) {
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    static Lock in(Memory memory, String name) {
        return new Lock(memory.word(name, FREE));
    }

    void take(Cpu cpu) {
        cpu.acquire(word, FREE, TAKEN);
    }

    void giveBack(Cpu cpu) {
        cpu.release(word, FREE);
    }
}
