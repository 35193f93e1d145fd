package dev.preemptcheck.kernel;

import dev.preemptcheck.hardware.Cpu;

/**
 * A stay where one is to be alone, or with other readers only, by a word that counts who is inside: it says so if that is
 * not so.
 */
public final class Inside {
    private static final int WRITER = 0x100;

    private Inside() {}

    /** Where nobody else may be. */
    public static void alone(Cpu cpu, Word inside) {
        write(cpu, inside);
    }

    /** Where no writer may be. */
    public static void read(Cpu cpu, Word inside) {
        if (inside.add(cpu, 1) >= WRITER) {
            throw cpu.bug("both-inside", "");
        }
        inside.add(cpu, -1);
    }

    /** Where neither a reader nor another writer may be. */
    public static void write(Cpu cpu, Word inside) {
        if (inside.add(cpu, WRITER) != WRITER) {
            throw cpu.bug("both-inside", "");
        }
        inside.add(cpu, -WRITER);
    }
}
