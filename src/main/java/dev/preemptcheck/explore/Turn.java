package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Machine;

/**
 * A state on the {@link Path} of a {@link StatelessExplorer}, and the step that is taken there. Sets of processors are bit masks.
 */
final class Turn {
    /** Who can move, and what everybody is about to do. */
    final int enabled;

    final NextStep[] next;
    /** Who need not move here: what would follow is explored already, or is from elsewhere. */
    int asleep;
    /** Who must have moved here before this state is done with. */
    int due;

    int cpu;
    /** Of each processor, how many of its steps come before the one that is taken, or are it. */
    int[] clock = {};
    /** What the words held that the step touches. */
    private int before;

    private int secondBefore;

    Turn(Machine machine, int asleep) {
        this.enabled = machine.moves().steppable();
        this.asleep = asleep;
        this.next = new NextStep[machine.cpus()];
        for (int i = 0; i < next.length; i++) {
            next[i] = NextStep.of(machine, i);
        }
    }

    NextStep step() {
        return next[cpu];
    }

    /** Who can move and does not sleep. */
    int awake() {
        return enabled & ~asleep;
    }

    /** The step is taken now, with that clock. */
    void take(Machine machine, int[] itsClock) {
        clock = itsClock;
        NextStep step = step();
        if (step.first() >= 0) {
            before = machine.memory().peek(step.first());
            secondBefore = machine.memory().peek(step.last());
        }
    }

    /** What {@code word}, one that the step touches, held before. */
    int valueBefore(int word) {
        return word == step().first() ? before : secondBefore;
    }

    /** True if the step has to come before what has that clock. */
    boolean isBefore(int[] other) {
        return other[cpu] >= clock[cpu];
    }
}
