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
 * @param traits what never changes about it
 * @param state one of {@link TaskState}'s values, with {@link TaskState#PREEMPTED} beside it
 * @param preemptCount 0 preemptible, more not, less is a bug (fact 3.1), or the bit fields of fact 3.2
 * @param needResched a reschedule is due
 * @param pgd what CR3 holds while its address space is in use; 0 for a task without one, which borrows
 */
public record Task(
        int id, String name, int pid, TaskTraits traits, Word state, Word preemptCount, Word needResched, int pgd) {

    /** What an idle task runs with: it is its processor's last resort and in no run queue. */
    public boolean idle() {
        return traits.kind() == TaskTraits.Kind.IDLE;
    }

    /** Its bit in masks of tasks. */
    public int bit() {
        return 1 << id;
    }

    /** Lays out a task's words and registers it with the machine. */
    static Task create(MachineSetup setup, String name, int pid, TaskTraits traits, int pgd, MachineSetup.Body body) {
        Word state = new Word(setup.memory().word(name + ".state", TaskState.RUNNING));
        Word preemptCount = new Word(setup.memory().word(name + ".preempt_count", 0, Role.COUNT, 0));
        Word needResched = new Word(setup.memory().word(name + ".need_resched", 0));
        boolean mayWaitForEver = traits.kind() != TaskTraits.Kind.USER;
        int id = setup.task(name, mayWaitForEver, preemptCount.address(), body);
        if (Integer.bitCount(traits.cpus()) == 1) {
            setup.bind(id);
        }
        return new Task(id, name, pid, traits, state, preemptCount, needResched, pgd);
    }
}
