package dev.preemptcheck.kernel.wait;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Word;

/**
 * {@code struct semaphore} of i386, as 2.4 and 2.6.9 have it: a count that is taken and given with one locked instruction
 * where nobody waits.
 *
 * <p>The count falls below 0 when somebody could not have it. The sleepers' word says, under the queue's lock, how much of
 * that a waiter has to put back before it looks: whoever comes adds 1, looks with all but its own share put back, and leaves
 * the share of the one that waits. Every waiter is woken and looks again, where the kernel wakes one.
 *
 * @param count how many may still have it
 * @param sleepers 0, or 1 while somebody waits
 * @param queue who waits
 * @param lock the lock it is to who watches: one with a count of 1 at boot, which is given back by who took it
 */
public record Semaphore(Word count, Word sleepers, WaitQueue queue, int lock) {

    /** {@code down()}: task context, may sleep. */
    @CName("down")
    public void down(Cpu cpu) {
        cpu.maySleep();
        if (count.add(cpu, -1) < 0) {
            cpu.contended(lock);
            downFailed(cpu);
        }
        cpu.locked(lock, LockUse.SLEEPING);
    }

    @CName("__down")
    private void downFailed(Cpu cpu) {
        queue.lock().lockIrq(cpu);
        queue.addLocked(cpu);
        sleepers.store(cpu, sleepers.load(cpu) + 1);
        cpu.enterScope();
        while (count.add(cpu, sleepers.load(cpu) - 1) < 0) {
            cpu.forget(0);
            sleepers.store(cpu, 1);
            queue.sleepUnlocked(cpu);
            queue.addLocked(cpu);
        }
        cpu.leaveScope();
        sleepers.store(cpu, 0);
        queue.removeLocked(cpu);
        queue.wakeUpLocked(cpu);
        queue.lock().unlockIrq(cpu);
    }

    /** {@code down_trylock()}: any context; true if the caller has it now, the opposite of what C returns. */
    @CName("down_trylock")
    public boolean downTrylock(Cpu cpu) {
        if (count.add(cpu, -1) >= 0) {
            cpu.locked(lock, LockUse.TRIED);
            return true;
        }
        boolean enabled = queue.lock().lockIrqSave(cpu);
        int putBack = sleepers.load(cpu) + 1;
        sleepers.store(cpu, 0);
        if (count.add(cpu, putBack) >= 0) {
            queue.wakeUpLocked(cpu);
        }
        queue.lock().unlockIrqRestore(cpu, enabled);
        return false;
    }

    /** {@code up()}: any context. */
    @CName("up")
    public void up(Cpu cpu) {
        cpu.unlocked(lock);
        if (count.add(cpu, 1) <= 0) {
            queue.wakeUp(cpu);
        }
    }
}
