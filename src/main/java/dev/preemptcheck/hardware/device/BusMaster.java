package dev.preemptcheck.hardware.device;

import dev.preemptcheck.hardware.Bus;
import dev.preemptcheck.hardware.digest.Hash;

/**
 * The bus-master half of an IDE controller: moves words between the drive and the memory that a table of descriptors names.
 *
 * <p>A descriptor is two words: a physical address, and the number of bytes with the end of the table in bit 31. The
 * controller fetches one when the one before is used up, as part of the next word's transfer. It stops at the end of the
 * table, also if the drive has more to give, which then waits for ever. It knows physical addresses only: where the kernel
 * bounces DMA, what it is given is the bounce page.
 */
final class BusMaster {
    static final int COMMAND = 0;
    static final int STATUS = 2;
    static final int TABLE = 4;

    static final int START = 0x01;
    static final int TO_MEMORY = 0x08;
    static final int ACTIVE = 0x01;
    static final int INTERRUPT = 0x04;

    private static final int BYTES_MAX = 0x10000;

    private final Bus bus;
    private int command;
    private int status;
    private int table;
    private int next;
    private int address;
    private int bytes;
    private boolean last;

    BusMaster(Bus bus) {
        this.bus = bus;
    }

    void reset() {
        command = 0;
        status = 0;
        table = 0;
        forgetTable();
    }

    private void forgetTable() {
        next = 0;
        address = 0;
        bytes = 0;
        last = false;
    }

    /** The value of a register. */
    int read(int register) {
        return register == COMMAND ? command : register == STATUS ? status : table;
    }

    void writeCommand(int value) {
        int before = command;
        command = value & (START | TO_MEMORY);
        if ((before & START) != (command & START)) {
            forgetTable();
            next = (command & START) == 0 ? 0 : table;
            status = (command & START) == 0 ? status & ~ACTIVE : status | ACTIVE;
        }
    }

    /** Writing 1 clears the interrupt bit. */
    void writeStatus(int value) {
        status &= ~(value & INTERRUPT);
    }

    void writeTable(int value) {
        table = value & ~3;
    }

    /** The drive has raised its interrupt. */
    void interrupt() {
        status |= INTERRUPT;
    }

    /** True if the controller can take the next word of a transfer in that direction. */
    boolean ready(boolean toMemory) {
        return (status & ACTIVE) != 0 && toMemory == ((command & TO_MEMORY) != 0);
    }

    /** Writes the drive's next word to memory. */
    void store(int word) {
        bus.store(nextAddress(), word);
        stopAtEnd();
    }

    /** Reads the drive's next word from memory. */
    int load() {
        int word = bus.load(nextAddress());
        stopAtEnd();
        return word;
    }

    private int nextAddress() {
        if (bytes == 0) {
            address = bus.load(next) & ~3;
            int second = bus.load(next + 4);
            last = second < 0;
            bytes = second & (BYTES_MAX - 4);
            bytes = bytes == 0 ? BYTES_MAX : bytes;
            next += 8;
        }
        bytes -= 4;
        address += 4;
        return address - 4;
    }

    private void stopAtEnd() {
        if (bytes == 0 && last) {
            status &= ~ACTIVE;
            forgetTable();
        }
    }

    long digest() {
        long registers = Hash.at(command << 8 | status, table);
        return Hash.mix(Hash.mix(registers + next) + Hash.at(last ? -bytes : bytes, address));
    }
}
