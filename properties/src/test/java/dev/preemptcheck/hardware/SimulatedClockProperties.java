package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Time never goes back, stops at each armed deadline, and all deadlines of that instant pass there, once. */
final class SimulatedClockProperties {
    private static final int DEADLINES = 4;
    private static final int NANOS_MAX = 6;

    @Property
    void noDeadlineIsPassedUnfired(@ForAll("tapes") List<Integer> numbers) {
        Diary diary = new Diary();
        for (int number : numbers) {
            diary.act(number);
        }
        while (!diary.armedAt.isEmpty()) {
            diary.advance();
        }
        assertThat(diary.clock.moves()).isZero();
    }

    /** What the clock was at before does not matter: its state is the time that is left. */
    @Property
    void whenItStartedMakesNoDifference(
            @ForAll("tapes") List<Integer> numbers, @ForAll @IntRange(min = 1, max = 50) int earlier) {
        Diary now = new Diary();
        Diary later = new Diary();
        later.clock.arm(0, earlier);
        later.clock.move(0);
        later.clock.disarm(0);
        for (int number : numbers) {
            now.act(number);
            later.act(number);
            assertThat(later.clock.digest()).isEqualTo(now.clock.digest());
            assertThat(later.clock.now()).isEqualTo(now.clock.now() + earlier);
        }
    }

    /** The clock, and timestamps to compare it with. */
    private static final class Diary {
        private final SimulatedClock clock = new SimulatedClock();
        private final TreeMap<Integer, Long> armedAt = new TreeMap<>();
        private final List<Integer> passed = new ArrayList<>();

        Diary() {
            for (int i = 0; i < DEADLINES; i++) {
                int deadline = clock.deadline("d" + i, () -> passed.add(passed.size()));
                assertThat(deadline).isEqualTo(i);
            }
        }

        void act(int number) {
            int deadline = number / 3 % DEADLINES;
            switch (number % 3) {
                case 0 -> {
                    int nanos = 1 + number / 3 / DEADLINES % NANOS_MAX;
                    clock.arm(deadline, nanos);
                    armedAt.put(deadline, clock.now() + nanos);
                }
                case 1 -> {
                    clock.disarm(deadline);
                    armedAt.remove(deadline);
                }
                default -> advance();
            }
        }

        void advance() {
            assertThat(clock.moves() != 0).isEqualTo(!armedAt.isEmpty());
            if (armedAt.isEmpty()) {
                return;
            }
            long before = clock.now();
            long earliest = armedAt.values().stream().min(Long::compare).orElseThrow();
            long together =
                    armedAt.values().stream().filter(at -> at == earliest).count();
            passed.clear();
            clock.move(0);
            assertThat(clock.now()).isGreaterThan(before).isEqualTo(earliest);
            assertThat(passed).as("passed together").hasSize((int) together);
            armedAt.values().removeIf(at -> at == earliest);
            for (int i = 0; i < DEADLINES; i++) {
                assertThat(clock.armed(i)).isEqualTo(armedAt.containsKey(i));
            }
        }
    }

    @Provide
    Arbitrary<List<Integer>> tapes() {
        return Arbitraries.integers().between(0, 1023).list().ofMaxSize(60);
    }
}
