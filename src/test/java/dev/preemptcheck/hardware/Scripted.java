package dev.preemptcheck.hardware;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Carries on, but for what it was told to do before given steps, such as {@code "3 timer0"}. */
class Scripted implements Arbiter {
    private final Deque<String> deviations;

    Scripted(String... deviations) {
        this.deviations = new ArrayDeque<>(List.of(deviations));
    }

    @Override
    public int choose(Machine machine) {
        String due = deviations.peek();
        if (due != null && due.startsWith(machine.steps() + " ")) {
            deviations.remove();
            return due.endsWith(" stop") ? Agent.STOP : Agent.parse(due.substring(due.indexOf(' ') + 1));
        }
        return machine.moves().defaultAgent();
    }

    @Override
    public int pick(Machine machine, int candidates, int preferred, boolean involuntary) {
        return preferred;
    }
}
