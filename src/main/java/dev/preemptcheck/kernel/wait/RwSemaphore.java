package dev.preemptcheck.kernel.wait;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.MarkedWord;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskState;
import dev.preemptcheck.kernel.sched.TaskTable;
import dev.preemptcheck.kernel.sched.TaskWords;

/**
 * {@code struct rw_semaphore} of i386: many readers or one writer, who sleep while they wait, first come, first served.
 *
 * <p>The low half of the count says how many have it, or try to; the high half falls by one for a writer that has it and for
 * each that waits, so that a count below zero tells all who come later to queue. Who waits puts back what it took, but for its
 * share of the high half, on the list and under the list's lock. Whoever brings the low half to 0 and finds the count below 0
 * wakes: it makes the low half 1, gives it to the writer at the front, or to all readers there at once, and says so in the
 * waiter's own word, which the waiter sleeps until. The semaphore is theirs before they run. That word is on the waiter's stack:
 * once it is cleared, it may be gone.
 *
 * <p>Source: 2.6.9, {@code lib/rwsem.c} and the i386 header; 2.4.10-pre has the same count and order. The list's lock leaves
 * interrupts alone, so a handler may not even give the semaphore back. The list is a word, for at most eight waiters.
 */
public final class RwSemaphore {
    private static final int ACTIVE = 1;
    private static final int ACTIVE_MASK = 0xFFFF;
    private static final int WAITING = -0x10000;
    private static final int WRITER = WAITING + ACTIVE;
    private static final int FOR_READ = 1;
    private static final int FOR_WRITE = 2;
    private static final int SLOT_BITS = 4;
    private static final int SLOT = 0xF;

    private final TaskTable tasks;
    private final Scheduler scheduler;
    private final MarkedWord count;
    private final Spinlock waitLock;
    private final Word waitList;
    private final TaskWords granted;
    private final TaskWords kinds;
    private final int lock;

    /** Lays out a semaphore that nobody has. */
    public RwSemaphore(MachineSetup setup, String name, boolean smp, TaskTable tasks, Scheduler scheduler) {
        this.tasks = tasks;
        this.scheduler = scheduler;
        this.count = MarkedWord.create(
                setup, name + ".count", 0, "counts by locked instructions; who only tries looks before it compares");
        this.waitLock = new Spinlock(setup, name + ".wait_lock", smp, scheduler.preemption());
        this.waitList = new Word(setup.memory().word(name + ".wait_list", 0));
        this.granted = tasks.words(
                setup,
                name + ".waiter.task",
                0,
                "cleared under the list's lock by who grants; the waiter looks without");
        this.kinds = tasks.words(setup, name + ".waiter.flags", 0);
        this.lock = setup.lock(name);
    }

    // ---- having it

    /** {@code down_read()}: task context, may sleep. */
    @CName("down_read")
    public void downRead(Cpu cpu) {
        cpu.maySleep();
        if (count.add(cpu, ACTIVE) < 0) {
            cpu.contended(lock);
            downFailed(cpu, FOR_READ, WAITING - ACTIVE);
        }
        cpu.locked(lock, LockUse.SLEEPING_SHARED);
    }

    /** {@code down_write()}: task context, may sleep. */
    @CName("down_write")
    public void downWrite(Cpu cpu) {
        cpu.maySleep();
        if (count.add(cpu, WRITER) != WRITER) {
            cpu.contended(lock);
            downFailed(cpu, FOR_WRITE, -ACTIVE);
        }
        cpu.locked(lock, LockUse.SLEEPING);
    }

    /** {@code down_read_trylock()} of 2.6: true if the caller has it now; task context, and never sleeps. */
    @CName("down_read_trylock")
    public boolean downReadTrylock(Cpu cpu) {
        cpu.enterScope();
        int before = count.loadOnce(cpu);
        while (before + ACTIVE > 0) {
            int now = cpu.compareExchange(count.address(), before, before + ACTIVE);
            if (now == before) {
                break;
            }
            cpu.forget(now);
            before = now;
        }
        cpu.leaveScope();
        return tried(cpu, before + ACTIVE > 0);
    }

    /** {@code down_write_trylock()} of 2.6: true if the caller has it now; task context, and never sleeps. */
    @CName("down_write_trylock")
    public boolean downWriteTrylock(Cpu cpu) {
        return tried(cpu, cpu.compareExchange(count.address(), 0, WRITER) == 0);
    }

    @Inlined
    private boolean tried(Cpu cpu, boolean had) {
        if (had) {
            cpu.locked(lock, LockUse.TRIED);
        }
        return had;
    }

    /** {@code up_read()}: task context. */
    @CName("up_read")
    public void upRead(Cpu cpu) {
        cpu.unlocked(lock);
        wakeIfIdle(cpu, count.add(cpu, -ACTIVE));
    }

    /** {@code up_write()}: task context. */
    @CName("up_write")
    public void upWrite(Cpu cpu) {
        cpu.unlocked(lock);
        wakeIfIdle(cpu, count.add(cpu, -WRITER));
    }

