package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.Kernels;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.FpuCall;
import dev.preemptcheck.kernel.init.FpuKernel;
import dev.preemptcheck.kernel.init.KmapKernel;
import dev.preemptcheck.kernel.init.UserCall;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.kernel.mm.MacroKmap;
import dev.preemptcheck.kernel.shape.Guard;
import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.kernel.shape.Shape;
import dev.preemptcheck.kernel.shape.ShapePath;
import dev.preemptcheck.kernel.shape.ShapedFunction;
import dev.preemptcheck.scenario.Particulars;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Variant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stated shape has the paths that the code takes, and no other: each is run. */
final class StatedShapeTest {
    private static final Page LOW = new Page(0x1400, "low");
    private static final Page HIGH = new Page(0x55d54, "high");

    private record Program(KernelConfig config, Supplier<MachineSetup> machine) implements Scenario {
        @Override
        public String name() {
            return "program";
        }

        @Override
        public MachineSetup setup() {
            return machine.get();
        }

        @Override
        public Particulars particulars() {
            return new Particulars(config, new Variant("it", Variant.NO_PATCH, "as it is"), List.of());
        }
    }

    private static List<Activation> calls(KernelConfig config, Supplier<MachineSetup> machine) {
        try (Subject subject = new Subject(new Program(config, machine), Carrier.best())) {
            return Activation.of(Recorder.record(subject, Schedule.EMPTY).steps());
        }
    }

    private static void assertStated(Pairing shape, KernelConfig config, List<Activation> calls) {
        for (ShapedFunction function : shape.functions()) {
            assertThat(taken(function.name(), config, calls))
                    .as("%s %s", function.name(), config)
                    .containsExactlyInAnyOrderElementsOf(stated(function, config));
        }
    }

    /** What its calls did; one that did nothing leaves no trace. */
    private static Set<List<Shape>> taken(String function, KernelConfig config, List<Activation> calls) {
        Set<List<Shape>> taken = new LinkedHashSet<>();
        for (Activation call : calls) {
            if (call.chain().indexOf(function) == call.chain().size() - 1) {
                taken.add(used(call.events(), config));
            }
        }
        taken.remove(List.<Shape>of());
        return taken;
    }

    private static Set<List<Shape>> stated(ShapedFunction function, KernelConfig config) {
        Set<List<Shape>> stated = new LinkedHashSet<>();
        for (ShapePath path : ShapePath.through(Pairing.of(function))) {
            boolean built = path.guards().entrySet().stream()
                    .allMatch(g -> !(g.getKey() instanceof Guard.Built option)
                            || option.option().in(config) == g.getValue());
            if (built) {
                stated.add(
                        used(path.events().stream().map(ShapePath.Event::what).toList(), config));
            }
        }
        stated.remove(List.<Shape>of());
        return stated;
    }

    /**
     * Events of the rule only; one processor has no number to read, and one that nothing is reached by is nothing to the
     * rule.
     */
    private static List<Shape> used(List<Shape> shapes, KernelConfig config) {
        List<Shape> used = new ArrayList<>(shapes);
        used.removeIf(s -> s instanceof Shape.Step || s instanceof Shape.Exit || s instanceof Shape.Macro);
        used.removeIf(s -> !config.smp() && (s instanceof Shape.ReadCpuId || s instanceof Shape.UseCpuId));
        for (int i = used.size() - 1; i >= 0; i--) {
            List<Shape> after = used.subList(i + 1, used.size());
            int again = after.indexOf(Shape.READ_CPU_ID);
            boolean read = used.get(i).equals(Shape.READ_CPU_ID);
            if (read && !after.subList(0, again < 0 ? after.size() : again).contains(Shape.USE_CPU_ID)) {
                used.remove(i);
            }
        }
        return List.copyOf(used);
    }

    private static List<UserProgram> touching(Page page) {
        return List.of(new UserProgram("task", 1, List.of(new UserCall.Touch(page))));
    }

    @ParameterizedTest
    @EnumSource
    void atomicMappingsOfLowAndHighPagesGoTheStatedWays(KmapVariant variant) {
        for (String axis : List.of("UPP", "SMPP")) {
            for (boolean debug : new boolean[] {false, true}) {
                KernelConfig config = Kernels.config(axis, debug);
                List<Activation> calls = Stream.of(LOW, HIGH)
                        .flatMap(page -> calls(config, () -> KmapKernel.boot(config, variant, touching(page))).stream())
                        .toList();
                assertStated(variant.shape(), config, calls);
            }
        }
    }

    @Test
    void atomicMappingsMadeOfLastingOnesGoTheStatedWays() {
        KernelConfig config = Kernels.config("UPP", false);
        assertStated(
                MacroKmap.SHAPE, config, calls(config, () -> KmapKernel.bootWithMacros(config, 1, touching(HIGH))));
    }

    /** Words go through integer registers where there are few of them, as here. */
    @ParameterizedTest
    @EnumSource
    void sectionsOfTheFpuGoTheStatedWays(FpuVariant variant) {
        KernelConfig config = Kernels.config("UPP", false);
        List<Activation> calls = new ArrayList<>();
        for (boolean live : new boolean[] {true, false}) {
            List<FpuKernel.Program> programs = List.of(
                    new FpuKernel.Program("a", 101, live, List.of(FpuCall.FORK)),
                    new FpuKernel.Program("b", 102, false, List.of(FpuCall.COPY_PAGE)));
            List<FpuKernel.Program> copies =
                    List.of(new FpuKernel.Program("a", 101, live, List.of(FpuCall.COPY_PAGE, FpuCall.COPY_WORD)));
            calls.addAll(calls(config, () -> FpuKernel.boot(config, variant, programs)));
            calls.addAll(calls(config, () -> FpuKernel.boot(config, variant, copies)));
        }
        for (Pairing pairing : variant.shape().subList(0, 2)) {
            if (!copiesByIntegers(variant)) {
                assertStated(pairing, config, calls);
            }
        }
        ShapedFunction memcpy = variant.shape().get(2).functions().get(0);
        assertThat(stated(memcpy, config)).containsAll(taken("_mmx_memcpy", config, calls));
        assertThat(taken("_mmx_memcpy", config, calls)).hasSize(variant == FpuVariant.FPU_1_IF ? 1 : 0);
    }

    private static boolean copiesByIntegers(FpuVariant variant) {
        return variant == FpuVariant.FPU_2 || variant == FpuVariant.FPU_3;
    }
}
