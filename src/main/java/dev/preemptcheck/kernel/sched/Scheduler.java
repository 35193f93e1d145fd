package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.ScheduleCall;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code schedule()}, {@code preempt_schedule()} and {@code try_to_wake_up()} (fact 3.1, 2.4 with the preempt patch; fact 3.2,
 * 2.6.9).
 *
 * <p>The run queue is a word with a bit for every task that could run and does not; tasks that {@code schedule()} took off
 * it have a bit in {@code sleepers}. A task that is about to sleep and still runs has neither. Which of the tasks runs next
 * is left to the {@link SchedulingPolicy}. 2.4 frees the run-queue lock before it switches and keeps the old task off other
 * processors by {@code has_cpu}; here the lock is held until the switch is over, by the task that is switched in: the same
 * exclusion with fewer words. 2.6 has a run queue for each processor and balances them at any moment; here there is one for
 * all, and tasks that belong to a processor stay there.
 *
 * <p>Whoever is woken asks for a reschedule on the waker's processor, as 2.6 does; an idle processor polls. What goodness
 * or priority would say to that is left to the pick.
 */
public final class Scheduler {
    private static final int FREE = 1;
    private static final int TAKEN = 0;

    private final KernelConfig config;
    private final TaskTable tasks;
    private final PreemptRules rules;
    private final SchedulingPolicy policy;
    private final Preemption preemption;
    private final List<SwitchHook> switchHooks = new ArrayList<>();
    /** None, or what changes the address space; without one CR3 is loaded for whoever has one. */
    private final List<SwitchHook> mmSwitches = new ArrayList<>();

    private final List<ScheduleHook> scheduleHooks = new ArrayList<>();
    private final Word runQueue;
    private final Word sleepers;
    private final int lock;

    /** Lays out the scheduler's words. */
    public Scheduler(
            MachineSetup setup, KernelConfig config, TaskTable tasks, PreemptRules rules, SchedulingPolicy policy) {
        this.config = config;
        this.tasks = tasks;
        this.rules = rules;
        this.policy = policy;
        this.preemption = new Preemption(config.preempt(), tasks, this);
        this.runQueue = new Word(setup.memory().word("runqueue", 0));
        this.sleepers = new Word(setup.memory().word("sleepers", 0));
        this.lock = setup.memory().word("runqueue_lock", FREE);
    }

    public Preemption preemption() {
        return preemption;
    }

    /** Primitives that are nothing: what locks have whose headers don't know of CONFIG_PREEMPT (fact S3, PC-uplock). */
    public Preemption noPreemption() {
        return new Preemption(false, tasks, this);
    }

    /** Something more that a switch does, beyond stacks and address spaces; said while the kernel is wired. */
    public void atSwitch(SwitchHook hook) {
        switchHooks.add(hook);
    }

    /** What changes the address space at a switch, for kernels in which tasks share them or lose them; said once. */
    public void addressSpaces(SwitchHook hook) {
        mmSwitches.add(hook);
    }

    /** Something that {@code schedule()} does first and last; said while the kernel is wired. */
    public void atSchedule(ScheduleHook hook) {
        scheduleHooks.add(hook);
    }

    /**
     * Who waits for a processor and who sleeps at boot, a bit each. Whoever does not run is new: it begins with
     * {@link #scheduleTail} when it is switched in, and has preemption off until then.
     */
    public void atBoot(MachineSetup setup, int running, int waiting, int sleeping) {
        setup.memory().atBoot(runQueue.address(), waiting);
        setup.memory().atBoot(sleepers.address(), sleeping);
        for (Task task : tasks.all()) {
            if ((running & task.bit()) == 0) {
                setup.memory().atBoot(task.preemptCount().address(), config.preempt() ? 1 : 0);
            }
            if ((sleeping & task.bit()) != 0) {
                setup.memory().atBoot(task.state().address(), TaskState.INTERRUPTIBLE);
            }
        }
    }

    // ---- preemption

    /** {@code preempt_schedule()}: count 0, task context; returns when no reschedule is due. */
    public void preemptSchedule(Cpu cpu) {
        if (rules.interruptCheck() && !cpu.interruptsEnabled()) {
            return;
        }
        Task current = tasks.current(cpu);
        while (current.needResched().load(cpu) != 0) {
            mark(cpu, current);
            schedule(cpu, ScheduleCall.PREEMPTION);
            unmark(cpu, current);
        }
    }

    /** {@code schedule()} from an interrupt's return path of 2.6, which has stored the mark itself; IF=1. */
    @CName("schedule")
    @Inlined
    public void preemptIrq(Cpu cpu) {
        schedule(cpu, ScheduleCall.PREEMPTION);
    }

