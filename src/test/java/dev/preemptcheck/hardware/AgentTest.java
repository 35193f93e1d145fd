package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentTest {

    @ParameterizedTest
    @ValueSource(strings = {"cpu0", "cpu3", "cpu31", "timer0", "timer31", "task0", "task15", "task31"})
    void nameIsParsedBack(String name) {
        assertThat(Agent.name(Agent.parse(name))).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "cpu", "cpu32", "timer99", "task-1", "cpu1x", "xcpu1", "cpu 1", "CPU1", "7", "cpu001", "cpu١"
            })
    void otherTextNamesNoAgent(String text) {
        assertThatThrownBy(() -> Agent.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("names no agent");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 31})
    void kindsAreDisjoint(int number) {
        assertThat(kinds(Agent.cpu(number))).isEqualTo("cpu");
        assertThat(kinds(Agent.timer(number))).isEqualTo("timer");
        assertThat(kinds(Agent.task(number))).isEqualTo("task");
    }

    private static String kinds(int agent) {
        return (Agent.isCpu(agent) ? "cpu" : "")
                + (Agent.isTimer(agent) ? "timer" : "")
                + (Agent.isPick(agent) ? "task" : "");
    }
}
