package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** In which order stores leave a buffer, whichever of those that may go next does. */
final class StoreBufferProperties {
    private static final int BAR = 0;

    @Property
    void storesOfOneProcessorAreNeverReorderedUnderTso(@ForAll("moves") List<Integer> moves) {
        assertThat(drained(moves, MemoryModel.TSO)).isSorted();
    }

    @Property
    void storesToOneWordAreNeverReordered(@ForAll("moves") List<Integer> moves, @ForAll MemoryModel model) {
        List<Integer> drained = drained(moves, model);
        for (int word = 1; word <= 3; word++) {
            int only = word;
            assertThat(drained.stream().filter(step -> wordOf(moves, step) == only))
                    .isSorted();
        }
    }

    @Property
    void noStorePassesABar(@ForAll("moves") List<Integer> moves) {
        List<Integer> drained = drained(moves, MemoryModel.PSO);
        for (int at = 0; at < moves.size(); at++) {
            if (moves.get(at) == BAR) {
                int bar = at;
                List<Boolean> behind = drained.stream().map(step -> step > bar).toList();
                assertThat(behind.indexOf(true) < 0
                                || !behind.subList(behind.indexOf(true), behind.size())
                                        .contains(false))
                        .as("bar at %s, drained %s", bar, drained)
                        .isTrue();
            }
        }
    }

    private static int wordOf(List<Integer> moves, int step) {
        return moves.get(step);
    }

    /** Steps of the stores in the order in which they leave; positive moves are stores, negative ones let one leave. */
    private static List<Integer> drained(List<Integer> moves, MemoryModel model) {
        Memory memory = memory();
        StoreBuffer buffer = new StoreBuffer(model);
        List<Integer> drained = new ArrayList<>();
        for (int step = 0; step < moves.size(); step++) {
            int move = moves.get(step);
            if (move == BAR) {
                buffer.bar();
            } else if (move > 0) {
                buffer.add(move, step, -1, step);
            } else if (!buffer.isEmpty()) {
                drain(buffer, -move % buffer.size(), memory, drained);
            }
        }
        while (!buffer.isEmpty()) {
            drain(buffer, moves.size() % buffer.size(), memory, drained);
        }
        return drained;
    }

    private static void drain(StoreBuffer buffer, int index, Memory memory, List<Integer> drained) {
        boolean bar = buffer.word(index) < 0;
        int next = bar ? 0 : index;
        while (buffer.before(next) != next) {
            next = buffer.before(next);
        }
        drained.add(buffer.step(next));
        buffer.drain(next, memory);
    }

    private static Memory memory() {
        Memory memory = new Memory();
        memory.object("words", 0, 0, 0, 0);
        memory.seal();
        return memory;
    }

    @Provide
    Arbitrary<List<Integer>> moves() {
        return Arbitraries.integers().between(-8, 3).list().ofMaxSize(40);
    }
}
