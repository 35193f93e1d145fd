package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;

/**
 * How a kernel knows that it is in a handler, in a softirq, or has bottom halves switched off: by separate counters of each
 * processor (fact 3.1, 2.4), or by fields of the task's preempt count (fact 3.2, 2.6.9).
 */
public interface ContextCounts {

    /** What the kernel of that version does. */
    static ContextCounts of(MachineSetup setup, KernelConfig config, TaskTable tasks) {
        return config.version().countFields()
                ? new FieldCounts(config, tasks)
                : PlainCounts.create(setup.memory(), config, tasks);
    }

    /** A hardirq begins; IF=0. */
    void irqEnter(Cpu cpu);

    /** Its handler is over; what softirqs it asked for may run now, with preemption off. */
    void irqLeave(Cpu cpu);

    /** The hardirq is over; IF=0. */
    void irqExit(Cpu cpu);

    /** {@code local_bh_disable()}; also what a running softirq does. */
    void bhOff(Cpu cpu);

    /** {@code __local_bh_enable()}: takes one back and does nothing else. */
    void bhOnOnly(Cpu cpu);

    /**
     * {@code local_bh_enable()} without the reschedule check.
     *
     * @param softirqs runs what is pending; called with bottom halves on
     */
    void bhOn(Cpu cpu, MachineSetup.Body softirqs);

    /** {@code in_irq()}, by counts. */
    boolean inIrq(Cpu cpu);

    /** {@code in_interrupt()}. */
    boolean inInterrupt(Cpu cpu);

    /** Whether a return to interrupted kernel code may preempt it, apart from the need for it. */
    boolean preemptibleOnReturn(Cpu cpu);
}
