package dev.preemptcheck.kernel.wait;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Word;

/**
 * {@code struct completion}: one waits until another says that something is over; each {@code complete()} lets one waiter go.
 *
 * <p>The count changes only under the queue's lock, so that who has seen it may free the object, as who completed it no longer
 * looks. Every waiter is woken and looks again, where the kernel wakes one. Source: 2.4 and 2.6.9.
 *
 * @param done how often it was completed and nobody waited for it yet
 * @param queue who waits
 */
public record Completion(Word done, WaitQueue queue) {

    /** {@code wait_for_completion()}: task context, may sleep. */
    @CName("wait_for_completion")
    public void waitFor(Cpu cpu) {
        cpu.maySleep();
        queue.lock().lockIrq(cpu);
        cpu.enterScope();
        while (done.load(cpu) == 0) {
            cpu.forget(0);
            queue.addLocked(cpu);
            queue.sleepUnlocked(cpu);
            queue.removeLocked(cpu);
        }
        cpu.leaveScope();
        done.store(cpu, done.load(cpu) - 1);
        queue.lock().unlockIrq(cpu);
    }

    /** {@code complete()}: any context. */
    @CName("complete")
    public void complete(Cpu cpu) {
        boolean enabled = queue.lock().lockIrqSave(cpu);
        done.store(cpu, done.load(cpu) + 1);
        queue.wakeUpLocked(cpu);
        queue.lock().unlockIrqRestore(cpu, enabled);
    }
}
