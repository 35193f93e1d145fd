package dev.preemptcheck.hardware.device;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * The drive behind an {@link AtaPort}: executes one command at a time, sector by sector.
 *
 * <p>Its medium starts with a different number in each word. What the host wrote stays there over resets of the drive, and
 * of a write that is aborted the sectors that were stored, with DMA even single words.
 */
final class AtaDrive {
    static final int COMPLETE = 1;
    static final int DROP_BUSY = 1 << 1;
    static final int ABORT = 1 << 2;
    static final int FAULT = 1 << 3;
    static final int TRANSFER = 1 << 4;

    /** Error register: the command was aborted. */
    static final int ABRT = 0x04;

    private final AtaSetup setup;
    private final BusMaster busMaster;
    private final Words medium;
    /** The sector on its way. */
    private final Words fifo;

    private AtaState state = AtaState.IDLE;
    private AtaCommand command = AtaCommand.UNKNOWN;
    private int sector;
    private int sectorsLeft;
    private int sectorsDone;
    /** Words of the sector that are through. */
    private int word;
    /** ERR or DF of the last command. */
    private int failure;

    AtaDrive(AtaSetup setup, BusMaster busMaster) {
        this.setup = setup;
        this.busMaster = busMaster;
        int[] image = new int[setup.sectors() * setup.words()];
        for (int i = 0; i < image.length; i++) {
            image[i] = bootWord(i / setup.words(), i % setup.words());
        }
        medium = new Words(image);
        fifo = new Words(new int[setup.words()]);
    }

    /** What the medium holds after power-on; never 0. */
    static int bootWord(int sector, int word) {
        return (sector << 8) + word + 1;
    }

    /** What IDENTIFY tells; never 0. */
    static int identityWord(int word) {
        return 0xFFFF - word;
    }

    void reset() {
        medium.reset();
        state = AtaState.IDLE;
        forgetCommand();
    }

    private void forgetCommand() {
        fifo.reset();
        command = AtaCommand.UNKNOWN;
        sector = 0;
        sectorsLeft = 0;
        sectorsDone = 0;
        word = 0;
        failure = 0;
    }

    AtaState state() {
        return state;
    }

    /** ERR or DF of the last command, or 0. */
    int failure() {
        return failure;
    }

    private void moveTo(AtaState next) {
        if (!state.leadsTo(next)) {
            throw new IllegalStateException(setup.name() + " can't go from " + state + " to " + next);
        }
        state = next;
    }

    /** Begins a command; one that was going on is dropped. */
    void begin(AtaCommand fresh, int firstSector, int sectors) {
        if (state != AtaState.IDLE) {
            moveTo(AtaState.IDLE);
        }
        forgetCommand();
        command = fresh;
        sector = fresh.addressesMedium() ? firstSector : 0;
        sectorsLeft = fresh.addressesMedium() ? sectors : 1;
        moveTo(fresh.first());
    }

    /** SRST is set: nothing goes on until it is cleared. */
    void hold() {
        moveTo(AtaState.HELD);
        forgetCommand();
    }

    /** SRST is cleared. */
    void release() {
        moveTo(AtaState.RESETTING);
    }

    /** The next word for the host, or 0 if there is none. */
    int read() {
        if (state != AtaState.DATA_IN) {
            return 0;
        }
        int value = fifo.word(word++);
        if (word == setup.words()) {
            sectorIsRead();
        }
        return value;
    }

    private void sectorIsRead() {
        sectorIsThrough();
        if (sectorsLeft > 0) {
            moveTo(AtaState.LOADING);
        } else {
            moveTo(setup.may(AtaTrait.LINGERS) ? AtaState.ENDING : AtaState.IDLE);
        }
    }

    private void sectorIsThrough() {
        fifo.reset();
        word = 0;
        sector++;
        sectorsLeft--;
        sectorsDone++;
    }

    /** A word from the host; lost if the drive wants none. */
    void write(int value) {
        if (state == AtaState.DATA_OUT) {
            fifo.set(word++, value);
            if (word == setup.words()) {
                moveTo(AtaState.STORING);
            }
        }
    }

