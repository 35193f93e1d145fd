package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import java.util.List;
import java.util.stream.IntStream;

/** P5: three philosophers, each of whom takes two of three forks and gives them back, the last one first. */
final class Philosophers {
    private static final int SEATS = 3;

    private Philosophers() {}

    /** Everybody takes the left fork first. */
    static Threads asReleased(Memory memory) {
        List<Lock> forks = forks(memory);
        return Threads.of(SEATS, seat -> cpu -> eat(cpu, forks.get(seat), forks.get((seat + 1) % SEATS)));
    }

    /** Everybody takes the fork with the lower number first. */
    static Threads fixed(Memory memory) {
        List<Lock> forks = forks(memory);
        return Threads.of(SEATS, seat -> {
            int right = (seat + 1) % SEATS;
            return cpu -> eat(cpu, forks.get(Math.min(seat, right)), forks.get(Math.max(seat, right)));
        });
    }

    private static List<Lock> forks(Memory memory) {
        return IntStream.range(0, SEATS)
                .mapToObj(fork -> Lock.in(memory, "fork" + fork))
                .toList();
    }

    private static void eat(Cpu cpu, Lock first, Lock second) {
        first.take(cpu);
        second.take(cpu);
        second.giveBack(cpu);
        first.giveBack(cpu);
    }
}
