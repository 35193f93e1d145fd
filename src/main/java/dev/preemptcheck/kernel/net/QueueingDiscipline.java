package dev.preemptcheck.kernel.net;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.asm.AtomicCounter;
import dev.preemptcheck.kernel.locking.Spinlock;
import org.jspecify.annotations.Nullable;

/**
 * A built-in queueing discipline, {@code struct Qdisc}, and the count of who uses it. It is static: nothing is freed when the
 * count comes to 0, and whoever drops it below looks as harmless as who leaves it at 2 (fact S10).
 *
 * @param users {@code refcnt}
 * @param test whether who drops it looks first if there is a user left
 * @param lock taken around the look and the drop, if there is one
 */
public record QueueingDiscipline(
        AtomicCounter users, boolean test, @Nullable Spinlock lock) {

    /** {@code dev_shutdown()}: a network device goes down and lets go of the discipline; task context. */
    @CName("dev_shutdown")
    public void devShutdown(Cpu cpu) {
        if (lock == null) {
            destroy(cpu);
        } else {
            lock.lock(cpu);
            destroy(cpu);
            lock.unlock(cpu);
        }
    }

    @CName("qdisc_destroy")
    private void destroy(Cpu cpu) {
        if (!test || users.read(cpu) != 0) {
            users.decAndTest(cpu);
        }
    }
}
