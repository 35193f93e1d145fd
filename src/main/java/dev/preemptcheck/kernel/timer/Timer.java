package dev.preemptcheck.kernel.timer;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.locking.Spinlock;

/**
 * {@code struct timer_list} of 2.6.9.
 *
 * @param number its bit in the lists of armed timers
 * @param lock orders those who arm it
 * @param base the processor on which it is armed, plus 1, or 0; changes under that processor's base lock
 * @param function runs in the softirq, with interrupts on
 */
public record Timer(int number, Spinlock lock, MarkedWord base, MachineSetup.Body function) {
    int bit() {
        return 1 << number;
    }
}
