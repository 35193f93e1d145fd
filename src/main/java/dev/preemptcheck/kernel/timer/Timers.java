package dev.preemptcheck.kernel.timer;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.OutOfLine;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.softirq.Softirq;
import dev.preemptcheck.kernel.softirq.Softirqs;
import java.util.ArrayList;
import java.util.List;

/**
 * Kernel timers of 2.6.9: armed on the processor that arms them, run there by the TIMER softirq, which the timer interrupt
 * raises.
 *
 * <p>A function runs with no lock held and its timer no longer armed, so that it may arm it again; {@code running} says
 * meanwhile, on SMP, whose function it is, and is what {@link #delTimerSync} waits for. A timer moves between processors with
 * both base locks held, in the order of the processors.
 *
 * <p>Time is bounded: there are no jiffies, and a timer expires at the next tick of its processor, which may come at any moment
 * and may have come when its softirq has not yet run. Of timers that are due together the one made first runs first.
 */
public final class Timers {
    private static final int TIMERS_MAX = 31;

    private final MachineSetup setup;
    private final boolean smp;
    private final Preemption preemption;
    private final Softirqs softirqs;
    private final List<Timer> timers = new ArrayList<>();
    private final List<TimerBase> bases = new ArrayList<>();

    /** Lays out the base of each processor. */
    public Timers(MachineSetup setup, KernelConfig config, Preemption preemption, Softirqs softirqs) {
        this.setup = setup;
        this.smp = config.smp();
        this.preemption = preemption;
        this.softirqs = softirqs;
        for (int cpu = 0; cpu < config.cpus(); cpu++) {
            String name = "tvec_bases[" + cpu + "]";
            bases.add(new TimerBase(
                    spinlock(name + ".lock"),
                    new Word(setup.memory().word(name + ".armed", 0)),
                    new Word(setup.memory().word(name + ".due", 0)),
                    MarkedWord.create(
                            setup,
                            name + ".running_timer",
                            0,
                            "del_timer_sync polls it; it changes under the base lock"),
                    setup.lock(name + ".running_timer")));
        }
    }

    private Spinlock spinlock(String name) {
        return new Spinlock(setup, name, smp, preemption);
    }

    /** {@code init_timer()}, while the kernel is wired. */
    public Timer timer(String name, MachineSetup.Body function) {
        if (timers.size() == TIMERS_MAX) {
            throw new IllegalArgumentException("at most " + TIMERS_MAX + " timers can be modelled");
        }
        MarkedWord base = MarkedWord.create(
                setup,
                name + ".base",
                0,
                "read before its base can be locked, and again once it is; written under the lock");
        Timer timer = new Timer(timers.size(), spinlock(name + ".lock"), base, function);
        timers.add(timer);
        return timer;
    }

    // ---- arming

    /** {@code add_timer()}: any context. */
    @CName("add_timer")
    @Inlined
    public void addTimer(Cpu cpu, Timer timer) {
        arm(cpu, timer);
    }

    /** {@code mod_timer()}: any context; the timer may be armed, here or elsewhere. */
    @CName("mod_timer")
    public void modTimer(Cpu cpu, Timer timer) {
        arm(cpu, timer);
    }

    @CName("__mod_timer")
    private void arm(Cpu cpu, Timer timer) {
        cpu.enterScope();
        boolean enabled = timer.lock().lockIrqSave(cpu);
        int here = cpu.cpuId() + 1;
        int old = lockBases(cpu, timer, here);
        if (old != 0) {
            base(old).remove(cpu, timer);
        }
        base(here).add(cpu, timer);
        timer.base().storeOnce(cpu, here);
        unlockBases(cpu, old, here);
        timer.lock().unlockIrqRestore(cpu, enabled);
        cpu.leaveScope();
    }

