package dev.preemptcheck.hardware.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * Whatever the host does and whenever the drive moves, an ATA port keeps its protocol.
 *
 * <p>Miss probability: seven faults were planted one at a time until each had been seen four times. The rarest, a command that is
 * always taken while another is going on, needed 284 tries for that; SRST that leaves the interrupt 237, an old status that
 * stays 173, the others (nIEN, the clearing by a status read and by a command, the end of the last DMA piece) less. At one in
 * 71, a thousand tries miss a fault with (1 - 1/71)^1000, below 10^-6; a fault that nobody planted may be rarer.
 */
final class AtaProtocolProperties {
    private static final int STATUS = 0x1F7;
    private static final int ACTS_MAX = 400;

    @Property
    void statusDataAndLineAreThoseOfTheProtocol(
            @ForAll("setups") AtaSetup setup, @ForAll("tapes") List<Integer> numbers) {
        AtaSession session = new AtaSession(setup, new Tape(numbers));
        while (!session.tape.atEnd()) {
            session.step();
        }
    }

    /** A driver that reads the status at each interrupt gets one for each sector, and one for the end of other commands. */
    @Property
    void aPoliteDriverGetsOneInterruptForEachSector(
            @ForAll @IntRange(min = 1, max = 3) int sectors,
            @ForAll("commands") int opcode,
            @ForAll("tapes") List<Integer> numbers) {
        AtaSetup setup = AtaSetup.primary(4, 3, AtaTrait.LATE_DRQ, AtaTrait.LINGERS);
        Tape tape = new Tape(numbers);
        AtaPort port = new AtaPort(setup, tape);
        port.out(0x1F2, 1, sectors);
        port.out(STATUS, 1, opcode);
        List<Integer> data = new ArrayList<>();
        for (int acts = 0; port.state() != AtaState.IDLE; acts++) {
            assertThat(acts).isLessThan(ACTS_MAX);
            if (tape.next(2) == 0 && port.moves() != 0) {
                tape.move(port);
            } else if (tape.line || port.state() == AtaState.DATA_OUT) {
                serve(port, tape, data);
            }
        }
        boolean perSector = opcode == 0x20 || opcode == 0x30;
        assertThat(tape.raised).isEqualTo(perSector ? sectors : 1);
        assertThat(data)
                .hasSize(opcode == 0x20 ? 4 * sectors : opcode == 0xEC ? 4 : 0)
                .doesNotHaveDuplicates();
    }

    private static void serve(AtaPort port, Tape tape, List<Integer> data) {
        int status = tape.in(port, STATUS, 1);
        boolean asks = (status & (AtaPort.BSY | AtaPort.DRQ)) == AtaPort.DRQ;
        for (int word = 0; asks && word < 4; word++) {
            if (port.state() == AtaState.DATA_IN) {
                data.add(port.in(0x1F0, 2));
            } else {
                port.out(0x1F0, 2, word);
            }
        }
    }

    /** With DMA the words arrive where the table says, in order, each once, whatever the pieces and whoever interrupts. */
    @Property
    void dmaMovesEachWordOnce(
            @ForAll List<@IntRange(min = 1, max = 3) Integer> pieces,
            @ForAll @IntRange(min = 1, max = 3) int sectors,
            @ForAll("tapes") List<Integer> numbers) {
        Tape tape = new Tape(numbers);
        AtaPort port = new AtaPort(AtaSetup.primary(4, 3), tape);
        List<Integer> addresses = describe(tape, pieces);
        tape.seen.clear();
        port.out(0x1F2, 1, sectors);
        port.out(STATUS, 1, 0xC8);
        port.out(0xC004, 4, 0x1000);
        port.out(0xC000, 1, pieces.isEmpty() ? 0x08 : 0x09);
        while (port.moves() != 0) {
            tape.move(port);
        }
        int moved = Math.min(addresses.size(), 2 * sectors);
        for (int i = 0; i < moved; i++) {
            int low = AtaDrive.bootWord(i / 2, i % 2 * 2);
            assertThat(tape.load(addresses.get(i))).isEqualTo(low | AtaDrive.bootWord(i / 2, i % 2 * 2 + 1) << 16);
        }
        assertThat(tape.seen.stream().filter(s -> s.startsWith("store"))).hasSize(moved);
        assertThat(tape.line).as("done").isEqualTo(moved == 2 * sectors);
    }

    /** A descriptor table for pieces of so many words, far from each other; gives the addresses in order. */
    private static List<Integer> describe(Tape tape, List<Integer> pieces) {
        List<Integer> addresses = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            int start = 0x10000 - 0x100 * i;
            tape.store(0x1000 + 8 * i, start);
            tape.store(0x1004 + 8 * i, 4 * pieces.get(i) | (i == pieces.size() - 1 ? 1 << 31 : 0));
            for (int word = 0; word < pieces.get(i); word++) {
                addresses.add(start + 4 * word);
            }
        }
        return addresses;
    }

    @Provide
    Arbitrary<AtaSetup> setups() {
        return AtaSession.setups();
    }

    @Provide
    Arbitrary<Integer> commands() {
        return Arbitraries.of(0x20, 0x30, 0xEC, 0xE7);
    }

    @Provide
    Arbitrary<List<Integer>> tapes() {
        return Arbitraries.integers().between(0, 1023).list().ofMaxSize(250);
    }
}
