package dev.preemptcheck.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every modelled system keeps to, so that its seeds find it again. */
final class SystemsTest {
    static List<ModelledSystem> all() {
        return Systems.all();
    }

    @Test
    void noTwoSetsOfProgramsShareAName() {
        assertThat(Systems.all().stream().map(ModelledSystem::scenario)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aPatchTellsWhichVariantIsMeant(ModelledSystem system) {
        assertThat(system.variants().stream().map(Variant::patch)).doesNotHaveDuplicates();
        assertThat(system.variants().stream().map(Variant::id)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatASeedWritesOfAScenarioFindsItAgain(ModelledSystem system) {
        for (Size size : Size.values()) {
            for (Variant variant : system.variants()) {
                for (KernelConfig config : system.configs()) {
                    Scenario scenario = system.of(size, config, variant);
                    assertThat(scenario.name()).isEqualTo(system.scenario() + "/" + size.id());
                    assertThat(scenario.particulars().config()).isEqualTo(config);
                    assertThat(scenario.particulars().variant()).isEqualTo(variant);
                    Scenario found = Systems.scenario(scenario.name(), config, variant.patch());
                    assertThat(found.name()).isEqualTo(scenario.name());
                    assertThat(found.particulars()).isEqualTo(scenario.particulars());
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kmap,2.4.10-pre4,none,no scenario is called 'kmap'",
        "kmapp/quick,2.4.10-pre4,none,no scenario is called 'kmapp/quick'; there are kmap",
        "kmap/huge,2.4.10-pre4,none,no size is called 'huge'",
        "kmap/quick,2.4.10-pre4,highmem/x,no patch is called 'highmem/x'; there are none",
        "kmap/quick,2.6.9-rc1-VP-Q8,none,kmap is not modelled for kernel 2.6.9-rc1-VP-Q8"
    })
    void whatIsUnknownIsNamed(String name, String release, String patch, String reason) {
        KernelConfig config = new KernelConfig(KernelVersion.of(release), 1, true);
        assertThatThrownBy(() -> Systems.scenario(name, config, patch))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(reason);
    }

    /** A scenario that only has a name and a setup: two processors, an idle task, two that work, a frame. */
    private static final class Bare implements Scenario {
        @Override
        public String name() {
            return "bare";
        }

        @Override
        public MachineSetup setup() {
            MachineSetup setup = new MachineSetup(2, true);
            setup.task("swapper0", true, 0, cpu -> {});
            Stream.of("one", "two").forEach(name -> setup.task(name, false, 0, cpu -> {}));
            setup.memory().frame(0x55d54, "page@55d54", 0, 0);
            return setup;
        }
    }

    @Test
    void whoIsWhoIsReadOffTheSetup() {
        Roster roster = Roster.of(new Bare());
        assertThat(roster.busy()).containsExactly(1, 2);
        assertThat(roster.full(0)).isEqualTo("swapper0 (pid 0)");
        assertThat(roster.full(2)).isEqualTo("two (pid 2)");
        assertThat(roster.program(2)).isNull();
        assertThat(roster.frame(0x55d54)).isEqualTo("page@55d54");
        assertThat(roster.frame(0x55d55)).isEqualTo("frame 55d55");
        KernelConfig config = roster.particulars().config();
        assertThat(config.axis()).isEqualTo("SMPP");
        assertThat(roster.particulars().variant().patch()).isEqualTo("none");
    }

    @Test
    void processIdsThatAreGivenWin() {
        Bare bare = new Bare();
        Particulars known = bare.particulars();
        Scenario withPids = new Scenario() {
            @Override
            public String name() {
                return bare.name();
            }

            @Override
            public MachineSetup setup() {
                return bare.setup();
            }

            @Override
            public Particulars particulars() {
                return new Particulars(known.config(), known.variant(), List.of(2507));
            }
        };
        assertThat(Roster.of(withPids).full(1)).isEqualTo("one (pid 2507)");
        assertThat(Roster.of(withPids).full(2)).as("beyond those given").isEqualTo("two (pid 2)");
    }
}
