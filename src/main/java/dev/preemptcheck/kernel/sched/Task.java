package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.Word;

/**
 * A task: the words of its {@code task_struct} that are modelled, and what never changes about it.
 *
 * @param id its number on the machine and its bit in the run queue
 * @param name {@code comm}
 * @param pid process id
 * @param preemptCount 0 preemptible, more not, less is a bug (fact 3.1)
 * @param needResched a reschedule is due
 * @param pgd what CR3 holds while its address space is in use; 0 for an idle task, which borrows one
 */
public record Task(int id, String name, int pid, Word preemptCount, Word needResched, int pgd) {

    /** What an idle task runs with: it is its processor's last resort and in no run queue. */
    public boolean idle() {
        return pgd == 0;
    }

    /** Lays out a task's words and registers it with the machine. */
    static Task create(MachineSetup setup, String name, int pid, int pgd, int count, MachineSetup.Body body) {
        Word preemptCount = new Word(setup.memory().word(name + ".preempt_count", count, Role.COUNT, 0));
        Word needResched = new Word(setup.memory().word(name + ".need_resched", 0));
        int id = setup.task(name, pgd == 0, preemptCount.address(), body);
        return new Task(id, name, pid, preemptCount, needResched, pgd);
    }
}