    @Inlined
    private void mark(Cpu cpu, Task current) {
        switch (rules.mark()) {
            case COUNT -> current.preemptCount().add(cpu, CountFields.PREEMPT_ACTIVE);
            case STATE -> {
                preemption.off(cpu);
                cpu.orUnlocked(current.state().address(), TaskState.PREEMPTED);
            }
            case NONE -> preemption.off(cpu);
        }
    }

    @Inlined
    private void unmark(Cpu cpu, Task current) {
        switch (rules.mark()) {
            case COUNT -> current.preemptCount().add(cpu, -CountFields.PREEMPT_ACTIVE);
            case STATE -> {
                cpu.andUnlocked(current.state().address(), ~TaskState.PREEMPTED);
                preemption.onNoResched(cpu);
            }
            case NONE -> preemption.onNoResched(cpu);
        }
    }

    // ---- schedule()

    /** {@code schedule()} for a task that goes to sleep if its state says so. */
    @CName("schedule")
    @Inlined
    public void schedule(Cpu cpu) {
        schedule(cpu, ScheduleCall.VOLUNTARY);
    }

    /** {@code schedule()} on the way back to user mode, with interrupts off. */
    @CName("schedule")
    @Inlined
    public void scheduleToUser(Cpu cpu) {
        schedule(cpu, ScheduleCall.TO_USER);
    }

    /** The end of {@code do_exit()}: the caller's stack is left for good, so the caller must return at once. */
    @CName("do_exit")
    public void exit(Cpu cpu) {
        schedule(cpu, ScheduleCall.EXIT);
    }

    /** First step of a new task: {@code schedule_tail()}. */
    @Inlined
    public void scheduleTail(Cpu cpu) {
        if (config.smp()) {
            cpu.release(lock, FREE);
        }
        cpu.sti();
        for (ScheduleHook hook : scheduleHooks) {
            hook.scheduleEnds(cpu, tasks.current(cpu));
        }
        preemption.onNoResched(cpu);
    }

    /** What a processor does that has nothing to run: {@code cpu_idle()}, polling the run queue. */
    public void cpuIdle(Cpu cpu) {
        int mine = runnableOn(tasks.current(cpu).id());
        for (; ; ) {
            cpu.forget(0);
            cpu.awaitAny(runQueue.address(), mine);
            schedule(cpu, ScheduleCall.IDLE);
        }
    }

    private void schedule(Cpu cpu, ScheduleCall why) {
        cpu.scheduling(why);
        Task prev = tasks.current(cpu);
        preemption.off(cpu);
        for (ScheduleHook hook : scheduleHooks) {
            hook.scheduleBegins(cpu, prev);
        }
        cpu.cli();
        if (config.smp()) {
            cpu.acquire(lock, FREE, TAKEN);
        }
        prev.needResched().store(cpu, 0);
        boolean canGoOn = why != ScheduleCall.IDLE && why != ScheduleCall.EXIT && staysRunnable(cpu, prev);
        int waiting = runQueue.load(cpu);
        int next = pick(cpu, prev, waiting, canGoOn);
        if (next != prev.id()) {
            int others = waiting & ~(1 << next);
            runQueue.store(cpu, canGoOn ? others | prev.bit() : others);
            switchMm(cpu, prev, tasks.get(next));
            for (SwitchHook hook : switchHooks) {
                hook.onSwitch(cpu, prev, tasks.get(next));
            }
            if (why == ScheduleCall.EXIT) {
                cpu.retire();
                cpu.switchTo(next);
                return;
            }
            cpu.switchTo(next);
        }
        scheduleTail(cpu);
    }

    /** Takes a task off the run queue that is about to sleep, unless it was preempted on its way there. */
    private boolean staysRunnable(Cpu cpu, Task prev) {
        int state = prev.state().load(cpu);
        boolean stays = state == TaskState.RUNNING || (state & TaskState.PREEMPTED) != 0 || isMarkedInCount(cpu, prev);
        if (!stays) {
            sleepers.store(cpu, sleepers.load(cpu) | prev.bit());
        }
        return stays;
    }

    private boolean isMarkedInCount(Cpu cpu, Task prev) {
        return rules.mark() == PreemptRules.Mark.COUNT
                && (prev.preemptCount().load(cpu) & CountFields.PREEMPT_ACTIVE) != 0;
    }

    private int pick(Cpu cpu, Task prev, int waiting, boolean canGoOn) {
        int candidates = allowedHere(cpu, waiting);
        if (canGoOn) {
            int best = best(candidates | prev.bit());
            boolean keeps = policy == SchedulingPolicy.FIFO && (best & prev.bit()) != 0;
            boolean yields = policy == SchedulingPolicy.ROUND_ROBIN && (best & ~prev.bit()) != 0;
            return cpu.pick(keeps ? prev.bit() : yields ? best & ~prev.bit() : best, true);
        }
        return candidates != 0 ? cpu.pick(best(candidates), false) : cpu.cpuId();
    }

