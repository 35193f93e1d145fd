package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Act;
import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.Programs;
import dev.preemptcheck.hardware.Footprint.Reduction;
import dev.preemptcheck.hardware.MemoryModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Each memory model allows what the stronger one allows, and a fence after each store takes the buffers away. */
final class MemoryModelProperties {

    @Property(tries = 300)
    void eachModelAllowsWhatTheStrongerOneAllows(@ForAll("programs") Program program) {
        Set<Outcome> tso = found(program, MemoryModel.TSO);
        assertThat(tso).containsAll(found(program, MemoryModel.SC));
        assertThat(found(program, MemoryModel.PSO)).containsAll(tso);
    }

    @Property(tries = 300)
    void aFenceAfterEachStoreMakesStoresReachMemoryAtOnce(@ForAll("programs") Program program) {
        Program fenced = fenced(program);
        assertThat(found(fenced, MemoryModel.TSO)).isEqualTo(found(fenced, MemoryModel.SC));
        assertThat(found(fenced, MemoryModel.PSO)).isEqualTo(found(fenced, MemoryModel.SC));
    }

    private static Set<Outcome> found(Program program, MemoryModel model) {
        return Outcomes.found(program.under(model), Reduction.LOCAL);
    }

    private static Program fenced(Program program) {
        return new Program(
                program.cpus(),
                program.scheduled(),
                program.tasks().stream().map(MemoryModelProperties::fenced).toList(),
                program.handlers().stream().map(MemoryModelProperties::fenced).toList(),
                program.bounds());
    }

    private static List<Act> fenced(List<Act> acts) {
        List<Act> all = new ArrayList<>();
        for (Act act : acts) {
            all.add(
                    act instanceof Act.Section section
                            ? new Act.Section(section.guard(), fenced(section.body()))
                            : act);
            if (stores(act)) {
                all.add(new Act.Fence());
            }
        }
        return all;
    }

    /** Sections too: they may end with a plain store that gives a lock back or restores a count. */
    private static boolean stores(Act act) {
        return act instanceof Act.Store
                || act instanceof Act.Add
                || act instanceof Act.Copy
                || act instanceof Act.Section;
    }

    /** Without a scheduler: its own plain stores have no fence behind them. */
    @Provide
    Arbitrary<Program> programs() {
        return Programs.pinned(7);
    }
}
