package dev.preemptcheck.kernel.softirq;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.OutOfLine;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.sched.ContextCounts;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskState;
import dev.preemptcheck.kernel.sched.TaskTable;
import dev.preemptcheck.kernel.sched.TaskTraits.DaemonContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Softirqs in the three levels of the voluntary-preempt tree (fact S5): the lowest routine runs what is pending, the direct one
 * does so with bottom halves off, and the daemon's entry is what {@code ksoftirqd} calls. Without threads for softirqs they
 * behave as in 2.6.9.
 *
 * <p>With threads ({@code SP=1}) the direct routine executes nothing and wakes the daemon, whose count shows no softirq
 * while handlers run.
 */
public final class Softirqs {
    /** How often what became pending meanwhile is looked at before the daemon gets it ({@code MAX_SOFTIRQ_RESTART}). */
    private static final int RESTARTS = 10;

    private final KernelConfig config;
    private final TaskTable tasks;
    private final Scheduler scheduler;
    private final ContextCounts counts;
    private final SoftirqRules rules;
    private final List<Word> pending = new ArrayList<>();
    private final Map<Softirq, MachineSetup.Body> handlers;
    private final List<Task> daemons;

    /**
     * @param handlers what each softirq does, filled before the first run; who has none does nothing
     * @param daemons {@code ksoftirqd} of each processor; filled before the first run
     */
    public Softirqs(
            Memory memory,
            KernelConfig config,
            TaskTable tasks,
            Scheduler scheduler,
            ContextCounts counts,
            SoftirqRules rules,
            Map<Softirq, MachineSetup.Body> handlers,
            List<Task> daemons) {
        this.config = config;
        this.tasks = tasks;
        this.scheduler = scheduler;
        this.counts = counts;
        this.rules = rules;
        this.handlers = handlers;
        this.daemons = daemons;
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            pending.add(new Word(memory.word("softirq_pending[" + cpu + "]", 0, Role.PER_CPU, cpu)));
        }
    }

    /** The mask of what waits on {@code cpu}. */
    public Word pendingOn(int cpu) {
        return pending.get(cpu);
    }

    @Inlined
    private Word pendingHere(Cpu cpu) {
        return pending.get(cpu.cpuId());
    }

    // ---- asking for one

    /** {@code raise_softirq()}: any context. */
    @CName("raise_softirq")
    public void raise(Cpu cpu, Softirq softirq) {
        boolean enabled = cpu.interruptsEnabled();
        cpu.cli();
        raiseIrqoff(cpu, softirq);
        restore(cpu, enabled);
    }

    /** {@code raise_softirq_irqoff()}: whoever is not in an interrupt must wake the daemon, for no exit follows; IF=0. */
    @CName("raise_softirq_irqoff")
    public void raiseIrqoff(Cpu cpu, Softirq softirq) {
        mark(cpu, softirq);
        if (!isInInterrupt(cpu)) {
            wakeDaemon(cpu);
        }
    }

    /** {@code __raise_softirq_irqoff()}: of a softirq's routine, after which the pending mask is looked at; IF=0. */
    @CName("__raise_softirq_irqoff")
    @Inlined
    void mark(Cpu cpu, Softirq softirq) {
        Word mine = pendingHere(cpu);
        mine.store(cpu, mine.load(cpu) | softirq.bit());
    }

    /** What the raise takes for an interrupt whose exit will look at the pending mask: by counts, or by the task too. */
    private boolean isInInterrupt(Cpu cpu) {
        return counts.inInterrupt(cpu)
                || (rules.daemonsAreInterrupts() && tasks.current(cpu).traits().context() != DaemonContext.NONE);
    }

    @CName("wakeup_softirqd")
    private void wakeDaemon(Cpu cpu) {
        scheduler.wakeUp(cpu, daemons.get(cpu.cpuId()));
    }

    // ---- running them

    /** {@code ___do_softirq()}: runs what is pending, with interrupts on; entered and left with IF=0. */
    @CName("___do_softirq")
    public void lowest(Cpu cpu) {
        int mask = pendingHere(cpu).load(cpu);
        for (int i = 0; mask != 0 && i < RESTARTS; i++) {
            pendingHere(cpu).store(cpu, 0);
            cpu.sti();
            runHandlers(cpu, mask);
            cpu.cli();
            mask = pendingHere(cpu).load(cpu);
        }
        if (mask != 0) {
            wakeDaemon(cpu);
        }
    }

    @Inlined
    private void runHandlers(Cpu cpu, int mask) {
        for (Softirq softirq : Softirq.values()) {
            MachineSetup.Body handler = handlers.get(softirq);
            if ((mask & softirq.bit()) != 0 && handler != null) {
                cpu.enterScope();
                cpu.softirqEntered();
                handler.run(cpu);
                cpu.softirqLeft();
                cpu.leaveScope();
            }
        }
    }

    /** {@code __do_softirq()}: the lowest routine with bottom halves off, or with threads, nothing but a wake-up; IF=0. */
    @CName("__do_softirq")
    public void direct(Cpu cpu) {
        if (config.softirqThreads()) {
            wakeDaemon(cpu);
            return;
        }
        counts.bhOff(cpu);
        lowest(cpu);
        counts.bhOnOnly(cpu);
    }

    /** {@code _do_softirq()}: the daemon's entry; IF=1. */
    @CName("_do_softirq")
    private void fromDaemon(Cpu cpu) {
        cpu.cli();
        if (config.softirqThreads()) {
            lowest(cpu);
        } else {
            direct(cpu);
        }
        cpu.sti();
    }

    /** {@code do_softirq()}: any context. */
    @CName("do_softirq")
    public void run(Cpu cpu) {
        if (counts.inInterrupt(cpu)) {
            return;
        }
        boolean enabled = cpu.interruptsEnabled();
        cpu.cli();
        if (pendingHere(cpu).load(cpu) != 0) {
            direct(cpu);
        }
        restore(cpu, enabled);
    }

    /** What {@code irq_exit()} does once the handler is over; IF=0. */
    @CName("irq_exit")
    @Inlined
    @OutOfLine(OutOfLine.Part.IRQ_EXIT)
    public void onIrqExit(Cpu cpu) {
        if (!counts.inInterrupt(cpu) && pendingHere(cpu).load(cpu) != 0) {
            direct(cpu);
        }
    }

    // ---- bottom halves

    /** {@code local_bh_disable()}. */
    @CName("local_bh_disable")
    @Inlined
    public void bhDisable(Cpu cpu) {
        counts.bhOff(cpu);
    }

    /** {@code local_bh_enable()}: runs what is pending if that was the last level, then checks for a reschedule. */
    @CName("local_bh_enable")
    public void bhEnable(Cpu cpu) {
        cpu.enterScope();
        counts.bhOn(cpu, this::run);
        scheduler.preemption().checkResched(cpu);
        cpu.leaveScope();
    }

    // ---- the daemon

    /** {@code ksoftirqd} of that processor, from where it is woken first. */
    @CName("ksoftirqd")
    public void daemon(Cpu cpu, int processor) {
        Preemption preemption = scheduler.preemption();
        for (; ; ) {
            cpu.forget(0);
            scheduler.setCurrentState(cpu, TaskState.RUNNING);
            while (pending.get(processor).load(cpu) != 0) {
                cpu.forget(1);
                if (rules.daemonKeepsPreemptionOff()) {
                    preemption.off(cpu);
                }
                fromDaemon(cpu);
                if (rules.daemonKeepsPreemptionOff()) {
                    preemption.on(cpu);
                }
                scheduler.condResched(cpu);
            }
            scheduler.setCurrentState(cpu, TaskState.INTERRUPTIBLE);
            if (pending.get(processor).load(cpu) == 0) {
                scheduler.schedule(cpu);
            }
        }
    }

    private static void restore(Cpu cpu, boolean enabled) {
        if (enabled) {
            cpu.sti();
        }
    }
}
