package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.OutOfLine;

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

    @CName("add_preempt_count")
    @Inlined
    private void add(Cpu cpu, int delta) {
        tasks.current(cpu).preemptCount().add(cpu, delta);
    }

    @Override
    @Inlined
    public void irqEnter(Cpu cpu) {
        add(cpu, CountFields.HARDIRQ_OFFSET);
    }

    @Override
    @CName("irq_exit")
    @Inlined
    @OutOfLine(OutOfLine.Part.IRQ_EXIT)
    public void irqLeave(Cpu cpu) {
        add(cpu, keptOff - CountFields.HARDIRQ_OFFSET);
    }

    @Override
    @Inlined
    @OutOfLine(OutOfLine.Part.IRQ_EXIT)
    public void irqExit(Cpu cpu) {
        if (keptOff != 0) {
            add(cpu, -keptOff);
        }
    }

    @Override
    @CName("local_bh_disable")
    @Inlined
    public void bhOff(Cpu cpu) {
        add(cpu, CountFields.SOFTIRQ_OFFSET);
    }

    @Override
    @CName("__local_bh_enable")
    @Inlined
    public void bhOnOnly(Cpu cpu) {
        add(cpu, -CountFields.SOFTIRQ_OFFSET);
    }

    /** Keeps nothing while softirqs run, unlike {@code irq_exit()}: their count is exactly their own then (fact S5). */
    @Override
    @CName("local_bh_enable")
    @Inlined
    public void bhOn(Cpu cpu, MachineSetup.Body softirqs) {
        bhOnOnly(cpu);
        softirqs.run(cpu);
    }

    @Override
    @Inlined
    public boolean inIrq(Cpu cpu) {
        return CountFields.decode(tasks.current(cpu).preemptCount().load(cpu)).inIrq();
    }

    @Override
    @Inlined
    public boolean inInterrupt(Cpu cpu) {
        return CountFields.decode(tasks.current(cpu).preemptCount().load(cpu)).inInterrupt();
    }

    @Override
    @CName("resume_kernel")
    @Inlined
    public boolean preemptibleOnReturn(Cpu cpu) {
        return tasks.current(cpu).preemptCount().load(cpu) == 0;
    }
}
