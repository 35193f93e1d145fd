package dev.preemptcheck.kernel.wait;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.kernel.Inside;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskState;
import dev.preemptcheck.kernel.sched.TaskWords;

/** The algorithm of {@link RwSemaphore} written once more, for at most two waiters, with one thing wrong. */
final class FaultyRwSemaphore {
    private static final int WAITING = -0x10000;
    private static final int WRITER = WAITING + 1;
    private static final int MASK = 0xFFFF;

    enum Fault {
        NONE,
        /** Who gives it back wakes nobody. */
        NOBODY_WOKEN,
        /** Who queues does not look whether it was its own try that kept the others from waking. */
        LAST_TRY_FORGOTTEN,
        /** Who has taken back its own one does not look whether it was the last. */
        NOT_TRIED_AGAIN,
        /** All readers in front are counted and one is let in. */
        ONE_READER_WOKEN,
        /** The share of readers that waited stays in the high half. */
        SHARE_KEPT,
        /** A writer is let in without being counted. */
        WRITER_NOT_COUNTED,
        /** The waiter is woken before it is told. */
        WOKEN_BEFORE_TOLD,
        /** The waiter says that it sleeps once it has looked. */
        LOOKS_BEFORE_SLEEPING,
        /** Who wakes looks at the waiter's stack once it has told him, as 2.4 did. */
        LOOKS_AFTER_TELLING,
        /** The waiter is not on the list when it has put back what it took. */
        QUEUES_LATE
    }

    private final Fault fault;
    private final Kernel kernel;
    private final Scheduler scheduler;
    private final Word count;
    private final Spinlock waitLock;
    private final Word list;
    private final TaskWords told;
    private final int lock;

    private FaultyRwSemaphore(Kernel kernel, Fault fault) {
        this.fault = fault;
        this.kernel = kernel;
        this.scheduler = kernel.scheduler();
        this.count = kernel.word("sem.count", 0);
        this.waitLock = kernel.spinlock("sem.wait_lock");
        this.list = kernel.word("sem.wait_list", 0);
        this.told = kernel.tasks().words(kernel.setup(), "waiter", 0);
        this.lock = kernel.setup().lock("sem");
    }

    /** Tasks that have it as a Reader or a Writer. */
    static void visitors(Kernel kernel, Fault fault, String how) {
        FaultyRwSemaphore semaphore = new FaultyRwSemaphore(kernel, fault);
        Word inside = kernel.word("inside", 0);
        for (int i = 0; i < how.length(); i++) {
            boolean writer = how.charAt(i) == 'W';
            kernel.task("task" + i, cpu -> semaphore.visit(cpu, writer, inside));
        }
    }

    private void visit(Cpu cpu, boolean writer, Word inside) {
        down(cpu, writer);
        if (writer) {
            Inside.write(cpu, inside);
        } else {
            Inside.read(cpu, inside);
        }
        up(cpu, writer);
    }

    private void down(Cpu cpu, boolean writer) {
        cpu.maySleep();
        int now = count.add(cpu, writer ? WRITER : 1);
        if (writer ? now != WRITER : now < 0) {
            cpu.contended(lock);
            downFailed(cpu, writer);
        }
        cpu.locked(lock, writer ? LockUse.SLEEPING : LockUse.SLEEPING_SHARED);
    }

    private void downFailed(Cpu cpu, boolean writer) {
        Task current = kernel.tasks().current(cpu);
        int mine = told.of(current).address();
        int entry = writer ? current.id() | 8 : current.id();
        cpu.enterScope();
        scheduler.setCurrentState(cpu, TaskState.UNINTERRUPTIBLE);
        if (fault == Fault.QUEUES_LATE) {
            count.add(cpu, writer ? -1 : WAITING - 1);
        }
        waitLock.lock(cpu);
        cpu.allocate(mine, 1);
        cpu.storeOnce(mine, 1);
        int waiting = list.load(cpu);
        list.store(cpu, waiting == 0 ? entry : waiting | entry << 4);
        int adjustment = fault == Fault.QUEUES_LATE ? 0 : writer ? -1 : WAITING - 1;
        boolean last = (count.add(cpu, adjustment) & MASK) == 0;
        if (last && fault != Fault.LAST_TRY_FORGOTTEN && fault != Fault.QUEUES_LATE) {
            wakeFront(cpu);
        }
        waitLock.unlock(cpu);
        sleepUntilTold(cpu, mine);
        cpu.free(mine, 1);
        cpu.leaveScope();
    }

    private void sleepUntilTold(Cpu cpu, int mine) {
        cpu.forget(0);
        while (cpu.loadOnce(mine) != 0) {
            if (fault == Fault.LOOKS_BEFORE_SLEEPING) {
                scheduler.setCurrentState(cpu, TaskState.UNINTERRUPTIBLE);
            }
            scheduler.schedule(cpu);
            if (fault != Fault.LOOKS_BEFORE_SLEEPING) {
                scheduler.setCurrentState(cpu, TaskState.UNINTERRUPTIBLE);
            }
            cpu.forget(0);
        }
        scheduler.setCurrentState(cpu, TaskState.RUNNING);
    }

    private void up(Cpu cpu, boolean writer) {
        cpu.unlocked(lock);
        int left = count.add(cpu, writer ? -WRITER : -1);
        if (left < 0 && (left & MASK) == 0 && fault != Fault.NOBODY_WOKEN) {
            waitLock.lock(cpu);
            if (list.load(cpu) != 0) {
                wakeFront(cpu);
            }
            waitLock.unlock(cpu);
        }
    }

    private void wakeFront(Cpu cpu) {
        while ((count.add(cpu, 1) & MASK) != 1) {
            if ((count.add(cpu, -1) & MASK) != 0 || fault == Fault.NOT_TRIED_AGAIN) {
                return;
            }
        }
        int waiting = list.load(cpu);
        int front = waiting & 0xF;
        int behind = waiting >>> 4;
        if ((front & 8) != 0) {
            list.store(cpu, behind);
            if (fault == Fault.WRITER_NOT_COUNTED) {
                count.add(cpu, -1);
            }
            tell(cpu, front & 7);
            return;
        }
        int readers = behind != 0 && (behind & 8) == 0 ? 2 : 1;
        count.add(cpu, (fault == Fault.SHARE_KEPT ? readers : readers * (1 - WAITING)) - 1);
        list.store(cpu, readers == 2 ? 0 : behind);
        tell(cpu, front);
        if (readers == 2 && fault != Fault.ONE_READER_WOKEN) {
            tell(cpu, behind);
        }
    }

    private void tell(Cpu cpu, int waiter) {
        Task task = kernel.tasks().get(waiter);
        int word = told.of(task).address();
        if (fault == Fault.WOKEN_BEFORE_TOLD) {
            scheduler.wakeUp(cpu, task);
        }
        cpu.storeOnce(word, 0);
        if (fault == Fault.LOOKS_AFTER_TELLING) {
            cpu.loadOnce(word);
        }
        if (fault != Fault.WOKEN_BEFORE_TOLD) {
            scheduler.wakeUp(cpu, task);
        }
    }
}
