package dev.preemptcheck.hardware.device;

/** Shorthand for the accesses of a driver to the primary ATA port. */
record AtaHost(AtaPort port) {
    static final int DATA = 0x1F0;
    static final int COUNT = 0x1F2;
    static final int LBA = 0x1F3;
    static final int STATUS = 0x1F7;
    static final int CONTROL = 0x3F6;
    static final int BUS_MASTER = 0xC000;

    static final int READ = 0x20;
    static final int WRITE = 0x30;
    static final int READ_DMA = 0xC8;
    static final int WRITE_DMA = 0xCA;
    static final int FLUSH = 0xE7;
    static final int IDENTIFY = 0xEC;

    void command(int opcode, int sector, int sectors) {
        port.out(COUNT, 1, sectors);
        port.out(LBA, 1, sector);
        port.out(STATUS, 1, opcode);
    }

    void control(int bits) {
        port.out(CONTROL, 1, bits);
    }

    int status() {
        return port.in(STATUS, 1);
    }

    int altStatus() {
        return port.in(CONTROL, 1);
    }

    int[] read(int words) {
        int[] data = new int[words];
        for (int i = 0; i < words; i++) {
            data[i] = port.in(DATA, 2);
        }
        return data;
    }

    void write(int... data) {
        for (int word : data) {
            port.out(DATA, 2, word);
        }
    }

    void startDma(int table, boolean toMemory) {
        port.out(BUS_MASTER + 4, 4, table);
        port.out(BUS_MASTER, 1, toMemory ? 0x09 : 0x01);
    }

    int dmaStatus() {
        return port.in(BUS_MASTER + 2, 1);
    }
}
