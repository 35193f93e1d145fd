package dev.preemptcheck.stress;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Movers;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Scenario;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A lesson's own program on the modelled machine: a task on each of two processors, which leaves it to an idle task in the
 * end. What they read is taken down outside the machine, for it is part of their histories anyway.
 */
final class LitmusModel implements Scenario {
    private static final int BYTES = 16;
    private static final Bounds NO_INTERRUPTS = new Bounds(0, 0);

    private final Litmus lesson;
    private final MemoryModel model;
    private final II_Result result = new II_Result();

    private LitmusModel(Litmus lesson, MemoryModel model) {
        this.lesson = lesson;
        this.model = model;
    }

    /** All outcomes, as JCStress prints them: every schedule, no reduction. */
    static SortedSet<String> outcomes(Class<? extends Litmus> lesson, MemoryModel model) {
        return outcomes(instance(lesson), model);
    }

    static SortedSet<String> outcomes(Litmus lesson, MemoryModel model) {
        LitmusModel program = new LitmusModel(lesson, model);
        SortedSet<String> all = new TreeSet<>();
        SearchOptions options = SearchOptions.ALL.withReduction(Footprint.Reduction.NONE);
        try (Subject subject = new Subject(program, Carrier.best())) {
            Verdict verdict = Explorer.ofOutcomes(
                            subject,
                            NO_INTERRUPTS,
                            options,
                            Movers.EVERYBODY,
                            machine -> all.add(program.outcome(machine)))
                    .explore(Progress.UNWATCHED);
            if (!(verdict instanceof Verdict.Proved)) {
                throw new AssertionError(program.name() + " was not gone through: " + verdict.describe());
            }
        }
        return all;
    }

    @Override
    public String name() {
        return lesson.getClass().getSimpleName();
    }

    @Override
    public MachineSetup setup() {
        MachineSetup setup = new MachineSetup(2, false);
        setup.memoryModel(model);
        Memory memory = setup.memory();
        memory.word("x", (int) lesson.first());
        memory.word("xHigh", (int) (lesson.first() >>> Integer.SIZE));
        memory.word("y", 0);
        memory.word("yHigh", 0);
        int never = memory.word("never", 0);
        task(setup, 0, lesson::cpu0, never);
        task(setup, 1, lesson::cpu1, never);
        return setup;
    }

    private void task(MachineSetup setup, int number, Consumer<II_Result> actor, int never) {
        int idle = setup.task("idle" + number, true, 0, cpu -> cpu.awaitNonZero(never));
        setup.boot(number, setup.task("cpu" + number, false, 0, cpu -> {
            lesson.on(cpu);
            actor.accept(result);
            cpu.retire();
            cpu.switchTo(idle);
        }));
    }

    private String outcome(Machine machine) {
        Memory memory = machine.memory();
        LitmusCpu afterwards = new LitmusCpu(0);
        for (int address = Litmus.X; address < Litmus.X + BYTES; address += Integer.BYTES) {
            afterwards.store(address, memory.peek(memory.index(address)));
        }
        lesson.on(afterwards);
        lesson.end(result);
        return result.r1 + ", " + result.r2;
    }

    private static Litmus instance(Class<? extends Litmus> lesson) {
        try {
            return lesson.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(lesson + " can't be made", e);
        }
    }
}
