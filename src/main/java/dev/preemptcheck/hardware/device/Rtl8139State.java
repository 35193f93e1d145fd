package dev.preemptcheck.hardware.device;

/**
 * What the receiver of an RTL8139 is doing.
 *
 * <pre>
 * WAITING     STORING                    (a packet arrives that fits; one that doesn't leaves it waiting)
 * STORING     STORED                     (last word of the packet)
 * STORED      PUBLISHED                  (the packet is in the ring)
 * PUBLISHED   WAITING                    (its status bit is set)
 * any         RESETTING                  (the host asks for a reset)
 * RESETTING   WAITING
 * </pre>
 */
public enum Rtl8139State {
    WAITING,
    /** Writes a packet to memory, word by word. */
    STORING,
    /** The packet is in memory, and the ring does not yet reach over it. */
    STORED,
    /** The packet is in the ring, and the status does not yet tell. */
    PUBLISHED,
    RESETTING;

    boolean leadsTo(Rtl8139State next) {
        return next == RESETTING
                || switch (this) {
                    case WAITING -> next == STORING;
                    case STORING -> next == STORED;
                    case STORED -> next == PUBLISHED;
                    case PUBLISHED, RESETTING -> next == WAITING;
                };
    }
}
