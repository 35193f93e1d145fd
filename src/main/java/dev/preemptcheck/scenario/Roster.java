package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.init.UserProgram;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Who is who in a scenario: tasks by number, page frames by name. */
public final class Roster {
    private final Particulars particulars;
    private final MachineSetup setup;
    /** Numbers of the tasks that are not idle, in order. */
    private final List<Integer> busy;

    private Roster(Particulars particulars, MachineSetup setup) {
        this.particulars = particulars;
        this.setup = setup;
        this.busy = IntStream.range(0, setup.taskNames().size())
                .filter(task -> !setup.isIdle(task))
                .boxed()
                .toList();
    }

    /** Whoever takes part in {@code scenario}. */
    public static Roster of(Scenario scenario) {
        return new Roster(scenario.particulars(), scenario.setup());
    }

    /** What else is known of the scenario. */
    public Particulars particulars() {
        return particulars;
    }

    /** Numbers of the tasks that are not idle, in order. */
    public List<Integer> busy() {
        return busy;
    }

    /** As traces call the task. */
    public String name(int task) {
        return setup.taskNames().get(task);
    }

    /** Process id: 0 for a processor's idle task, and a number of their own for kernel threads. */
    public int pid(int task) {
        int index = busy.indexOf(task);
        List<Integer> pids = particulars.pids();
        if (index < 0) {
            return task < particulars.config().cpus() ? 0 : task;
        }
        return index < pids.size() ? pids.get(index) : task;
    }

    /** How long a section with preemption or interrupts off may last, in simulated nanoseconds; 0 for as long as it likes. */
    public long latencyBudget() {
        return setup.latencyBudget();
    }

    /** Name and process id. */
    public String full(int task) {
        return name(task) + " (pid " + pid(task) + ")";
    }

    /** What the task asks of the kernel, if it is made of such a program. */
    public @Nullable UserProgram program(int task) {
        int index = busy.indexOf(task);
        List<UserProgram> programs = particulars.programs();
        return index < 0 || index >= programs.size() ? null : programs.get(index);
    }

    /** Words that are accessed without a lock on purpose, with the reason why that is right, by name. */
    public SortedMap<String, String> marks() {
        return setup.intendedRaces();
    }

    /** What the frame is called. */
    public String frame(int pfn) {
        String name = setup.memory().frameName(pfn);
        return name.isEmpty() ? "frame " + Integer.toHexString(pfn) : name;
    }
}
