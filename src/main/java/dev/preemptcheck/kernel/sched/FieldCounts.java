package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;

/**
 * Fields of the task's {@code preempt_count}, which exist without {@code CONFIG_PREEMPT} too (fact 3.2, 2.6.9). An addition is
 * one instruction on a word that its own task alone writes, so it is modelled as one access.
 */
final class FieldCounts implements ContextCounts {
    private final int keptOff;
    private final TaskTable tasks;

    FieldCounts(KernelConfig config, TaskTable tasks) {
        this.keptOff = config.preempt() ? CountFields.PREEMPT_OFFSET : 0;
        this.tasks = tasks;
    }

    private void add(Cpu cpu, int delta) {
        tasks.current(cpu).preemptCount().add(cpu, delta);
    }

    private CountFields fields(Cpu cpu) {
        return CountFields.decode(tasks.current(cpu).preemptCount().load(cpu));
    }

    @Override
    public void irqEnter(Cpu cpu) {
        add(cpu, CountFields.HARDIRQ_OFFSET);
    }

    @Override
    public void irqLeave(Cpu cpu) {
        add(cpu, keptOff - CountFields.HARDIRQ_OFFSET);
    }

    @Override
    public void irqExit(Cpu cpu) {
        if (keptOff != 0) {
            add(cpu, -keptOff);
        }
    }

    @Override
    public void bhOff(Cpu cpu) {
        add(cpu, CountFields.SOFTIRQ_OFFSET);
    }

    @Override
    public void bhOnOnly(Cpu cpu) {
        add(cpu, -CountFields.SOFTIRQ_OFFSET);
    }

    /** Keeps nothing while softirqs run, unlike {@code irq_exit()}: their count is exactly their own then (fact S5). */
    @Override
    public void bhOn(Cpu cpu, MachineSetup.Body softirqs) {
        bhOnOnly(cpu);
        softirqs.run(cpu);
    }

    @Override
    public boolean inIrq(Cpu cpu) {
        return fields(cpu).inIrq();
    }

    @Override
    public boolean inInterrupt(Cpu cpu) {
        return fields(cpu).inInterrupt();
    }

    @Override
    public boolean preemptibleOnReturn(Cpu cpu) {
        return tasks.current(cpu).preemptCount().load(cpu) == 0;
    }
}
