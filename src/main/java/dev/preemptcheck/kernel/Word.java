package dev.preemptcheck.kernel;

import dev.preemptcheck.hardware.Cpu;

/**
 * A word of kernel data, as kernel code sees it: an address with verbs.
 *
 * @param address linear address
 */
public record Word(int address) {

    public int load(Cpu cpu) {
        return cpu.load(address);
    }

    public void store(Cpu cpu, int value) {
        cpu.store(address, value);
    }

    /** Locked addition; gives the value after it. */
    public int add(Cpu cpu, int delta) {
        return cpu.add(address, delta);
    }
}
