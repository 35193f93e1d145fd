package dev.preemptcheck.kernel.init;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.BigKernelLock;
import dev.preemptcheck.kernel.locking.BigReaderLock;
import dev.preemptcheck.kernel.locking.ReadWriteLock;
import dev.preemptcheck.kernel.locking.ReaderOrder;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.TaskTable;
import dev.preemptcheck.kernel.wait.Completion;
import dev.preemptcheck.kernel.wait.RwSemaphore;
import dev.preemptcheck.kernel.wait.Semaphore;
import dev.preemptcheck.kernel.wait.WaitQueue;

/** The locks of a kernel, and what else tasks wait for: each is laid out where it is asked for, under a name of its own. */
public final class Locks {
    private final MachineSetup setup;
    private final KernelConfig config;
    private final TaskTable tasks;
    private final Scheduler scheduler;

    Locks(MachineSetup setup, KernelConfig config, TaskTable tasks, Scheduler scheduler) {
        this.setup = setup;
        this.config = config;
        this.tasks = tasks;
        this.scheduler = scheduler;
    }

    /** {@code spinlock_t}, free. */
    public Spinlock spinlock(String name) {
        return new Spinlock(setup, name, config.smp(), scheduler.preemption());
    }

    /** {@code rwlock_t}, free. */
    public ReadWriteLock readWriteLock(String name) {
        return new ReadWriteLock(setup, name, config.smp(), scheduler.preemption());
    }

    /** The big kernel lock; asked for once. */
    public BigKernelLock bigKernelLock() {
        return new BigKernelLock(setup, config, tasks, scheduler);
    }

    /** A big-reader lock of 2.4, free. */
    public BigReaderLock bigReaderLock(String name, ReaderOrder order) {
        return new BigReaderLock(setup, name, config, scheduler.preemption(), order);
    }

    /** {@code wait_queue_head_t}, empty. */
    public WaitQueue waitQueue(String name) {
        return new WaitQueue(setup, name, config.smp(), tasks, scheduler);
    }

    /** {@code DECLARE_MUTEX()}: a semaphore that is a lock, free. */
    public Semaphore semaphore(String name) {
        return new Semaphore(word(name + ".count", 1), word(name + ".sleepers", 0), waitQueue(name), setup.lock(name));
    }

    /** {@code struct rw_semaphore}, free. */
    public RwSemaphore rwSemaphore(String name) {
        return new RwSemaphore(setup, name, config.smp(), tasks, scheduler);
    }

    /** {@code struct completion}, of which nothing is over yet. */
    public Completion completion(String name) {
        return new Completion(word(name + ".done", 0), waitQueue(name));
    }

    private Word word(String name, int value) {
        return new Word(setup.memory().word(name, value));
    }
}
