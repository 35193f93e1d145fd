package dev.preemptcheck.hardware.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** A host without manners and an ATA port, both driven by a tape and watched by {@link AtaProtocol}. */
final class AtaSession {
    private static final int DATA = 0x1F0;
    private static final int COUNT = 0x1F2;
    private static final int LBA = 0x1F3;
    private static final int STATUS = 0x1F7;
    private static final int CONTROL = 0x3F6;
    private static final List<Integer> COMMANDS = List.of(0x20, 0x20, 0x30, 0x30, 0xEC, 0xE7, 0x42);
    private static final int SECTORS_OF_ZERO = 256;
    private static final int RARELY = 8;
    private static final int WORDS = 1 << 16;

    final Tape tape;
    final AtaPort port;
    private final AtaSetup setup;
    private final AtaProtocol protocol;
    private int count;
    private int lba;

    AtaSession(AtaSetup setup, Tape tape) {
        this.setup = setup;
        this.tape = tape;
        port = new AtaPort(setup, tape);
        protocol = new AtaProtocol(setup);
    }

    static Arbitrary<AtaSetup> setups() {
        return Arbitraries.of(AtaTrait.class)
                .set()
                .ofMaxSize(4)
                .flatMap(traits ->
                        Arbitraries.of(2, 4).map(words -> AtaSetup.primary(words, 3, traits.toArray(AtaTrait[]::new))));
    }

    /** Does what the tape says next. */
    void step() {
        switch (tape.next(16)) {
            case 0, 1, 2, 3 -> move();
            case 4, 5, 6, 7, 8 -> transfer();
            case 9 -> readStatus(STATUS);
            case 10 -> readStatus(CONTROL);
            case 11, 12 -> command();
            case 13 -> control();
            case 14 -> advance();
            default -> registers();
        }
        assertThat(tape.line).as("line after %s", tape.seen).isEqualTo(protocol.line());
    }

    private void move() {
        boolean resetting = port.state() == AtaState.RESETTING;
        String move = tape.move(port);
        if (!move.isEmpty()) {
            protocol.moved(move, resetting);
        }
    }

    private void transfer() {
        boolean reads = (port.state() == AtaState.DATA_OUT) == (tape.next(RARELY) == 1);
        for (int words = tape.next(3); words >= 0; words--) {
            if (reads) {
                protocol.dataRead(tape.in(port, DATA, 2), setup.may(AtaTrait.LINGERS));
            } else {
                int word = tape.next(WORDS);
                port.out(DATA, 2, word);
                protocol.dataWritten(word);
            }
        }
    }

    private void readStatus(int at) {
        protocol.statusRead(tape.in(port, at, 1), at == STATUS);
    }

    private void command() {
        if (protocol.engaged() && tape.next(RARELY) != 1) {
            return;
        }
        boolean resetting = port.state() == AtaState.HELD || port.state() == AtaState.RESETTING;
        boolean engaged = protocol.engaged();
        int opcode = COMMANDS.get(tape.next(COMMANDS.size()));
        port.out(STATUS, 1, opcode);
        if (!resetting && (!engaged || tape.lastAnswer == 1)) {
            protocol.commanded(opcode, lba, count == 0 ? SECTORS_OF_ZERO : count);
        }
    }

    private void control() {
        boolean nIen = tape.next(2) == 1;
        boolean srst = tape.next(RARELY) == 1;
        port.out(CONTROL, 1, (nIen ? AtaPort.NIEN : 0) | (srst ? AtaPort.SRST : 0));
        protocol.controlled(nIen, srst);
    }

    private void advance() {
        if (tape.clock.moves() != 0) {
            tape.clock.move(0);
            protocol.settled();
        }
    }

    private void registers() {
        int sectors = 1 + tape.next(3);
        int first = tape.next(3);
        port.out(COUNT, 1, sectors);
        port.out(LBA, 1, first);
        if (!protocol.engaged()) {
            count = sectors;
            lba = first;
        }
    }
}
