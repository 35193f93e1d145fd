package dev.preemptcheck.kernel.softirq;

/** The softirqs by number, which is their bit in a processor's pending mask and the order in which they run (2.6.9). */
public enum Softirq {
    HI(0),
    TIMER(1),
    NET_TX(2),
    NET_RX(3),
    SCSI(4),
    TASKLET(5);

    private final int number;

    Softirq(int number) {
        this.number = number;
    }

    /** Its bit in the pending mask. */
    public int bit() {
        return 1 << number;
    }
}
