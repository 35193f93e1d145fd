package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.asm.MmuContext;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code exit_mm()} of 2.4.10, at the end of a process and in {@code daemonize()}: a task gives its address space up, and goes on
 * with what is in CR3 (fact S3, PC-lazy).
 */
public final class ExitMm {

    /** What is done first once the task has no address space. */
    public enum Order {
        /** The lock is given back, and with it preemption, before the processor says that it is lazy. */
        UNLOCK_FIRST,
        /** The processor says so under the lock, and the kernel asserts that preemption is off. */
        LAZY_FIRST
    }

    private final MmuContext context;
    private final TaskTable tasks;
    private final boolean preempt;
    private final Order order;
    /** By the tasks' numbers. */
    private final SortedMap<Integer, Spinlock> allocLocks = new TreeMap<>();

    /** @param preempt CONFIG_PREEMPT */
    public ExitMm(MmuContext context, TaskTable tasks, boolean preempt, Order order) {
        this.context = context;
        this.tasks = tasks;
        this.preempt = preempt;
        this.order = order;
    }

    /** The task may exit, and has that lock for {@code task_lock()}; said while the kernel is wired. */
    public void mayExit(Task task, Spinlock allocLock) {
        allocLocks.put(task.id(), allocLock);
    }

    /** Task context, interrupts on, no lock held. */
    @CName("exit_mm")
    public void exitMm(Cpu cpu) {
        Task current = tasks.current(cpu);
        if (context.mmOf(current).load(cpu) == 0) {
            return;
        }
        Spinlock lock = lockOf(current);
        lock.lock(cpu);
        context.mmOf(current).store(cpu, 0);
        if (order == Order.UNLOCK_FIRST) {
            lock.unlock(cpu);
            context.enterLazyTlb(cpu, cpu.cpuId());
        } else {
            if (preempt && current.preemptCount().load(cpu) == 0) {
                throw cpu.bug("BUG-lazy-tlb-preemptible", "include/asm/mmu_context.h");
            }
            context.enterLazyTlb(cpu, cpu.cpuId());
            lock.unlock(cpu);
        }
    }

    @Inlined
    private Spinlock lockOf(Task task) {
        Spinlock lock = allocLocks.get(task.id());
        if (lock == null) {
            throw new IllegalStateException(task.name() + " exits, and has no lock for that");
        }
        return lock;
    }
}
