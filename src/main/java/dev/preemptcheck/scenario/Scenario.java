package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;

/**
 * A program under check: how to set a machine up for it. Every call gives a fresh, equal setup, so any number of machines
 * can be built.
 *
 * <p>The code it sets up keeps its state in the machine's words and registers, never in Java objects: those survive a run, and
 * the search can't see them.
 */
public interface Scenario {

    /** Name by which seeds and reports call it: one printable line, no blanks at its ends. */
    String name();

    /** A machine's parts, not built yet. */
    MachineSetup setup();

    /** What reports say of it; by default what can be read off its setup, with 2.6.9 for the kernel. */
    default Particulars particulars() {
        return Particulars.of(name(), setup());
    }
}
