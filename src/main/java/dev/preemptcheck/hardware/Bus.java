package dev.preemptcheck.hardware;

/** What a {@link Device} can reach: memory, its interrupt line, the clock, and the explorer where its answer is free. */
public interface Bus {

    /** DMA: reads the 32-bit word at a physical address. */
    int load(int address);

    /** DMA: writes the 32-bit word at a physical address. */
    void store(int address, int value);

    /** The device's interrupt line goes up or down. Devices call this on changes only. */
    void line(int irq, boolean level);

    /**
     * A choice of the explorer, where the device's answer is not determined.
     *
     * @param alternatives their number, at least 2
     * @return one of them, from 0; 0 is what a well-behaved device answers
     */
    int anyOf(int alternatives);

    /** The clock by which the device measures time. */
    SimulatedClock clock();
}
