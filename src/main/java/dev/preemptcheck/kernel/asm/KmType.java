package dev.preemptcheck.kernel.asm;

/** Who uses a slot: {@code enum km_type} (fact 2.4; the exact list of 2.4.10-pre4 is not known, fact 11.1). */
public enum KmType {
    BOUNCE_READ(0),
    SKB_DATA(1),
    SKB_DATA_SOFTIRQ(2),
    USER0(3),
    USER1(4),
    BH_IRQ(5);

    static final int KM_TYPE_NR = 6;

    private final int number;

    KmType(int number) {
        this.number = number;
    }

    /** Place among the slots of a processor. */
    int number() {
        return number;
    }
}
