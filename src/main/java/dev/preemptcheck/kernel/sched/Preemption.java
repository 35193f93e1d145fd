package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;

/**
 * The primitives that switch preemption off and on; nothing at all without {@code CONFIG_PREEMPT} (fact 3.1, 2.4.2 to
 * 2.4.10-pre; under the names {@code preempt_disable} and {@code preempt_enable}, fact 3.2, 2.6.9).
 */
public final class Preemption {
    private final boolean configured;
    private final TaskTable tasks;
    private final Scheduler scheduler;

    Preemption(boolean configured, TaskTable tasks, Scheduler scheduler) {
        this.configured = configured;
        this.tasks = tasks;
        this.scheduler = scheduler;
    }

    /** {@code ctx_sw_off}: task or handler context. */
    @CName("ctx_sw_off")
    @Inlined
    public void off(Cpu cpu) {
        if (configured) {
            tasks.current(cpu).preemptCount().add(cpu, 1);
        }
    }

    /** {@code ctx_sw_on}: reaching 0 with a reschedule due is a preemption point. */
    @CName("ctx_sw_on")
    @Inlined
    public void on(Cpu cpu) {
        if (configured) {
            Task current = tasks.current(cpu);
            cpu.enterScope();
            if (current.preemptCount().add(cpu, -1) == 0
                    && current.needResched().load(cpu) != 0) {
                scheduler.preemptSchedule(cpu);
            }
            cpu.leaveScope();
        }
    }

    /** {@code preempt_check_resched}: what {@link #on} does after its subtraction. */
    @CName("preempt_check_resched")
    @Inlined
    public void checkResched(Cpu cpu) {
        if (configured) {
            Task current = tasks.current(cpu);
            cpu.enterScope();
            if (current.needResched().load(cpu) != 0 && current.preemptCount().load(cpu) == 0) {
                scheduler.preemptSchedule(cpu);
            }
            cpu.leaveScope();
        }
    }

    /** {@code ctx_sw_on_no_preempt}. */
    @CName("ctx_sw_on_no_preempt")
    @Inlined
    public void onNoResched(Cpu cpu) {
        if (configured) {
            tasks.current(cpu).preemptCount().add(cpu, -1);
        }
    }
}
