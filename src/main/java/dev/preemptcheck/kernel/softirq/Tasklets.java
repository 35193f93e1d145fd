package dev.preemptcheck.kernel.softirq;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.sched.Scheduler;
import java.util.ArrayList;
import java.util.List;

/**
 * Tasklets of 2.6.9: functions that the TASKLET softirq runs once for each time that they were scheduled and were not scheduled
 * already, on the processor that scheduled them.
 *
 * <p>SCHED is set while a tasklet is on a list, and cleared before its function runs, so that what is scheduled from then on
 * runs once more. RUN is held while it runs; a processor that finds it held, or the tasklet disabled, puts the tasklet back on
 * its list and tries again. On one processor there is no RUN. Of tasklets that are on one list the one made first runs first.
 */
public final class Tasklets {
    private static final int TASKLETS_MAX = 31;

    private final MachineSetup setup;
    private final boolean smp;
    private final Scheduler scheduler;
    private final Softirqs softirqs;
    private final List<Tasklet> tasklets = new ArrayList<>();
    private final List<Word> lists = new ArrayList<>();

    /** Lays out the list of each processor. */
    public Tasklets(MachineSetup setup, KernelConfig config, Scheduler scheduler, Softirqs softirqs) {
        this.setup = setup;
        this.smp = config.smp();
        this.scheduler = scheduler;
        this.softirqs = softirqs;
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            lists.add(new Word(setup.memory().word("tasklet_vec[" + cpu + "]", 0, Role.PER_CPU, cpu)));
        }
    }

    /** {@code tasklet_init()}, while the kernel is wired. */
    public Tasklet tasklet(String name, MachineSetup.Body function) {
        if (tasklets.size() == TASKLETS_MAX) {
            throw new IllegalArgumentException("at most " + TASKLETS_MAX + " tasklets can be modelled");
        }
        Tasklet tasklet = new Tasklet(
                tasklets.size(),
                MarkedWord.create(
                        setup, name + ".state", 0, "two bits that change by locked instructions; waiters poll"),
                MarkedWord.create(setup, name + ".count", 0, "counts by locked instructions; the softirq looks at it"),
                function);
        tasklets.add(tasklet);
        return tasklet;
    }

    // ---- asking for one

    /** {@code tasklet_schedule()}: any context. */
    @CName("tasklet_schedule")
    public void schedule(Cpu cpu, Tasklet tasklet) {
        if (!cpu.setBit(tasklet.state().address(), Tasklet.SCHED)) {
            enlist(cpu, tasklet);
        }
    }

    @CName("__tasklet_schedule")
    private void enlist(Cpu cpu, Tasklet tasklet) {
        boolean enabled = cpu.interruptsEnabled();
        cpu.cli();
        add(cpu, tasklet);
        softirqs.raiseIrqoff(cpu, Softirq.TASKLET);
        if (enabled) {
            cpu.sti();
        }
    }

    @Inlined
    private void add(Cpu cpu, Tasklet tasklet) {
        Word list = lists.get(cpu.cpuId());
        list.store(cpu, list.load(cpu) | tasklet.bit());
    }

    // ---- running them

    /** {@code tasklet_action()}: the TASKLET softirq. */
    @CName("tasklet_action")
    public void action(Cpu cpu) {
        Word list = lists.get(cpu.cpuId());
        cpu.cli();
        int scheduled = list.load(cpu);
        list.store(cpu, 0);
        cpu.sti();
        for (int rest = scheduled; rest != 0; rest &= rest - 1) {
            Tasklet tasklet = tasklets.get(Integer.numberOfTrailingZeros(rest));
            if (!runs(cpu, tasklet)) {
                cpu.cli();
                add(cpu, tasklet);
                softirqs.mark(cpu, Softirq.TASKLET);
                cpu.sti();
            }
        }
    }

    /** Runs it unless it runs elsewhere or is disabled; the bit that says it is scheduled goes first. */
    @Inlined
    private boolean runs(Cpu cpu, Tasklet tasklet) {
        if (!tryLock(cpu, tasklet)) {
            return false;
        }
        boolean enabled = tasklet.count().loadOnce(cpu) == 0;
        if (enabled) {
            if (!cpu.clearBit(tasklet.state().address(), Tasklet.SCHED)) {
                throw cpu.bug("BUG-tasklet-not-scheduled", "kernel/softirq.c");
            }
            tasklet.function().run(cpu);
        }
        unlock(cpu, tasklet);
        return enabled;
    }

    @CName("tasklet_trylock")
    @Inlined
    private boolean tryLock(Cpu cpu, Tasklet tasklet) {
        return !smp || !cpu.setBit(tasklet.state().address(), Tasklet.RUN);
    }

    @CName("tasklet_unlock")
    @Inlined
    private void unlock(Cpu cpu, Tasklet tasklet) {
        if (smp) {
            cpu.clearBit(tasklet.state().address(), Tasklet.RUN);
        }
    }

    // ---- keeping one from running

    /** {@code tasklet_disable_nosync()}: any context; the function may still run on another processor. */
    @CName("tasklet_disable_nosync")
    @Inlined
    public void disableNosync(Cpu cpu, Tasklet tasklet) {
        tasklet.count().add(cpu, 1);
    }

    /** {@code tasklet_disable()}: the function does not run until {@link #enable}; not from the function itself. */
    @CName("tasklet_disable")
    @Inlined
    public void disable(Cpu cpu, Tasklet tasklet) {
        disableNosync(cpu, tasklet);
        unlockWait(cpu, tasklet);
    }

    /** {@code tasklet_enable()}: any context. */
    @CName("tasklet_enable")
    @Inlined
    public void enable(Cpu cpu, Tasklet tasklet) {
        tasklet.count().add(cpu, -1);
    }

    @CName("tasklet_unlock_wait")
    @Inlined
    private void unlockWait(Cpu cpu, Tasklet tasklet) {
        if (smp) {
            for (int state = tasklet.state().loadOnce(cpu); (state & 1 << Tasklet.RUN) != 0; ) {
                state = cpu.awaitOther(tasklet.state().address(), state);
            }
        }
    }

    /** {@code tasklet_kill()}: waits until it has run, if it is scheduled; task context, and nobody schedules it any more. */
    @CName("tasklet_kill")
    public void kill(Cpu cpu, Tasklet tasklet) {
        int state = tasklet.state().address();
        cpu.enterScope();
        while (cpu.setBit(state, Tasklet.SCHED)) {
            do {
                cpu.loopHead(0);
                scheduler.schedule(cpu);
            } while ((tasklet.state().loadOnce(cpu) & 1 << Tasklet.SCHED) != 0);
        }
        unlockWait(cpu, tasklet);
        cpu.clearBit(state, Tasklet.SCHED);
        cpu.leaveScope();
    }
}
