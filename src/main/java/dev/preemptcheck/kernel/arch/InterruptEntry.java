package dev.preemptcheck.kernel.arch;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.sched.ContextCounts;
import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;

/**
 * Interrupt entry and the return paths of {@code entry.S}: with the preempt patch (fact 3.1, 2.4), and of 2.6.9 (fact 3.2).
 *
 * <p>A return to user mode reschedules if that is due; a return to kernel mode does so only if nothing on this processor
 * keeps preemption off.
 */
public final class InterruptEntry {
    private final KernelConfig config;
    private final TaskTable tasks;
    private final Scheduler scheduler;
    private final ContextCounts counts;
    private final MachineSetup.Body softirqs;

    /** @param softirqs what {@code irq_exit()} does of softirqs once the handler is over */
    public InterruptEntry(
            KernelConfig config,
            TaskTable tasks,
            Scheduler scheduler,
            ContextCounts counts,
            MachineSetup.Body softirqs) {
        this.config = config;
        this.tasks = tasks;
        this.scheduler = scheduler;
        this.counts = counts;
        this.softirqs = softirqs;
    }

    /** {@code do_IRQ()} for a line with that handler, then the return path; entered with IF=0. */
    @CName("do_IRQ")
    public void doIrq(Cpu cpu, MachineSetup.Body handler) {
        counts.irqEnter(cpu);
        handler.run(cpu);
        counts.irqLeave(cpu);
        softirqs.run(cpu);
        counts.irqExit(cpu);
        cpu.handlerDone();
        retFromIntr(cpu);
    }

    /** {@code ret_from_exception}: an exception's handler is over; back to what raised it, which was preemptible or not. */
    public void retFromException(Cpu cpu) {
        cpu.cli();
        retFromIntr(cpu);
    }

    /** The tick uses up the running task's time slice; an idle task, pid 0, has none. */
    public void timerInterrupt(Cpu cpu) {
        Task current = tasks.current(cpu);
        if (!current.idle()) {
            current.needResched().store(cpu, 1);
        }
    }

    private void retFromIntr(Cpu cpu) {
        if (cpu.interruptedUserMode()) {
            reschedule(cpu);
        } else if (config.preempt() && config.version().countFields()) {
            preemptIrq(cpu);
        } else if (config.preempt()) {
            while (mayPreempt(cpu)) {
                cpu.sti();
                scheduler.preemptSchedule(cpu);
                cpu.cli();
            }
        }
    }

    /** {@code need_resched} of 2.6.9's {@code entry.S}: the mark is stored as the whole count, 0 after it. A maskable interrupt has
     * come to code with IF=1, so the saved flag, which it also asks for, is set. */
    @CName("resume_kernel")
    @Inlined
    private void preemptIrq(Cpu cpu) {
        while (mayPreempt(cpu)) {
            Task current = tasks.current(cpu);
            current.preemptCount().store(cpu, CountFields.PREEMPT_ACTIVE);
            cpu.sti();
            scheduler.preemptIrq(cpu);
            current.preemptCount().store(cpu, 0);
            cpu.cli();
        }
    }

    @CName("ret_from_intr")
    @Inlined
    private boolean mayPreempt(Cpu cpu) {
        return counts.preemptibleOnReturn(cpu)
                && tasks.current(cpu).needResched().load(cpu) != 0;
    }

    /**
     * The way back to user mode from an exception or system call: {@code ret_from_sys_call}. Returns when user mode is
     * left again.
     *
     * @param script what the task does next in user mode
     */
    public void retFromSysCall(Cpu cpu, int script) {
        cpu.cli();
        reschedule(cpu);
        cpu.userMode(script);
    }

    @Inlined
    private void reschedule(Cpu cpu) {
        while (tasks.current(cpu).needResched().load(cpu) != 0) {
            scheduler.scheduleToUser(cpu);
            cpu.cli();
        }
    }
}
