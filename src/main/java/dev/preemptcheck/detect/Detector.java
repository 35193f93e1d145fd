package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.MachineListener;

/**
 * A rule that watches every run. It reports what breaks it to the {@link Reporter} that it was made with.
 *
 * <p>What a detector says is a function of the machine's state and of the step, never of the path to it: what it
 * remembers is in its {@link #fingerprint()}.
 */
public interface Detector extends MachineListener {

    /** The rule's name in the catalogue of detectors, such as {@code D2}. */
    String rule();

    /**
     * What an oops that happens at this moment is owed to, as far as this rule can tell.
     *
     * @return the task that broke the rule, or -1 if nobody did
     */
    default int culprit() {
        return -1;
    }
}
