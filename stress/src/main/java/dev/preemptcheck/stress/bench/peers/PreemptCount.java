package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;

/** P3: three threads add one to a count and take it away again; in the end it must be what it was. */
final class PreemptCount {
    private static final int THREADS = 3;

    private PreemptCount() {}

    /** Each change is a load and a store. Where {@code checked}, the end is looked at. */
    static Threads asReleased(Memory memory, boolean checked) {
        int count = memory.word("preempt_count", 0);
        Threads threads = Threads.of(THREADS, thread -> cpu -> {
            cpu.store(count, cpu.load(count) + 1);
            cpu.forget(1);
            cpu.store(count, cpu.load(count) - 1);
            cpu.forget(2);
        });
        return checked ? threads.andThen(cpu -> check(cpu, count)) : threads;
    }

    /** Each change is one step. */
    static Threads fixed(Memory memory) {
        int count = memory.word("preempt_count", 0);
        return Threads.of(THREADS, thread -> cpu -> {
                    cpu.add(count, 1);
                    cpu.forget(1);
                    cpu.add(count, -1);
                    cpu.forget(2);
                })
                .andThen(cpu -> check(cpu, count));
    }

    private static void check(Cpu cpu, int count) {
        if (cpu.load(count) != 0) {
            throw cpu.bug("count-off", "");
        }
    }
}