    /** Locks the base that is to have it and the one that has it, and gives the latter: it may run or go until both are. */
    @Inlined
    private int lockBases(Cpu cpu, Timer timer, int here) {
        for (; ; ) {
            int old = timer.base().loadOnce(cpu);
            int other = old == 0 ? here : old;
            base(Math.min(here, other)).lock().lock(cpu);
            if (other != here) {
                base(Math.max(here, other)).lock().lock(cpu);
            }
            if (timer.base().loadOnce(cpu) == old) {
                return old;
            }
            unlockBases(cpu, old, here);
        }
    }

    @Inlined
    private void unlockBases(Cpu cpu, int old, int here) {
        if (old != 0 && old != here) {
            base(old).lock().unlock(cpu);
        }
        base(here).lock().unlock(cpu);
    }

    private TimerBase base(int number) {
        return bases.get(number - 1);
    }

    // ---- disarming

    /** {@code del_timer()}: any context; true if it was armed. Its function may still run on another processor. */
    @CName("del_timer")
    public boolean delTimer(Cpu cpu, Timer timer) {
        for (; ; ) {
            int number = timer.base().loadOnce(cpu);
            if (number == 0) {
                return false;
            }
            TimerBase base = base(number);
            boolean enabled = base.lock().lockIrqSave(cpu);
            boolean stillThere = timer.base().loadOnce(cpu) == number;
            if (stillThere) {
                base.remove(cpu, timer);
                timer.base().storeOnce(cpu, 0);
            }
            base.lock().unlockIrqRestore(cpu, enabled);
            if (stillThere) {
                return true;
            }
        }
    }

    /**
     * {@code del_timer_sync()}: the same, and its function runs nowhere any more, also if it arms itself; on one processor that
     * is {@code del_timer()}. Task context: the function itself would wait for its own end.
     */
    @CName("del_timer_sync")
    @Inlined
    @OutOfLine(OutOfLine.Part.PROCESSORS)
    public boolean delTimerSync(Cpu cpu, Timer timer) {
        boolean deleted = delTimer(cpu, timer);
        while (smp) {
            for (TimerBase base : bases) {
                if (base.running().loadOnce(cpu) == timer.number() + 1) {
                    cpu.awaitOther(base.running().address(), timer.number() + 1);
                    break;
                }
            }
            if (timer.base().loadOnce(cpu) == 0) {
                break;
            }
            deleted |= delTimer(cpu, timer);
        }
        return deleted;
    }

    // ---- running them

    /** {@code run_local_timers()}: what the timer interrupt does about timers; IF=0. */
    @CName("run_local_timers")
    public void runLocalTimers(Cpu cpu) {
        softirqs.raiseIrqoff(cpu, Softirq.TIMER);
    }

    /** {@code run_timer_softirq()}: the TIMER softirq. */
    @CName("run_timer_softirq")
    public void runTimerSoftirq(Cpu cpu) {
        runTimers(cpu, bases.get(cpu.cpuId()));
    }

    @CName("__run_timers")
    private void runTimers(Cpu cpu, TimerBase base) {
        base.lock().lockIrq(cpu);
        base.makeDue(cpu);
        for (int due = base.due().load(cpu); due != 0; due = base.due().load(cpu)) {
            Timer timer = timers.get(Integer.numberOfTrailingZeros(due));
            base.due().store(cpu, due & ~timer.bit());
            setRunning(cpu, base, timer.number() + 1);
            timer.base().storeOnce(cpu, 0);
            base.lock().unlockIrq(cpu);
            call(cpu, base, timer);
            base.lock().lockIrq(cpu);
        }
        setRunning(cpu, base, 0);
        base.lock().unlockIrq(cpu);
    }

    /** Whoever waits until the function is done waits for its caller, as for who holds a lock. */
    @Inlined
    private void call(Cpu cpu, TimerBase base, Timer timer) {
        cpu.locked(base.function(), LockUse.TRIED);
        timer.function().run(cpu);
        cpu.unlocked(base.function());
    }

    @Inlined
    private void setRunning(Cpu cpu, TimerBase base, int number) {
        if (smp) {
            base.running().storeOnce(cpu, number);
        }
    }
}
