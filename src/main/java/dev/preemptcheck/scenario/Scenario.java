package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;

/**
 * A program under check: how to set a machine up for it. Every call gives a fresh, equal setup, so any number of machines
 * can be built.
 */
public interface Scenario {

    /** Name by which seeds and reports call it. */
    String name();

    /** A machine's parts, not built yet. */
    MachineSetup setup();
}
