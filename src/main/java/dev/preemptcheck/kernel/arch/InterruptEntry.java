package dev.preemptcheck.kernel.arch;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Interrupt entry and the return paths of {@code entry.S} with the preempt patch (fact 3.1).
 *
 * <p>On entry the interrupted task's count goes up by one, on exit, with IF=0, down again. A return to user mode
 * reschedules if that is due; a return to kernel mode does so only if the count is 0 and no other interrupt is under
 * way on this processor.
 */
public final class InterruptEntry {
    private final KernelConfig config;
    private final TaskTable tasks;
    private final Scheduler scheduler;
    private final List<Word> localIrqCount;

    public InterruptEntry(Memory memory, KernelConfig config, TaskTable tasks, Scheduler scheduler) {
        this.config = config;
        this.tasks = tasks;
        this.scheduler = scheduler;
        this.localIrqCount = IntStream.range(0, config.cpus())
                .mapToObj(cpu -> new Word(memory.word("local_irq_count[" + cpu + "]", 0, Role.PLAIN, 0)))
                .toList();
    }

    /** {@code do_IRQ()} for the timer, then the return path; entered with IF=0. */
    @CName("do_IRQ")
    public void doIrq(Cpu cpu) {
        if (config.preempt()) {
            tasks.current(cpu).preemptCount().add(cpu, 1);
        }
        Word irqCount = localIrqCount.get(cpu.cpuId());
        irqCount.store(cpu, irqCount.load(cpu) + 1);
        timerInterrupt(cpu);
        irqCount.store(cpu, irqCount.load(cpu) - 1);
        if (config.preempt()) {
            tasks.current(cpu).preemptCount().add(cpu, -1);
        }
        cpu.handlerDone();
        retFromIntr(cpu);
    }

    /** The tick uses up the running task's time slice; an idle task, pid 0, has none. */
    private void timerInterrupt(Cpu cpu) {
        Task current = tasks.current(cpu);
        if (!current.idle()) {
            current.needResched().store(cpu, 1);
        }
    }

    private void retFromIntr(Cpu cpu) {
        if (cpu.interruptedUserMode()) {
            reschedule(cpu);
        } else if (config.preempt()) {
            while (mayPreempt(cpu)) {
                cpu.sti();
                scheduler.preemptSchedule(cpu);
                cpu.cli();
            }
        }
    }

    @CName("ret_from_intr")
    @Inlined
    private boolean mayPreempt(Cpu cpu) {
        Task current = tasks.current(cpu);
        return current.preemptCount().load(cpu) == 0
                && current.needResched().load(cpu) != 0
                && localIrqCount.get(cpu.cpuId()).load(cpu) == 0;
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
            scheduler.reschedule(cpu);
            cpu.cli();
        }
    }
}
