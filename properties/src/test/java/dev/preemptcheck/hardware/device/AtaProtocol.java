package dev.preemptcheck.hardware.device;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the host of an ATA port may rely on (fact 2.7), told by counting words and sectors: it shares no code with the
 * drive, hears of each access and of each move by its name, and knows what the next access must give.
 */
final class AtaProtocol {
    private static final int IMPOSSIBLE = -1;

    /** What a command is about. */
    private enum Data {
        NONE,
        IN,
        OUT
    }

    private final int words;
    private final int[] medium;
    private final int[] written;
    private Data data = Data.NONE;
    private boolean identity;
    private boolean busy;
    private boolean held;
    private int sector;
    private int sectorsLeft;
    private int sectorsDone;
    /** Words that the host may transfer before it is the drive's turn again. */
    private int wordsLeft;

    /** The host has written a sector that is not yet on the medium. */
    private boolean full;

    private int failure;
    private boolean condition;
    private boolean nIen;
    private int oldStatus = IMPOSSIBLE;

    AtaProtocol(AtaSetup setup) {
        words = setup.words();
        written = new int[words];
        medium = new int[setup.sectors() * words];
        for (int i = 0; i < medium.length; i++) {
            medium[i] = AtaDrive.bootWord(i / words, i % words);
        }
    }

    private int status() {
        return AtaPort.DRDY | (wordsLeft > 0 ? AtaPort.DRQ : 0) | failure;
    }

    private void forgetCommand() {
        data = Data.NONE;
        wordsLeft = 0;
        sectorsLeft = 0;
        sectorsDone = 0;
        full = false;
        failure = 0;
    }

    /** The drive has taken a command. */
    void commanded(int opcode, int firstSector, int sectors) {
        oldStatus = busy ? IMPOSSIBLE : status();
        forgetCommand();
        identity = opcode == 0xEC;
        data = opcode == 0x20 || identity ? Data.IN : opcode == 0x30 ? Data.OUT : Data.NONE;
        sector = firstSector;
        sectorsLeft = identity ? 1 : sectors;
        busy = true;
        condition = false;
    }

    void controlled(boolean nIenNow, boolean srst) {
        nIen = nIenNow;
        if (srst && !held) {
            oldStatus = busy ? IMPOSSIBLE : status();
            forgetCommand();
            condition = false;
            busy = true;
        }
        held = srst;
    }

    void settled() {
        oldStatus = IMPOSSIBLE;
    }

    /** The drive has moved; {@code resetting} if that was the end of a reset. */
    void moved(String move, boolean resetting) {
        oldStatus = IMPOSSIBLE;
        assertThat(held).as("moves while SRST is held").isFalse();
        switch (move) {
            case "abort" -> ended(AtaPort.ERR);
            case "fault" -> ended(AtaPort.DF);
            case "dropbusy" -> {
                store();
                busy = false;
            }
            default -> completed(resetting);
        }
    }

    private void ended(int bit) {
        forgetCommand();
        busy = false;
        failure = bit;
        condition = true;
    }

    private void completed(boolean resetting) {
        store();
        if (data == Data.NONE || sectorsLeft == 0) {
            boolean told = resetting || data == Data.IN;
            boolean before = condition;
            ended(0);
            condition = before || !told;
        } else {
            busy = false;
            wordsLeft = words;
            condition |= data == Data.IN || sectorsDone > 0;
        }
    }

    private void store() {
        if (full) {
            System.arraycopy(written, 0, medium, sector * words, words);
            full = false;
            sectorsDone++;
            sector++;
            sectorsLeft--;
        }
    }

    void statusRead(int value, boolean clears) {
        boolean fresh = busy ? (value & AtaPort.BSY) != 0 : value == status();
        assertThat(fresh || (oldStatus != IMPOSSIBLE && value == oldStatus))
                .as("status 0x%x, %s, DRQ words %d", value, busy ? "busy" : "not busy", wordsLeft)
                .isTrue();
        oldStatus = IMPOSSIBLE;
        condition &= !clears;
    }

    /** The host reads a data word. */
    void dataRead(int value, boolean lingers) {
        if (wordsLeft == 0 || data != Data.IN) {
            assertThat(value).as("data without DRQ").isZero();
            return;
        }
        int word = words - wordsLeft--;
        assertThat(value)
                .as("word %d of sector %d", word, sector)
                .isEqualTo(identity ? AtaDrive.identityWord(word) : medium[sector * words + word]);
        if (wordsLeft == 0) {
            sector++;
            sectorsLeft--;
            busy = sectorsLeft > 0 || lingers;
        }
    }

    /** The host writes a data word. */
    void dataWritten(int value) {
        if (wordsLeft > 0 && data == Data.OUT) {
            written[words - wordsLeft--] = value;
            if (wordsLeft == 0) {
                busy = true;
                full = true;
            }
        }
    }

    boolean line() {
        return condition && !nIen;
    }

    /** True if a command would interfere with one that is going on. */
    boolean engaged() {
        return busy || sectorsLeft > 0;
    }
}
