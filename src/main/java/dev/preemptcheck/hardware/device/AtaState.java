package dev.preemptcheck.hardware.device;

/**
 * What an ATA drive is doing.
 *
 * <pre>
 * IDLE          LOADING, PREPARING, EXECUTING or TRANSFERRING   (command, by its protocol)
 * LOADING       DATA_IN, LATE or IDLE                           (sector read; BSY dropped early; aborted)
 * PREPARING     DATA_OUT, LATE or IDLE                          (room for the first sector)
 * LATE          DATA_IN, DATA_OUT or IDLE
 * DATA_IN       LOADING, ENDING or IDLE                         (last word of a sector, of all sectors)
 * DATA_OUT      STORING                                         (last word of a sector)
 * STORING       DATA_OUT, LATE or IDLE                          (sector written)
 * EXECUTING     IDLE
 * TRANSFERRING  IDLE
 * ENDING        IDLE
 * RESETTING     IDLE
 * any           HELD                                            (SRST set)
 * HELD          RESETTING                                       (SRST cleared)
 * </pre>
 *
 * <p>A drive that drops its command for a new one, which the host should not have sent, goes through IDLE from any state.
 */
public enum AtaState {
    IDLE,
    /** BSY: fetches a sector for the host to read. */
    LOADING,
    /** BSY: makes room for the first sector of the host. */
    PREPARING,
    /** Neither BSY nor DRQ, though data is to come. */
    LATE,
    /** DRQ: the host reads a sector. */
    DATA_IN,
    /** DRQ: the host writes a sector. */
    DATA_OUT,
    /** BSY: puts a sector of the host away. */
    STORING,
    /** BSY: a command without data. */
    EXECUTING,
    /** BSY: a command with DMA. */
    TRANSFERRING,
    /** BSY: all is transferred, but the drive is not done. */
    ENDING,
    /** BSY: the host holds SRST. */
    HELD,
    /** BSY: initialises itself after SRST. */
    RESETTING;

    /** True if the status register shows BSY. */
    public boolean busy() {
        return switch (this) {
            case IDLE, LATE, DATA_IN, DATA_OUT -> false;
            default -> true;
        };
    }

    /** True if the status register shows DRQ. */
    public boolean wantsData() {
        return this == DATA_IN || this == DATA_OUT;
    }

    boolean leadsTo(AtaState next) {
        return next == HELD
                || switch (this) {
                    case IDLE -> next == LOADING || next == PREPARING || next == EXECUTING || next == TRANSFERRING;
                    case LOADING -> next == DATA_IN || next == LATE || next == IDLE;
                    case PREPARING, STORING -> next == DATA_OUT || next == LATE || next == IDLE;
                    case LATE -> next == DATA_IN || next == DATA_OUT || next == IDLE;
                    case DATA_IN -> next == LOADING || next == ENDING || next == IDLE;
                    case DATA_OUT -> next == STORING || next == IDLE;
                    case EXECUTING, TRANSFERRING, ENDING, RESETTING -> next == IDLE;
                    case HELD -> next == RESETTING;
                };
    }
}
