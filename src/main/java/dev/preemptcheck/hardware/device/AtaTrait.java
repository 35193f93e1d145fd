package dev.preemptcheck.hardware.device;

/** What an ATA drive may do besides answering each command with success; without traits it never does. */
public enum AtaTrait {
    /** Ends any command early with ERR. */
    ABORTS,
    /** Ends any command early with DF. */
    FAULTS,
    /** Drops BSY before it sets DRQ: in between it looks idle. */
    LATE_DRQ,
    /** Sets BSY once more when the host has read the last word. */
    LINGERS
}
