package dev.preemptcheck.explore;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.scenario.Scenario;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A generated program for the machines of several workers: what its tasks read is taken down beside the machine, so each
 * worker's thread has a {@link ProgramScenario} of its own.
 */
final class WorkersScenario implements Scenario {
    private final Program program;
    private final Map<Thread, ProgramScenario> ofWorkers = new ConcurrentHashMap<>();

    WorkersScenario(Program program) {
        this.program = program;
    }

    @Override
    public String name() {
        return program.toString();
    }

    /** For the machine of the calling thread. */
    @Override
    public MachineSetup setup() {
        ProgramScenario scenario = new ProgramScenario(program);
        ofWorkers.put(Thread.currentThread(), scenario);
        return scenario.setup();
    }

    /** Of the last run of the calling thread's machine. */
    Outcome outcome(Machine machine) {
        return Objects.requireNonNull(ofWorkers.get(Thread.currentThread()), "no machine")
                .outcome(machine);
    }
}
