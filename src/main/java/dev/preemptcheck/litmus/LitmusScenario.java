package dev.preemptcheck.litmus;

import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.litmus.program.FinalState;
import dev.preemptcheck.litmus.program.LitmusTest;
import dev.preemptcheck.litmus.program.LitmusThread;
import dev.preemptcheck.litmus.program.Outlook;
import dev.preemptcheck.litmus.program.Place;
import dev.preemptcheck.litmus.program.RunWatch;
import dev.preemptcheck.litmus.program.RunningThread;
import dev.preemptcheck.litmus.program.SharedWords;
import dev.preemptcheck.litmus.program.Surroundings;
import dev.preemptcheck.litmus.program.Value;
import dev.preemptcheck.scenario.Scenario;
import java.util.List;

/** A litmus test on a machine with a processor for each thread. An instance is good for one machine at a time. */
final class LitmusScenario implements Scenario {
    private final LitmusTest test;
    private final MemoryModel model;
    private final RunWatch watch;
    private final Outlook outlook;
    private SharedWords words;

    LitmusScenario(LitmusTest test, MemoryModel model) {
        this.test = test;
        this.model = model;
        this.watch = new RunWatch(test.threads().size());
        Memory memory = new Memory();
        this.words = new SharedWords(test, memory);
        this.outlook = new Outlook(test.threads().size(), memory.size());
    }

    @Override
    public String name() {
        return test.name();
    }

    @Override
    public MachineSetup setup() {
        MachineSetup setup = new MachineSetup(test.threads().size(), false);
        setup.memoryModel(model);
        words = new SharedWords(test, setup.memory());
        Surroundings shared = new Surroundings(words, watch, outlook);
        for (LitmusThread thread : test.threads()) {
            int task = setup.task("P" + thread.number(), false, 0, cpu -> new RunningThread(cpu, thread, shared).run());
            setup.boot(thread.number(), task);
        }
        return setup;
    }

    RunWatch watch() {
        return watch;
    }

    Outlook outlook() {
        return outlook;
    }

    /** A value as herd prints it. */
    String spelling(int value) {
        return words.spelling(value);
    }

    /** Where the outcome of each place stands at the end of a run. */
    int[] addresses(List<Place> places) {
        return places.stream().mapToInt(words::result).toArray();
    }

    /** What stands there at the end of the run that is just over on {@code machine}. */
    int[] values(Machine machine, int[] addresses) {
        Memory memory = machine.memory();
        int[] values = new int[addresses.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = memory.peek(memory.index(addresses[i]));
        }
        return values;
    }

    /** How the run has ended that is just over on {@code machine}. */
    FinalState finalState(Machine machine) {
        Memory memory = machine.memory();
        return new FinalState() {
            @Override
            public int at(Place place) {
                return memory.peek(memory.index(words.result(place)));
            }

            @Override
            public int numberOf(Value value) {
                return words.numberOf(value);
            }
        };
    }
}
