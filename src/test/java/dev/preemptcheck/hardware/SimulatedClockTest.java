package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SimulatedClockTest {
    private final SimulatedClock clock = new SimulatedClock();
    private final List<String> passed = new ArrayList<>();
    private final int first = clock.deadline("first", () -> passed.add("first"));
    private final int second = clock.deadline("second", () -> passed.add("second"));

    @Test
    void standsStillWhenNobodyWaits() {
        assertThat(clock.moves()).isZero();
        assertThatThrownBy(() -> clock.move(0)).hasMessageContaining("no deadline is armed");
    }

    @Test
    void advancesToTheEarliestDeadline() {
        clock.arm(first, 30_000);
        clock.arm(second, 400);
        assertThat(clock.due()).isEqualTo(1);
        assertThat(clock.moveName(0)).isEqualTo("advance");
        clock.move(0);
        assertThat(clock.now()).isEqualTo(400);
        assertThat(passed).containsExactly("second");
        assertThat(clock.armed(second)).isFalse();
        clock.move(0);
        assertThat(clock.now()).isEqualTo(30_000);
        assertThat(passed).containsExactly("second", "first");
    }

    @Test
    void deadlinesOfTheSameInstantPassTogether() {
        clock.arm(first, 400);
        clock.arm(second, 400);
        clock.move(0);
        assertThat(passed).containsExactly("first", "second");
        assertThat(clock.moves()).isZero();
    }

    @Test
    void aDisarmedDeadlineDoesNotPass() {
        clock.arm(first, 400);
        clock.arm(second, 500);
        clock.disarm(first);
        clock.move(0);
        assertThat(passed).containsExactly("second");
    }

    @Test
    void aDeadlineCanTakeAnotherOfItsInstantAway() {
        int third = clock.deadline("third", () -> clock.disarm(first));
        int last = clock.deadline("last", () -> passed.add("last"));
        int before = clock.deadline("before", () -> clock.disarm(last));
        clock.arm(third, 5);
        clock.arm(first, 5);
        clock.arm(last, 5);
        clock.arm(before, 5);
        clock.move(0);
        assertThat(passed).containsExactly("first", "last");
    }

    @Test
    void armingAgainStartsAnew() {
        clock.arm(first, 400);
        clock.arm(second, 100);
        clock.move(0);
        clock.arm(first, 400);
        clock.move(0);
        assertThat(clock.now()).isEqualTo(500);
    }

    @Test
    void aPassingDeadlineCanArmItself() {
        SimulatedClock ticking = new SimulatedClock();
        int[] tick = new int[1];
        tick[0] = ticking.deadline("tick", () -> ticking.arm(tick[0], 10));
        ticking.arm(tick[0], 10);
        ticking.move(0);
        ticking.move(0);
        assertThat(ticking.now()).isEqualTo(20);
        assertThat(ticking.armed(tick[0])).isTrue();
    }

    @Test
    void timeAloneMakesNoStateNew() {
        clock.arm(first, 400);
        long early = clock.digest();
        clock.move(0);
        long idle = clock.digest();
        clock.arm(first, 400);
        assertThat(clock.digest()).isEqualTo(early).isNotEqualTo(idle);
        clock.reset();
        assertThat(clock.digest()).isEqualTo(idle);
        assertThat(clock.now()).isZero();
    }

    @Test
    void digestTellsDeadlinesAndTimesApart() {
        clock.arm(first, 400);
        long one = clock.digest();
        clock.arm(first, 401);
        long later = clock.digest();
        clock.disarm(first);
        clock.arm(second, 400);
        assertThat(List.of(one, later, clock.digest())).doesNotHaveDuplicates();
    }

    @Test
    void printsWhatIsWaitedFor() {
        clock.arm(second, 400);
        assertThat(clock).hasToString("0 ns, second in 400");
    }

    @Test
    void refusesWaitsOfNoTimeAndAccesses() {
        assertThatThrownBy(() -> clock.arm(first, 0)).hasMessageContaining("'first': at least 1");
        assertThat(clock.decodes(0x40)).isFalse();
        assertThatThrownBy(() -> clock.in(0x40, 1)).hasMessage("clock has no register of 8 bits at port 0x40");
        assertThatThrownBy(() -> clock.out(0x40, 2, 0)).hasMessage("clock has no register of 16 bits at port 0x40");
    }
}
