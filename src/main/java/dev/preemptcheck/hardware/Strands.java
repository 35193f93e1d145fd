package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All strands of a machine, and the carrier that runs them: one at a time, from one suspension to the next. */
final class Strands {
    private final Carrier carrier;
    private final Cpu cpu;
    private final MachineSetup.@Nullable Body death;
    private final Strand[] all;

    Strands(Carrier carrier, MachineSetup setup, Cpu cpu) {
        this.carrier = carrier;
        this.cpu = cpu;
        this.death = setup.death();
        this.all = strands(setup.tasks(), setup.memory());
    }

    private Strand[] strands(List<MachineSetup.TaskEntry> tasks, Memory memory) {
        Strand[] strands = new Strand[tasks.size()];
        for (int i = 0; i < strands.length; i++) {
            MachineSetup.TaskEntry task = tasks.get(i);
            int count = task.countAddress() == 0 ? -1 : memory.direct(task.countAddress());
            Strand[] self = new Strand[1];
            self[0] = new Strand(i, task.name(), task.idle(), () -> live(self[0], task.body()), count);
            strands[i] = self[0];
        }
        return strands;
    }

    private void live(Strand s, MachineSetup.Body body) {
        try {
            try {
                body.run(cpu);
            } catch (TaskKilled killed) {
                if (death != null) {
                    death.run(cpu);
                }
            }
        } catch (Unwind unwound) {
            return;
        }
        if (!s.retired) {
            throw new IllegalStateException(s.name + " ended without leaving the processor to another task");
        }
    }

    /** True if the kernel does something about a task that dies of an oops. */
    boolean mayDie() {
        return death != null;
    }

    /** By the number of their task. */
    Strand[] all() {
        return all;
    }

    /**
     * Those on which the processors start.
     *
     * @throws IllegalArgumentException if that is one for two of them
     */
    Strand[] thatBoot(int[] tasks) {
        Strand[] boot = new Strand[tasks.length];
        for (int cpu = 0; cpu < boot.length; cpu++) {
            boot[cpu] = all[tasks[cpu]];
            for (int other = 0; other < cpu; other++) {
                if (boot[cpu] == boot[other]) {
                    throw new IllegalArgumentException("processors " + other + " and " + cpu
                            + " boot on one kernel stack, that of " + boot[cpu].name);
                }
            }
        }
        return boot;
    }

    void reset() {
        for (Strand s : all) {
            s.reset();
        }
    }

    /** Runs a strand until it is suspended or ends. */
    void resume(Strand s) {
        Object handle = s.carried;
        if (handle == null) {
            handle = carrier.start(s.body);
            s.carried = handle;
        }
        if (carrier.resume(handle)) {
            s.carried = null;
        }
    }

    /** Suspends the strand that calls. */
    void suspend() {
        carrier.suspend();
    }

    /** Lets all that are suspended come to their end, once the run is over. */
    void unwind() {
        for (Strand s : all) {
            if (s.carried != null) {
                resume(s);
            }
        }
    }
}
