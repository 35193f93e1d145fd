package dev.preemptcheck.kernel.timer;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.Spinlock;

/**
 * {@code tvec_base_t}: the timers of one processor, a bit each.
 *
 * @param lock guards both lists; taken with interrupts off
 * @param armed what the next tick makes due
 * @param due what has been made due and was not yet run
 * @param running the timer whose function runs here, its number plus 1, or 0
 * @param function what {@code running} is to detectors: a lock, of its name, that a running function holds
 */
record TimerBase(Spinlock lock, Word armed, Word due, MarkedWord running, int function) {

    /** {@code internal_add_timer()}: the caller holds the lock. */
    @Inlined
    void add(Cpu cpu, Timer timer) {
        armed.store(cpu, armed.load(cpu) | timer.bit());
    }

    /** {@code list_del()}, from whichever list it is on: the caller holds the lock. */
    @Inlined
    void remove(Cpu cpu, Timer timer) {
        Word list = (armed.load(cpu) & timer.bit()) != 0 ? armed : due;
        list.store(cpu, list.load(cpu) & ~timer.bit());
    }

    /** The tick has come for all that were armed: the caller holds the lock. */
    @Inlined
    void makeDue(Cpu cpu) {
        due.store(cpu, armed.load(cpu));
        armed.store(cpu, 0);
    }
}
