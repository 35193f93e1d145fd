package dev.preemptcheck.kernel.irq;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskState;
import dev.preemptcheck.kernel.softirq.Softirqs;

/**
 * A device's interrupt whose handler runs in a thread: {@code do_hardirq} and {@code redirect_hardirq} of the voluntary-preempt
 * tree (fact S6). The interrupt marks the line as asking and wakes the thread; no {@code irq_exit()} follows the handler.
 */
public final class IrqThread {
    private final Scheduler scheduler;
    private final Softirqs softirqs;
    private final MachineSetup.Body handler;
    private final boolean kicksSoftirqs;
    private final Word asked;

    /** @param kicksSoftirqs whether pending softirqs are looked after once the handler is over */
    public IrqThread(
            Memory memory,
            int irq,
            Scheduler scheduler,
            Softirqs softirqs,
            MachineSetup.Body handler,
            boolean kicksSoftirqs) {
        this.scheduler = scheduler;
        this.softirqs = softirqs;
        this.handler = handler;
        this.kicksSoftirqs = kicksSoftirqs;
        this.asked = new Word(memory.word("irq_desc[" + irq + "].status", 0));
    }

    /** The word that is not 0 while the line asks for its handler. */
    public Word asked() {
        return asked;
    }

    /** {@code redirect_hardirq()}: in the interrupt, IF=0. */
    @CName("redirect_hardirq")
    public void wake(Cpu cpu, Task thread) {
        asked.store(cpu, 1);
        scheduler.wakeUp(cpu, thread);
    }

    /** {@code do_irqd()}: the thread's loop. */
    @CName("do_irqd")
    public void run(Cpu cpu) {
        for (; ; ) {
            cpu.forget(0);
            scheduler.setCurrentState(cpu, TaskState.INTERRUPTIBLE);
            while (asked.load(cpu) != 0) {
                cpu.forget(1);
                doHardirq(cpu);
            }
            scheduler.schedule(cpu);
        }
    }

    @CName("do_hardirq")
    private void doHardirq(Cpu cpu) {
        scheduler.setCurrentState(cpu, TaskState.RUNNING);
        cpu.cli();
        asked.store(cpu, 0);
        cpu.sti();
        handler.run(cpu);
        if (kicksSoftirqs) {
            softirqs.run(cpu);
        }
        scheduler.setCurrentState(cpu, TaskState.INTERRUPTIBLE);
    }
}
