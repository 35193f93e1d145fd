package dev.preemptcheck.arbitraries;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * The least kernel under a {@link Program}: a run queue of one word under one lock, preempt counts, and preemption at the
 * return from a timer interrupt and at the end of a section that kept it out.
 *
 * <p>Task numbers of the machine: idle tasks first, one for each processor, then the program's.
 */
final class TinyKernel {
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final int cpus;
    private final boolean scheduled;
    private final int runQueue;
    private final int runQueueLock;
    private final List<Integer> machineTasks;
    private final List<Integer> counts = new ArrayList<>();
    private final List<Integer> needs = new ArrayList<>();

    TinyKernel(MachineSetup setup, Program program, List<Integer> machineTasks) {
        cpus = program.cpus();
        scheduled = program.scheduled();
        this.machineTasks = List.copyOf(machineTasks);
        Memory memory = setup.memory();
        int tasks = program.tasks().size();
        int waiting = 0;
        for (int i = cpus; i < tasks; i++) {
            waiting |= 1 << machineTasks.get(i);
        }
        runQueue = memory.word("runqueue", waiting);
        runQueueLock = memory.word("runqueue_lock", FREE);
        for (int i = 0; i < tasks; i++) {
            counts.add(scheduled ? memory.word("count[" + i + "]", 0, Role.COUNT, 0) : 0);
            needs.add(scheduled ? memory.word("need[" + i + "]", 0) : 0);
        }
    }

    /** Address of a program's task's preempt count, or 0. */
    int countAddress(int task) {
        return counts.get(task);
    }

    /** What a processor does that has nothing to run; {@code boots} if it has never run anything else. */
    void idle(Cpu cpu, boolean boots) {
        if (!boots) {
            tail(cpu);
        }
        for (; ; ) {
            cpu.forget(0);
            cpu.awaitNonZero(runQueue);
            cpu.cli();
            schedule(cpu, Leave.IDLE);
        }
    }

    /** First step of a task that waited in the run queue. */
    void switchedIn(Cpu cpu) {
        tail(cpu);
    }

    /** The running task is done; the caller must return at once. */
    void exit(Cpu cpu) {
        cpu.cli();
        if (scheduled) {
            schedule(cpu, Leave.EXIT);
        } else {
            int idle = cpu.cpuId();
            cpu.retire();
            cpu.switchTo(idle);
        }
    }

    void preemptOff(Cpu cpu) {
        cpu.add(count(cpu), 1);
    }

    void preemptOn(Cpu cpu) {
        if (cpu.add(count(cpu), -1) == 0 && cpu.load(need(cpu)) != 0) {
            cpu.cli();
            schedule(cpu, Leave.CAN_STAY);
        }
    }

    /** After the handler's own part, with IF=0. */
    void returnFromInterrupt(Cpu cpu) {
        if (!scheduled || cpu.current() < cpus) {
            return;
        }
        cpu.store(need(cpu), 1);
        cpu.handlerDone();
        while (cpu.load(count(cpu)) == 0 && cpu.load(need(cpu)) != 0) {
            schedule(cpu, Leave.CAN_STAY);
            cpu.cli();
        }
    }

    private int count(Cpu cpu) {
        return counts.get(machineTasks.indexOf(cpu.current()));
    }

    private int need(Cpu cpu) {
        return needs.get(machineTasks.indexOf(cpu.current()));
    }

    private enum Leave {
        CAN_STAY,
        IDLE,
        EXIT
    }

    /** Entered with IF=0, left with IF=1. */
    private void schedule(Cpu cpu, Leave leave) {
        int me = cpu.current();
        if (cpus > 1) {
            cpu.acquire(runQueueLock, FREE, TAKEN);
        }
        boolean canStay = leave == Leave.CAN_STAY;
        if (canStay) {
            cpu.store(need(cpu), 0);
        }
        int waiting = cpu.load(runQueue);
        int candidates = canStay ? waiting | (1 << me) : waiting;
        int next = candidates != 0 ? cpu.pick(candidates, canStay) : cpu.cpuId();
        if (next != me) {
            if (candidates != 0) {
                cpu.store(runQueue, candidates & ~(1 << next));
            }
            if (leave == Leave.EXIT) {
                cpu.retire();
                cpu.switchTo(next);
                return;
            }
            cpu.switchTo(next);
        }
        tail(cpu);
    }

    private void tail(Cpu cpu) {
        if (cpus > 1 && scheduled) {
            cpu.release(runQueueLock, FREE);
        }
        cpu.sti();
    }
}
