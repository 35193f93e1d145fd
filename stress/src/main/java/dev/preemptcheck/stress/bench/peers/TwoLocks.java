package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import java.util.List;
import java.util.stream.IntStream;

/**
 * P6, which is safe: threads add one to two counters in turn, each under its lock, and at last look at the first counter
 * without it, a race that does no harm. In the end nothing must be missing.
 */
final class TwoLocks {
    private static final int COUNTERS = 2;

    private final int threads;
    private final int increments;
    private final List<Lock> locks;
    private final List<Integer> counters;

    private TwoLocks(Memory memory, int threads, int increments) {
        this.threads = threads;
        this.increments = increments;
        this.locks = IntStream.range(0, COUNTERS)
                .mapToObj(i -> Lock.in(memory, "lock" + i))
                .toList();
        this.counters = IntStream.range(0, COUNTERS)
                .mapToObj(i -> memory.word("counter" + i, 0))
                .toList();
    }

    static Threads of(Memory memory, int threads, int increments) {
        TwoLocks program = new TwoLocks(memory, threads, increments);
        return Threads.of(threads, thread -> program::work).andThen(program::check);
    }

    private void work(Cpu cpu) {
        for (int round = 0; round < increments; round++) {
            Lock lock = locks.get(round % COUNTERS);
            int counter = counters.get(round % COUNTERS);
            lock.take(cpu);
            cpu.store(counter, cpu.load(counter) + 1);
            lock.giveBack(cpu);
            cpu.forget(round + 1);
        }
        if (cpu.loadOnce(counters.get(0)) > total(0)) {
            throw cpu.bug("count-above-total", "");
        }
        cpu.forget(increments + 1);
    }

    private void check(Cpu cpu) {
        for (int i = 0; i < COUNTERS; i++) {
            if (cpu.load(counters.get(i)) != total(i)) {
                throw cpu.bug("count-off", "");
            }
        }
    }

    private int total(int counter) {
        return threads * ((increments + COUNTERS - 1 - counter) / COUNTERS);
    }
}
