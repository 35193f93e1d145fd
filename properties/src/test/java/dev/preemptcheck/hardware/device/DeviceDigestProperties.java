package dev.preemptcheck.hardware.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Device;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;

/**
 * A device's digest, with the clock's, holds all that can decide its future: after equal digests the same goings-on look the
 * same from outside.
 *
 * <p>Each try compares a past with those that lack one of its acts or do two of them in the other order: many of them meet.
 *
 * <p>Miss probability: an ATA port's digest without the status that lingers was seen 8 times in 124 tries, a card's without how many words
 * of a packet are stored 4 times in 50, so 300 tries miss the like with (1 - 1/16)^300, below 10^-8. A bus master's without whether
 * its piece is the last passed 2,400 tries: the table in memory, which is part of the state there, nearly always tells it too.
 */
final class DeviceDigestProperties {
    private static final int NUMBERS_PER_ACT = 4;
    private static final int FUTURES = 3;

    private static final List<Integer> VALUES = List.of(0, 1, 2, 4, 8, 9, 0x10, 0x20, 0xFFFC);

    /** A device, and what happens to it next on its tape. */
    private record Rig(Tape tape, Device device, Runnable act) {

        /** Any register access, move, or passing of time; registers are given as port and width. */
        static Rig of(Tape tape, Device device, List<Integer> registers) {
            return new Rig(tape, device, () -> {
                int act = tape.next(4);
                int register = 2 * tape.next(registers.size() / 2);
                if (act < 2) {
                    tape.move(device);
                } else if (act == 2) {
                    tape.in(device, registers.get(register), registers.get(register + 1));
                } else {
                    int value = VALUES.get(tape.next(VALUES.size()));
                    device.out(registers.get(register), registers.get(register + 1), value);
                }
            });
        }

        void run() {
            while (!tape.atEnd()) {
                tape.seen.add("moves " + device.moves() + " due " + device.due() + " line " + tape.line);
                act.run();
                tape.skipToMultipleOf(NUMBERS_PER_ACT);
            }
        }
    }

    @Property(tries = 300)
    void ofAnAtaPort(@ForAll("pasts") List<List<Integer>> past, @ForAll("futures") List<List<Integer>> futures) {
        sameFutureAfterEqualDigests(past, futures, tape -> 0, tape -> {
            AtaSetup setup = AtaSetup.primary(2, 3, AtaTrait.ABORTS, AtaTrait.LATE_DRQ);
            AtaSession session = new AtaSession(setup, tape);
            return new Rig(tape, session.port, session::step);
        });
    }

    @Property(tries = 300)
    void ofABusMaster(@ForAll("pasts") List<List<Integer>> past, @ForAll("futures") List<List<Integer>> futures) {
        sameFutureAfterEqualDigests(past, futures, DeviceDigestProperties::memory, tape -> {
            tape.memory.put(0x20, 0x100);
            tape.memory.put(0x24, 8);
            tape.memory.put(0x28, 0x200);
            tape.memory.put(0x2C, 4 | 1 << 31);
            AtaPort port = new AtaPort(AtaSetup.primary(2, 3), tape);
            port.out(0x1F2, 1, 3);
            port.out(0x1F7, 1, 0xC8);
            port.out(0xC004, 4, 0x20);
            return Rig.of(tape, port, List.of(0xC000, 1, 0xC002, 1, 0xC004, 4));
        });
    }

    @Property(tries = 300)
    void ofAnRtl8139(@ForAll("pasts") List<List<Integer>> past, @ForAll("futures") List<List<Integer>> futures) {
        sameFutureAfterEqualDigests(past, futures, tape -> 0, tape -> {
            Rtl8139 card = new Rtl8139(Rtl8139Setup.card(24, 1, 4, 5), tape);
            card.out(0xD037, 1, 8);
            return Rig.of(tape, card, List.of(0xD037, 1, 0xD038, 2, 0xD03C, 2, 0xD03E, 2));
        });
    }

    /** {@code beside}: what else is part of the device's state. */
    private static void sameFutureAfterEqualDigests(
            List<List<Integer>> past,
            List<List<Integer>> futures,
            ToLongFunction<Tape> beside,
            Function<Tape, Rig> devices) {
        for (List<Integer> future : futures) {
            Map<Long, List<String>> known = new TreeMap<>();
            for (List<Integer> variant : variants(past)) {
                Tape tape = new Tape(variant);
                Rig rig = devices.apply(tape);
                rig.run();
                long digest = Hash.mix(rig.device().digest()) + tape.clock.digest() + beside.applyAsLong(tape);
                tape.continueWith(future);
                rig.run();
                List<String> expected = known.computeIfAbsent(digest, d -> new ArrayList<>(tape.seen));
                assertThat(tape.seen).as("future after %s", variant).isEqualTo(expected);
            }
        }
    }

    /** A transfer may write the table of the next one. */
    private static long memory(Tape tape) {
        long digest = 0;
        for (Map.Entry<Integer, Integer> word : tape.memory.entrySet()) {
            digest += word.getValue() == 0 ? 0 : Hash.at(word.getKey(), word.getValue());
        }
        return digest;
    }

    private static List<List<Integer>> variants(List<List<Integer>> past) {
        List<List<Integer>> variants = new ArrayList<>(List.of(flat(past)));
        for (int i = 0; i < past.size(); i++) {
            List<List<Integer>> without = new ArrayList<>(past);
            without.remove(i);
            variants.add(flat(without));
            List<List<Integer>> swapped = new ArrayList<>(past);
            Collections.swap(swapped, i, Math.max(0, i - 1));
            variants.add(flat(swapped));
        }
        return variants;
    }

    private static List<Integer> flat(List<List<Integer>> acts) {
        return acts.stream().flatMap(List::stream).toList();
    }

    @Provide
    Arbitrary<List<List<Integer>>> pasts() {
        return numbers().list().ofSize(NUMBERS_PER_ACT).list().ofMinSize(4).ofMaxSize(20);
    }

    @Provide
    Arbitrary<List<List<Integer>>> futures() {
        return numbers().list().ofSize(20 * NUMBERS_PER_ACT).list().ofSize(FUTURES);
    }

    private static Arbitrary<Integer> numbers() {
        return Arbitraries.integers().between(0, 1023).withDistribution(RandomDistribution.uniform());
    }
}
