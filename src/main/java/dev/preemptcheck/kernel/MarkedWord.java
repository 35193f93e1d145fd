package dev.preemptcheck.kernel;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Role;

/**
 * A word of kernel data that several contexts access at a time without a lock, on purpose: {@code READ_ONCE},
 * {@code WRITE_ONCE} and locked instructions only. Why that is right is said where the word is laid out, and the machine's
 * setup lists it.
 *
 * @param address linear address
 */
public record MarkedWord(int address) {

    /** Lays out the word, which is raced for for this reason. */
    public static MarkedWord create(MachineSetup setup, String name, int value, String reason) {
        return create(setup, name, value, Role.PLAIN, reason);
    }

    /** The same for a word that is more to the machine than a number. */
    public static MarkedWord create(MachineSetup setup, String name, int value, Role role, String reason) {
        int address = setup.memory().word(name, value, role, 0);
        setup.intendedRace(address, reason);
        return new MarkedWord(address);
    }

    public int loadOnce(Cpu cpu) {
        return cpu.loadOnce(address);
    }

    public void storeOnce(Cpu cpu, int value) {
        cpu.storeOnce(address, value);
    }

    /** Locked addition; gives the value after it. */
    public int add(Cpu cpu, int delta) {
        return cpu.add(address, delta);
    }

    /** Locked {@code or}; gives the value after it. */
    public int or(Cpu cpu, int mask) {
        return cpu.or(address, mask);
    }

    /** Locked {@code and}; gives the value after it. */
    public int and(Cpu cpu, int mask) {
        return cpu.and(address, mask);
    }

    /** Locked exchange; gives the value before it. */
    public int exchange(Cpu cpu, int value) {
        return cpu.exchange(address, value);
    }
}
