package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;

/** What a switch does with a part of the processor that belongs to tasks, right before the stacks are exchanged; IF=0. */
public interface SwitchHook {

    /** The processor is about to leave {@code prev}, on whose stack the call is made, for {@code next}. */
    void onSwitch(Cpu cpu, Task prev, Task next);
}
