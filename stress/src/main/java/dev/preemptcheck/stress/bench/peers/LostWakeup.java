package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;

/**
 * P4: a daemon that finds nothing to do flags itself asleep and sleeps; who brings work wakes it if it is flagged.
 *
 * @param pending there is work
 * @param asleep the daemon's flag
 * @param woken ends its sleep
 */
record LostWakeup(int pending, int asleep, int woken) {
    private static final int THREADS = 2;

    private static LostWakeup in(Memory memory) {
        return new LostWakeup(memory.word("pending", 0), memory.word("asleep", 0), memory.word("woken", 0));
    }

    /** The daemon looks for work before it flags itself: what comes in between wakes nobody. */
    static Threads asReleased(Memory memory) {
        LostWakeup words = in(memory);
        return Threads.of(THREADS, thread -> thread == 0 ? words::lookThenFlag : words::bringWork);
    }

    /** It flags itself, then looks. */
    static Threads fixed(Memory memory) {
        LostWakeup words = in(memory);
        return Threads.of(THREADS, thread -> thread == 0 ? words::flagThenLook : words::bringWork);
    }

    private void lookThenFlag(Cpu cpu) {
        if (cpu.load(pending) == 0) {
            cpu.store(asleep, 1);
            cpu.awaitNonZero(woken);
        }
    }

    private void flagThenLook(Cpu cpu) {
        cpu.store(asleep, 1);
        if (cpu.load(pending) == 0) {
            cpu.awaitNonZero(woken);
        }
    }

    private void bringWork(Cpu cpu) {
        cpu.store(pending, 1);
        if (cpu.load(asleep) != 0) {
            cpu.store(woken, 1);
        }
    }
}
