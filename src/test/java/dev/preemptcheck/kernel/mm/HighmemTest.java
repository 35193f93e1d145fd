package dev.preemptcheck.kernel.mm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.Kernels;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.init.KmapKernel;
import dev.preemptcheck.kernel.sched.PreemptRules;
import dev.preemptcheck.kernel.sched.PreemptRules.Mark;
import dev.preemptcheck.kernel.sched.SchedulingPolicy;
import dev.preemptcheck.kernel.softirq.SoftirqRules;
import dev.preemptcheck.scenario.KmapPrograms;
import dev.preemptcheck.scenario.Scenario;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of tasks that use {@code kmap()} as it is meant, or not. */
final class HighmemTest {
    private static final Kernel.Rules RULES =
            new Kernel.Rules(new PreemptRules(Mark.COUNT, true), SchedulingPolicy.ANY, SoftirqRules.PLAIN);
    private static final List<Page> PAGES = IntStream.range(0, 4)
            .mapToObj(i -> new Page(0x55d54 + i, "page" + i))
            .toList();

    /**
     * Tasks that map pages, look whether they are what they should be, and unmap them.
     *
     * <p>Preempted tasks are marked in their counts: a mark in the state loses wake-ups on two processors (fact S3, PC-mark).
     *
     * @param axis as the verdict table has it
     * @param entries mappings that there are
     * @param scripts for each task the numbers of the pages that it maps, one after the other; those in one word it has at
     *     the same time
     */
    private record Mapping(String axis, int entries, List<String> scripts) implements Scenario {
        @Override
        public String name() {
            return "kmap";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(Kernels.config(axis, false), RULES);
            Highmem highmem = kernel.highmem(entries, PAGES);
            for (int i = 0; i < scripts.size(); i++) {
                kernel.task("task" + i, calls(highmem, scripts.get(i)));
            }
            MachineSetup setup = booted(kernel, highmem);
            if (setup.cpus() > 1) {
                setup.maskTimer(); // nobody could be saved by it
            }
            return setup;
        }

        private static MachineSetup.Body[] calls(Highmem highmem, String script) {
            return Arrays.stream(script.split(" "))
                    .map(pages -> (MachineSetup.Body) cpu -> use(cpu, highmem, pages))
                    .toArray(MachineSetup.Body[]::new);
        }

        private static void use(Cpu cpu, Highmem highmem, String pages) {
            int[] numbers = pages.chars().map(c -> c - '0').toArray();
            int[] addresses = new int[numbers.length];
            for (int i = 0; i < numbers.length; i++) {
                addresses[i] = highmem.kmap(cpu, PAGES.get(numbers[i]));
            }
            for (int i = 0; i < numbers.length; i++) {
                if (cpu.load(addresses[i]) != numbers[i]) {
                    throw cpu.bug("wrong-page", "");
                }
            }
            for (int number : numbers) {
                highmem.kunmap(cpu, PAGES.get(number).pfn());
            }
        }
    }

    /** The handler of a device maps a page, which a task has mapped before. */
    private static final class InHandler implements Scenario {
        @Override
        public String name() {
            return "kmap-in-handler";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(Kernels.config("UP", false));
            Highmem highmem = kernel.highmem(1, PAGES);
            kernel.irq(10, cpu -> highmem.kmap(cpu, PAGES.get(0)));
            kernel.task("task", cpu -> highmem.kunmap(cpu, highmem.pfn(cpu, highmem.kmap(cpu, PAGES.get(0)))));
            return booted(kernel, highmem);
        }
    }

    /** HM-3 with as many entries as there are pages. */
    private record EnoughForAll(String axis) implements Scenario {
        @Override
        public String name() {
            return "kmap-macro";
        }

        @Override
        public MachineSetup setup() {
            return KmapKernel.bootWithMacros(Kernels.config(axis, false), 4, KmapPrograms.touch(2, 1));
        }
    }

    private static MachineSetup booted(Kernel kernel, Highmem highmem) {
        MachineSetup setup = kernel.boot();
        for (int i = 0; i < PAGES.size(); i++) {
            setup.memory().frame(PAGES.get(i).pfn(), PAGES.get(i).name(), i);
        }
        setup.pageTable(highmem.table());
        return setup;
    }

    /** On two processors tasks meet without an interrupt. */
    private static Verdict explored(Scenario scenario) {
        Bounds bounds = new Bounds(scenario.setup().cpus() > 1 ? 0 : 1, 1);
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return new Explorer(subject, bounds, SearchOptions.ALL).explore(Progress.UNWATCHED);
        }
    }

    private static Stream<String> found(Scenario scenario) {
        return explored(scenario) instanceof Verdict.Refuted refuted
                ? refuted.findings().stream().map(Finding::signature).map(Object::toString)
                : Stream.empty();
    }

    /** With one entry they wait for each other, and each mapping but the first flushes what was there before. */
    @ParameterizedTest
    @CsvSource({
        "UP, 1, 0 1, 2",
        "UPP, 1, 0 1, 2",
        "UPP, 2, 01 2, 0",
        "SMP, 1, 0 1, 2",
        "SMP, 1, 0, 1 0",
        "SMP, 2, 01 2, 0",
        "SMPP, 1, 0, 1",
        "SMPP, 2, 01, 0"
    })
    void whoMapsFindsHisPageAndNobodyWaitsForEver(String axis, int entries, String first, String second) {
        assertThat(explored(new Mapping(axis, entries, List.of(first, second)))).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void twoWhoHaveOneAndWantAnotherWaitForEver() {
        assertThat(found(new Mapping("SMP", 2, List.of("01", "23")))).anyMatch(s -> s.startsWith("D8:lost-wakeup"));
    }

    @Test
    void handlersMustNotMap() {
        assertThat(found(new InHandler())).anyMatch(s -> s.contains("BUG-kmap-in-interrupt"));
    }

    /** As long as nobody has to wait, all that is wrong with HM-3 is that somebody might. */
    @ParameterizedTest
    @CsvSource({"UPP", "SMPP"})
    void macrosOfSleepingMappingsAreRightUnlessTheySleep(String axis) {
        assertThat(found(new EnoughForAll(axis))).isNotEmpty().allMatch(s -> s.startsWith("D10:sleep-in-atomic"));
    }
}
