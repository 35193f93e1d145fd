package dev.preemptcheck.hardware.device;

/** The commands that are modelled, by what follows them on the wires. */
enum AtaCommand {
    /** No command, or one that the drive doesn't know and aborts. */
    UNKNOWN(-1, AtaState.EXECUTING),
    READ_SECTORS(0x20, AtaState.LOADING),
    WRITE_SECTORS(0x30, AtaState.PREPARING),
    READ_DMA(0xC8, AtaState.TRANSFERRING),
    WRITE_DMA(0xCA, AtaState.TRANSFERRING),
    FLUSH_CACHE(0xE7, AtaState.EXECUTING),
    IDENTIFY(0xEC, AtaState.LOADING);

    private final int opcode;
    private final AtaState first;

    AtaCommand(int opcode, AtaState first) {
        this.opcode = opcode;
        this.first = first;
    }

    static AtaCommand of(int opcode) {
        for (AtaCommand command : values()) {
            if (command.opcode == opcode) {
                return command;
            }
        }
        return UNKNOWN;
    }

    /** The state in which the drive begins to execute it. */
    AtaState first() {
        return first;
    }

    boolean toHost() {
        return this == READ_SECTORS || this == READ_DMA || this == IDENTIFY;
    }

    /** True if it names sectors of the medium. */
    boolean addressesMedium() {
        return first != AtaState.EXECUTING && this != IDENTIFY;
    }
}