    /** What the drive can do now, all of it owed. */
    int moves() {
        return switch (state) {
            case IDLE, DATA_IN, DATA_OUT, HELD -> 0;
            case ENDING, RESETTING -> COMPLETE;
            case LATE -> COMPLETE | failures();
            case LOADING, PREPARING -> refuses() ? ABORT : COMPLETE | late() | failures();
            case STORING -> COMPLETE | (sectorsLeft > 1 ? late() : 0) | failures();
            case EXECUTING -> command == AtaCommand.UNKNOWN ? ABORT : COMPLETE | failures();
            case TRANSFERRING -> refuses() ? ABORT : transferMoves() | failures();
        };
    }

    private int transferMoves() {
        return sectorsLeft == 0 ? COMPLETE : busMaster.ready(command.toHost()) ? TRANSFER : 0;
    }

    private int failures() {
        return (setup.may(AtaTrait.ABORTS) ? ABORT : 0) | (setup.may(AtaTrait.FAULTS) ? FAULT : 0);
    }

    private int late() {
        return setup.may(AtaTrait.LATE_DRQ) ? DROP_BUSY : 0;
    }

    /** True if the command leaves the medium. */
    private boolean refuses() {
        return command.addressesMedium() && sector + sectorsLeft > setup.sectors();
    }

    /** Makes one of {@link #moves()}; true if the drive then wants to interrupt. */
    boolean move(int move) {
        return switch (move) {
            case COMPLETE -> complete();
            case DROP_BUSY -> dropBusy();
            case ABORT -> fail(AtaPort.ERR);
            case FAULT -> fail(AtaPort.DF);
            default -> transfer();
        };
    }

    private boolean complete() {
        return switch (state) {
            case LOADING -> offerSector();
            case LATE -> command.toHost() ? offerSector() : demandSector();
            case PREPARING -> demandSector();
            case STORING -> storeSector() ? demandSector() : end();
            case EXECUTING, TRANSFERRING -> end();
            default -> !end();
        };
    }

    private boolean offerSector() {
        for (int i = 0; i < setup.words(); i++) {
            fifo.set(i, command == AtaCommand.IDENTIFY ? identityWord(i) : medium.word(sector * setup.words() + i));
        }
        moveTo(AtaState.DATA_IN);
        return true;
    }

    /** The host writes the first sector without being asked by an interrupt. */
    private boolean demandSector() {
        moveTo(AtaState.DATA_OUT);
        return sectorsDone > 0;
    }

    /** True if another sector is to follow. */
    private boolean storeSector() {
        for (int i = 0; i < setup.words(); i++) {
            medium.set(sector * setup.words() + i, fifo.word(i));
        }
        sectorIsThrough();
        return sectorsLeft > 0;
    }

    private boolean dropBusy() {
        if (state == AtaState.STORING) {
            storeSector();
        }
        moveTo(AtaState.LATE);
        return false;
    }

    private boolean fail(int bit) {
        end();
        failure = bit;
        return true;
    }

    private boolean end() {
        moveTo(AtaState.IDLE);
        forgetCommand();
        return true;
    }

    /** Two words by way of the bus master. */
    private boolean transfer() {
        int place = sector * setup.words() + word;
        if (command.toHost()) {
            busMaster.store(medium.word(place) | medium.word(place + 1) << 16);
        } else {
            int pair = busMaster.load();
            medium.set(place, pair & 0xFFFF);
            medium.set(place + 1, pair >>> 16);
        }
        word += 2;
        if (word == setup.words()) {
            sectorIsThrough();
        }
        return false;
    }

    long digest() {
        long what = Hash.at(state.name().hashCode(), command.name().hashCode());
        long progress = Hash.mix(Hash.at(sector, sectorsLeft << 10 | sectorsDone) + (failure << 10 | word));
        return Hash.mix(what + progress + medium.digest()) + Hash.mix(what + progress ^ fifo.digest());
    }
}
