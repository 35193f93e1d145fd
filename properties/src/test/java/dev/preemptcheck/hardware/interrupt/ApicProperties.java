package dev.preemptcheck.hardware.interrupt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Local APICs and their bus lose no vector and invent none beyond the merging at the target, in the order of classes. */
final class ApicProperties {
    private static final int CPUS = 3;
    /** Both ends of several classes, among them the timer's and that of the messages. */
    private static final Integer[] VECTORS = {
        0x20, 0x2F, 0x31, 0x3F, 0x40, 0x7F, 0x80, 0xBF, 0xC0, Vector.LOCAL_TIMER, Vector.RESCHEDULE, 0xFF
    };

    @Property
    void whatIsGivenIsWhatTheReferenceGives(@ForAll("moves") List<ApicMove> moves) {
        Rig rig = new Rig();
        for (ApicMove move : moves) {
            rig.make(move);
            for (int cpu = 0; cpu < CPUS; cpu++) {
                assertThat(rig.apics[cpu].presented())
                        .as("cpu%d after %s", cpu, move)
                        .isEqualTo(rig.reference.presented(cpu));
                assertThat(rig.bus.busy(cpu))
                        .as("cpu%d busy after %s", cpu, move)
                        .isEqualTo(rig.reference.busy(cpu));
            }
        }
    }

    @Property
    void digestsAreEqualExactlyWhenStatesAre(@ForAll("fewMoves") List<ApicMove> moves) {
        Rig rig = new Rig();
        List<String> states = new ArrayList<>(List.of(rig.reference.state()));
        List<Long> digests = new ArrayList<>(List.of(rig.digest()));
        for (ApicMove move : moves) {
            rig.make(move);
            assertThat(digests.indexOf(rig.digest())).as("first seen").isEqualTo(states.indexOf(rig.reference.state()));
            states.add(rig.reference.state());
            digests.add(rig.digest());
        }
    }

    /** The rules themselves, without the reference: what is posted is owed until given, and classes nest. */
    @Property
    void aVectorIsGivenOnceForAllThatWereMerged(@ForAll("moves") List<ApicMove> moves) {
        LocalApic apic = new LocalApic();
        TreeSet<Integer> owed = new TreeSet<>();
        Deque<Integer> serving = new ArrayDeque<>();
        for (ApicMove move : moves) {
            switch (move.kind()) {
                case POST, SEND, ARRIVE -> {
                    apic.post(move.vector());
                    owed.add(move.vector());
                }
                case ACCEPT -> give(apic, owed, serving);
                case END -> {
                    apic.endOfInterrupt();
                    serving.poll();
                }
            }
        }
        serving.forEach(vector -> apic.endOfInterrupt());
        serving.clear();
        while (apic.presented() >= 0) {
            give(apic, owed, serving);
            apic.endOfInterrupt();
            serving.pop();
        }
        assertThat(owed).as("never given").isEmpty();
    }

    private static void give(LocalApic apic, SortedSet<Integer> owed, Deque<Integer> serving) {
        if (apic.presented() < 0) {
            return;
        }
        int vector = apic.accept();
        assertThat(owed.remove(vector)).as("%#x was posted", vector).isTrue();
        assertThat(owed.tailSet(vector)).as("given before %#x", vector).isEmpty();
        assertThat(serving).as("under %#x", vector).allMatch(below -> below >> 4 < vector >> 4);
        serving.push(vector);
    }

    /** Three processors and their bus, beside the reference. */
    private static final class Rig {
        final LocalApic[] apics = {new LocalApic(), new LocalApic(), new LocalApic()};
        final ApicBus bus = new ApicBus(apics);
        final ReferenceApics reference = new ReferenceApics(CPUS);

        /** Moves that the rules forbid at this moment are left out. */
        void make(ApicMove move) {
            int cpu = move.cpu();
            switch (move.kind()) {
                case POST -> {
                    apics[cpu].post(move.vector());
                    reference.post(cpu, move.vector());
                }
                case ACCEPT -> {
                    if (reference.presented(cpu) >= 0) {
                        assertThat(apics[cpu].accept()).isEqualTo(reference.accept(cpu));
                    }
                }
                case END -> {
                    apics[cpu].endOfInterrupt();
                    reference.end(cpu);
                }
                case SEND -> send(cpu, move);
                case ARRIVE -> arrive(cpu, move.other());
            }
        }

        private void send(int sender, ApicMove move) {
            if (!reference.busy(sender)) {
                int others = move.vector() % 2 == 0 ? 1 << move.other() : 0b111 & ~(1 << sender);
                bus.send(sender, others, move.vector());
                for (int target = 0; target < CPUS; target++) {
                    if ((others & 1 << target) != 0) {
                        reference.send(sender, target, move.vector());
                    }
                }
            }
        }

        private void arrive(int sender, int target) {
            boolean underWay = (bus.arrivals(sender) & 1 << target) != 0;
            assertThat(reference.arrive(sender, target)).isEqualTo(underWay);
            if (underWay) {
                bus.arrive(sender, target);
            }
        }

        long digest() {
            return apics[0].digest() + 3 * apics[1].digest() + 5 * apics[2].digest() + 7 * bus.digest();
        }
    }

    @Provide
    Arbitrary<List<ApicMove>> moves() {
        return ApicMove.of(CPUS, VECTORS).list().ofMaxSize(60);
    }

    /** Few enough for states to recur; both vectors are sent to one target, so that messages differ in the vector only. */
    @Provide
    Arbitrary<List<ApicMove>> fewMoves() {
        return ApicMove.of(2, 0x40, Vector.RESCHEDULE).list().ofMaxSize(60);
    }
}