    /** {@code downgrade_write()} of 2.6: the writer goes on as a reader, and lets readers at the front in; task context. */
    @CName("downgrade_write")
    public void downgradeWrite(Cpu cpu) {
        cpu.unlocked(lock);
        cpu.locked(lock, LockUse.TRIED);
        if (count.add(cpu, -WAITING) < 0) {
            wake(cpu, true);
        }
    }

    // ---- waiting for it

    /**
     * {@code rwsem_down_failed_common()}: puts the caller on the list, and back what it took; returns when it has the
     * semaphore.
     */
    @CName("rwsem_down_failed_common")
    private void downFailed(Cpu cpu, int kind, int adjustment) {
        Task current = tasks.current(cpu);
        MarkedWord mine = granted.markedOf(current);
        cpu.enterScope();
        scheduler.setCurrentState(cpu, TaskState.UNINTERRUPTIBLE);
        waitLock.lock(cpu);
        cpu.allocate(mine.address(), 1);
        mine.storeOnce(cpu, 1);
        kinds.of(current).store(cpu, kind);
        append(cpu, current);
        if ((count.add(cpu, adjustment) & ACTIVE_MASK) == 0) {
            wakeFront(cpu, false);
        }
        waitLock.unlock(cpu);
        cpu.forget(0);
        while (mine.loadOnce(cpu) != 0) {
            scheduler.schedule(cpu);
            scheduler.setCurrentState(cpu, TaskState.UNINTERRUPTIBLE);
            cpu.forget(0);
        }
        scheduler.setCurrentState(cpu, TaskState.RUNNING);
        cpu.free(mine.address(), 1);
        cpu.leaveScope();
    }

    private void append(Cpu cpu, Task waiter) {
        int list = waitList.load(cpu);
        int shift = SLOT_BITS * length(list);
        if (shift == Integer.SIZE) {
            throw new IllegalStateException("more than eight tasks wait for one rw_semaphore: " + waiter.name());
        }
        waitList.store(cpu, list | waiter.id() << shift);
    }

    /** How many wait. No task that may sleep has the number 0: that is an idle one. */
    private static int length(int list) {
        return (Integer.SIZE - Integer.numberOfLeadingZeros(list) + SLOT_BITS - 1) / SLOT_BITS;
    }

    // ---- waking

    @Inlined
    private void wakeIfIdle(Cpu cpu, int left) {
        if (left < 0 && (left & ACTIVE_MASK) == 0) {
            wake(cpu, false);
        }
    }

    /** {@code rwsem_wake()} and {@code rwsem_downgrade_wake()}. */
    @CName("rwsem_wake")
    private void wake(Cpu cpu, boolean downgrading) {
        waitLock.lock(cpu);
        if (waitList.load(cpu) != 0) {
            wakeFront(cpu, downgrading);
        }
        waitLock.unlock(cpu);
    }

    /**
     * {@code __rwsem_do_wake()}: gives the semaphore to who is at the front; the caller has the list's lock.
     *
     * @param downgrading whether the caller keeps the semaphore as a reader, so that no writer can have it
     */
    @CName("__rwsem_do_wake")
    private void wakeFront(Cpu cpu, boolean downgrading) {
        if (!downgrading && !becomesActive(cpu)) {
            return;
        }
        int list = waitList.load(cpu);
        int readers = readersInFront(cpu, list);
        if (readers == 0) {
            if (!downgrading) {
                waitList.store(cpu, list >>> SLOT_BITS);
                grant(cpu, list & SLOT);
            }
            return;
        }
        count.add(cpu, readers * (ACTIVE - WAITING) - (downgrading ? 0 : ACTIVE));
        int rest = list;
        for (int i = 0; i < readers; i++) {
            grant(cpu, rest & SLOT);
            rest >>>= SLOT_BITS;
        }
        waitList.store(cpu, rest);
    }

    /** Makes the low half 1 if it is 0; who had made it more may have given that back by the time this takes its own back. */
    private boolean becomesActive(Cpu cpu) {
        do {
            if ((count.add(cpu, ACTIVE) & ACTIVE_MASK) == ACTIVE) {
                return true;
            }
        } while ((count.add(cpu, -ACTIVE) & ACTIVE_MASK) == 0);
        return false;
    }

    private int readersInFront(Cpu cpu, int list) {
        int readers = 0;
        for (int rest = list; rest != 0; rest >>>= SLOT_BITS) {
            if (kinds.of(tasks.get(rest & SLOT)).load(cpu) == FOR_WRITE) {
                break;
            }
            readers++;
        }
        return readers;
    }

    /** The waiter must not be looked at once its word is cleared. */
    @Inlined
    private void grant(Cpu cpu, int waiter) {
        Task task = tasks.get(waiter);
        cpu.fence();
        granted.markedOf(task).storeOnce(cpu, 0);
        scheduler.wakeUp(cpu, task);
    }
}