    private int best(int candidates) {
        if (policy == SchedulingPolicy.ANY) {
            return candidates;
        }
        int highest = Integer.MIN_VALUE;
        int best = 0;
        for (int rest = candidates; rest != 0; rest &= rest - 1) {
            int priority =
                    tasks.get(Integer.numberOfTrailingZeros(rest)).traits().priority();
            best = priority > highest ? 0 : best;
            best |= priority >= highest ? Integer.lowestOneBit(rest) : 0;
            highest = Math.max(highest, priority);
        }
        return best;
    }

    /** Who in {@code waiting} may run on this processor; its number is asked for only if somebody may not. */
    private int allowedHere(Cpu cpu, int waiting) {
        int bound = waiting & ~runnableEverywhere();
        return bound == 0 ? waiting : waiting & runnableOn(cpu.cpuId());
    }

    private int runnableEverywhere() {
        int mask = -1;
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            mask &= runnableOn(cpu);
        }
        return mask;
    }

    private int runnableOn(int cpu) {
        int mask = 0;
        for (int id = config.cpus(); id < tasks.size(); id++) {
            mask |= (tasks.get(id).traits().cpus() & 1 << cpu) != 0 ? 1 << id : 0;
        }
        return mask;
    }

    /** Asserts under CONFIG_PREEMPT that preemption is off (2.4.2 text, fact 3.1). Who has no mm borrows the old one. */
    @Inlined
    private void switchMm(Cpu cpu, Task prev, Task next) {
        if (config.preempt() && prev.preemptCount().load(cpu) == 0) {
            throw cpu.bug("BUG-switch-mm-preemptible", "include/asm/mmu_context.h");
        }
        if (mmSwitches.isEmpty() && next.pgd() != 0) {
            cpu.loadCr3(next.pgd());
        }
        for (SwitchHook hook : mmSwitches) {
            hook.onSwitch(cpu, prev, next);
        }
    }

    // ---- sleeping and waking

    /** {@code set_current_state()}: from here on {@link #schedule} takes the caller off the run queue, until it is woken. */
    @Inlined
    public void setCurrentState(Cpu cpu, int state) {
        Word word = tasks.current(cpu).state();
        if (config.smp()) {
            cpu.exchange(word.address(), state);
        } else {
            word.store(cpu, state);
        }
        if (state == TaskState.RUNNING) {
            cpu.stayingAwake();
        } else {
            cpu.goingToSleep();
        }
    }

    /** {@code try_to_wake_up()}: any context. */
    @CName("try_to_wake_up")
    public void wakeUp(Cpu cpu, Task task) {
        boolean enabled = cpu.interruptsEnabled();
        cpu.cli();
        preemption.off(cpu);
        if (config.smp()) {
            cpu.acquire(lock, FREE, TAKEN);
        }
        task.state().store(cpu, TaskState.RUNNING);
        cpu.wokeUp(task.id());
        int asleep = sleepers.load(cpu);
        if ((asleep & task.bit()) != 0) {
            sleepers.store(cpu, asleep & ~task.bit());
            runQueue.store(cpu, runQueue.load(cpu) | task.bit());
            reschedule(cpu, task);
        }
        if (config.smp()) {
            cpu.release(lock, FREE);
        }
        if (enabled) {
            cpu.sti();
        }
        preemption.on(cpu);
    }

    private void reschedule(Cpu cpu, Task woken) {
        Task current = tasks.current(cpu);
        boolean better = policy == SchedulingPolicy.ANY
                || woken.traits().priority() > current.traits().priority();
        if (better && !current.idle() && allowedHere(cpu, woken.bit()) != 0) {
            current.needResched().store(cpu, 1);
        }
    }

    // ---- giving others a chance

    /** {@code cond_resched()} of 2.6.9: task context, may sleep. */
    @CName("cond_resched")
    public void condResched(Cpu cpu) {
        if (needResched(cpu)) {
            condReschedNow(cpu);
        }
    }

    /** {@code need_resched()}: whether a reschedule of the caller is due. */
    @Inlined
    public boolean needResched(Cpu cpu) {
        return tasks.current(cpu).needResched().load(cpu) != 0;
    }

    /** {@code __cond_resched()}: what {@link #condResched} does if a reschedule is due. */
    @CName("__cond_resched")
    @Inlined
    public void condReschedNow(Cpu cpu) {
        Task current = tasks.current(cpu);
        mark(cpu, current);
        schedule(cpu, ScheduleCall.VOLUNTARY);
        unmark(cpu, current);
    }
}
