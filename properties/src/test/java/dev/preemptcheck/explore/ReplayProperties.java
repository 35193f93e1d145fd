package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Machines;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.arbitraries.Programs;
import dev.preemptcheck.arbitraries.Schedules;
import dev.preemptcheck.arbitraries.TaskScripts;
import dev.preemptcheck.hardware.Footprint.Reduction;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.carrier.ThreadCarrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.scenario.KmapScenario;
import dev.preemptcheck.scenario.Scenario;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A run is a function of its schedule: again, on the other carrier, and through {@code finally}. */
final class ReplayProperties {
    private static final Bounds BOUNDS = new Bounds(2, 2);

    @Property
    void aScheduleGivesTheSameRunTwice(
            @ForAll("configs") KernelConfig config,
            @ForAll("variants") KmapVariant variant,
            @ForAll("scripts") List<UserProgram> programs,
            @ForAll("schedules") Schedule schedule) {
        Scenario scenario = new KmapScenario("generated", config, variant, programs);
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            assertThat(followed(subject, schedule)).isEqualTo(followed(subject, schedule));
        }
    }

    @Property(tries = 100)
    void bothCarriersGiveTheSameRun(@ForAll("programs") Program program, @ForAll long randomSeed) {
        assertThat(drawn(new ProgramScenario(program), new ThreadCarrier(), program.bounds(), randomSeed))
                .isEqualTo(drawn(new ProgramScenario(program), Carrier.best(), program.bounds(), randomSeed));
    }

    @Property(tries = 50)
    void bothCarriersGiveTheSameRunOfAKernel(
            @ForAll("configs") KernelConfig config,
            @ForAll("variants") KmapVariant variant,
            @ForAll("scripts") List<UserProgram> programs,
            @ForAll long randomSeed) {
        Scenario scenario = new KmapScenario("generated", config, variant, programs);
        assertThat(drawn(scenario, new ThreadCarrier(), BOUNDS, randomSeed))
                .isEqualTo(drawn(scenario, Carrier.best(), BOUNDS, randomSeed));
    }

    /** L12: a run that is over can't be moved from {@code finally} or {@code catch}, on either carrier. */
    @Property(tries = 100)
    void accessesInFinallyChangeNothingAfterTheEnd(@ForAll long randomSeed) {
        Scenario scenario = new Stubborn();
        long onThreads = drawn(scenario, new ThreadCarrier(), BOUNDS, randomSeed);
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            assertThat(drawn(subject, BOUNDS, randomSeed)).isEqualTo(onThreads);
            assertThat(drawn(subject, BOUNDS, randomSeed)).isEqualTo(onThreads);
        }
    }

    private static long drawn(Scenario scenario, Carrier carrier, Bounds bounds, long randomSeed) {
        try (Subject subject = new Subject(scenario, carrier)) {
            return drawn(subject, bounds, randomSeed);
        }
    }

    private static long drawn(Subject subject, Bounds bounds, long randomSeed) {
        subject.run(new RandomArbiter(randomSeed, bounds), subject.footprint(Reduction.NONE), 0, null);
        return subject.machine().traceHash();
    }

    private static long followed(Subject subject, Schedule schedule) {
        subject.run(new ScheduleArbiter(schedule), subject.footprint(Reduction.NONE), 0, null);
        return subject.machine().traceHash();
    }

    @Provide
    Arbitrary<KernelConfig> configs() {
        return Machines.configs(2);
    }

    @Provide
    Arbitrary<KmapVariant> variants() {
        return Machines.kmapVariants();
    }

    @Provide
    Arbitrary<List<UserProgram>> scripts() {
        return TaskScripts.programs(3, 2);
    }

    @Provide
    Arbitrary<Schedule> schedules() {
        return Schedules.of(2, 5, 120, 6);
    }

    @Provide
    Arbitrary<Program> programs() {
        return Programs.ofAtMost(9);
    }

    /** Two tasks that go on in {@code finally} and catch whatever comes; one of them reports a bug. */
    private record Stubborn() implements Scenario {
        @Override
        public String name() {
            return "stubborn";
        }

        @Override
        public MachineSetup setup() {
            MachineSetup setup = new MachineSetup(2, false);
            int word = setup.memory().word("word", 0);
            int never = setup.memory().word("never", 0);
            for (int i = 0; i < 2; i++) {
                int self = i;
                int task = setup.task("stubborn" + i, true, 0, cpu -> {
                    try {
                        cpu.store(word, self);
                        if (cpu.add(word, 1) == 3) {
                            throw cpu.bug("BUG-three", "");
                        }
                        cpu.awaitNonZero(never);
                    } finally {
                        try {
                            cpu.store(word, cpu.load(word) + 7);
                        } finally {
                            cpu.add(word, 100);
                            cpu.sti();
                        }
                    }
                });
                setup.boot(i, task);
            }
            setup.timer(cpu -> {
                try {
                    cpu.add(word, 1);
                } finally {
                    cpu.load(word);
                }
            });
            return setup;
        }
    }
}
