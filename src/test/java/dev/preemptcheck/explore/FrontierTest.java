package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Agent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FrontierTest {
    private final Frontier frontier = new Frontier();

    @BeforeEach
    void restart() {
        frontier.restart();
    }

    @Test
    void theScheduleWithoutDeviationsComesFirst() {
        assertThat(frontier.waiting()).isEqualTo(1);
        assertThat(frontier.schedule(frontier.next())).isEqualTo(Schedule.EMPTY);
        assertThat(frontier.hasNext()).isFalse();
    }

    @Test
    void firstInIsFirstOut() {
        int root = frontier.next();
        frontier.add(root, 7, Agent.cpu(1));
        frontier.add(root, 3, Agent.cpu(2));
        assertThat(frontier.schedule(frontier.next()).toString()).isEqualTo("[7 cpu1]");
        assertThat(frontier.schedule(frontier.next()).toString()).isEqualTo("[3 cpu2]");
        assertThat(frontier.hasNext()).isFalse();
    }

    @Test
    void aScheduleIsItsParentsAndOneDeviationMore() {
        frontier.add(frontier.next(), 7, Agent.cpu(1));
        int child = frontier.next();
        frontier.add(child, 9, Agent.timer(0));
        frontier.add(child, 9, Agent.task(1));
        frontier.next();
        assertThat(frontier.schedule(frontier.next()).toString()).isEqualTo("[7 cpu1, 9 task1]");
    }

    @Test
    void moreThanOneChunkWaits() {
        int count = 200_000;
        int parent = frontier.next();
        for (int i = 1; i <= count; i++) {
            frontier.add(i % 10 == 1 ? 0 : parent, i, i & 3);
            parent = i % 10 == 0 ? 0 : i;
        }
        assertThat(frontier.waiting()).isEqualTo(count);
        Schedule last = Schedule.EMPTY;
        int ran = 0;
        for (; frontier.hasNext(); ran++) {
            last = frontier.schedule(frontier.next());
            assertThat(last.deviations().get(last.size() - 1).step()).isEqualTo(ran + 1);
        }
        assertThat(ran).isEqualTo(count);
        assertThat(last.size()).isEqualTo(10);
        assertThat(last.deviations().get(0)).isEqualTo(new Deviation(count - 9, (count - 9) & 3));
    }
}
