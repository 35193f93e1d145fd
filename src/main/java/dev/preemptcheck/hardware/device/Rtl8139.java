package dev.preemptcheck.hardware.device;

import dev.preemptcheck.hardware.Bus;
import dev.preemptcheck.hardware.Device;
import dev.preemptcheck.hardware.digest.Hash;

/**
 * The receiving half of an RTL8139 network card (fact 2.8).
 *
 * <p>A packet that arrives is written to the ring in memory, word by word, header first; then the ring's write pointer
 * passes it, and the command register's "buffer empty" bit goes; then the status bit "receive OK" is set. These are moves
 * of their own, and all but the arrival are owed. The header holds the packet's status in its lower half and its length,
 * checksum included, in its upper half; the next header follows at the next word. A packet that doesn't fit is dropped and
 * sets the status bit "overflow" instead.
 *
 * <p>Status bits are sticky: reading does not clear them, writing 1 does. The line is up while {@code status & mask} is not
 * 0. So a bit that is cleared when the ring was last looked at <em>before</em> tells of no packet that came in between: the
 * driver must look again after it has cleared the bit.
 *
 * <p>The last word of each packet is its checksum, which reads 0. Not modelled: sending, filters, the early part of
 * reception, the FIFO in front of the ring, and modes in which a packet may run over the ring's end.
 */
public final class Rtl8139 implements Device {
    /** Status: a packet was received. */
    public static final int RX_OK = 0x01;
    /** Status: a packet was dropped because the ring was full. */
    public static final int RX_OVERFLOW = 0x10;

    /** Command: nothing is in the ring; read only. */
    public static final int BUFFER_EMPTY = 0x01;
    /** Command: packets are received. */
    public static final int RX_ENABLE = 0x08;
    /** Command: reset; reads 1 until it is done. */
    public static final int RESET = 0x10;

    /** Status in a packet's header. */
    static final int HEADER_OK = 0x01;

    private static final int ARRIVE = 0;
    private static final int PROCEED = 1;

    private static final int RING_START = 0x30;
    private static final int COMMAND = 0x37;
    private static final int READ_POINTER = 0x38;
    private static final int WRITE_POINTER = 0x3A;
    private static final int MASK = 0x3C;
    private static final int STATUS = 0x3E;
    private static final int PORTS = 0x100;
    private static final int STATUS_BITS = 0xFFFF;

    private final Rtl8139Setup setup;
    private final Bus bus;
    private final ReceiveRing ring;
    private Rtl8139State state = Rtl8139State.WAITING;
    private boolean enabled;
    private int status;
    private int mask;
    private boolean line;
    /** Packets that came, dropped ones included. */
    private int arrived;
    /** Words of the packet that are in memory. */
    private int stored;

    /** A card on that bus, powered on and not enabled. */
    public Rtl8139(Rtl8139Setup setup, Bus bus) {
        this.setup = setup;
        this.bus = bus;
        ring = new ReceiveRing(setup.ringBytes());
    }

    /** What a packet's words hold, the header not counted, up to the checksum; never 0. */
    static int payload(int packet, int word) {
        return (packet + 1) << 16 | (word + 1);
    }

    @Override
    public String name() {
        return setup.name();
    }

    @Override
    public void reset() {
        state = Rtl8139State.WAITING;
        ring.reset();
        arrived = 0;
        line = false;
        forgetAll();
    }

    private void forgetAll() {
        ring.rewind();
        enabled = false;
        status = 0;
        mask = 0;
        stored = 0;
    }

    /** What the receiver is doing; for detectors. */
    public Rtl8139State state() {
        return state;
    }

    private void moveTo(Rtl8139State next) {
        if (!state.leadsTo(next)) {
            throw new IllegalStateException(setup.name() + " can't go from " + state + " to " + next);
        }
        state = next;
    }

    @Override
    public int moves() {
        boolean mayArrive = enabled
                && state == Rtl8139State.WAITING
                && arrived < setup.packets().size();
        return mayArrive ? 1 << ARRIVE : due();
    }

    @Override
    public int due() {
        return state == Rtl8139State.WAITING ? 0 : 1 << PROCEED;
    }

    @Override
    public String moveName(int move) {
        return move == ARRIVE ? "packet" : "proceed";
    }

    @Override
    public void move(int move) {
        if ((moves() & 1 << move) == 0) {
            throw new IllegalStateException(name() + " is " + state + " and can't make move " + move);
        }
        switch (state) {
            case WAITING -> arrive();
            case STORING -> store();
            case STORED -> publish();
            case PUBLISHED -> tell();
            case RESETTING -> moveTo(Rtl8139State.WAITING);
        }
    }

    private void arrive() {
        arrived++;
        if (ring.fits(setup.footprint(arrived - 1))) {
            moveTo(Rtl8139State.STORING);
        } else {
            raise(RX_OVERFLOW);
        }
    }

    private void store() {
        int packet = arrived - 1;
        int words = setup.footprint(packet) / 4;
        bus.store(ring.address(stored), stored == 0 ? header(packet) : content(packet, stored - 1));
        stored++;
        if (stored == words) {
            stored = 0;
            moveTo(Rtl8139State.STORED);
        }
    }

    private int header(int packet) {
        return setup.length(packet) << 16 | HEADER_OK;
    }

    private int content(int packet, int word) {
        return 4 * word < setup.packets().get(packet) ? payload(packet, word) : 0;
    }

    private void publish() {
        ring.publish(setup.footprint(arrived - 1));
        moveTo(Rtl8139State.PUBLISHED);
    }

    private void tell() {
        moveTo(Rtl8139State.WAITING);
        raise(RX_OK);
    }

    private void raise(int bit) {
        status |= bit;
        drawLine();
    }

    private void drawLine() {
        boolean level = (status & mask) != 0;
        if (level != line) {
            line = level;
            bus.line(setup.irq(), level);
        }
    }

    @Override
    public boolean decodes(int port) {
        return port >= setup.ports() && port < setup.ports() + PORTS;
    }

    @Override
    public int in(int port, int bytes) {
        return switch (register(port, bytes)) {
            case RING_START -> ring.base();
            case COMMAND -> command();
            case READ_POINTER -> ring.readRegister();
            case WRITE_POINTER -> ring.writeRegister();
            case MASK -> mask;
            default -> status;
        };
    }

    private int command() {
        return (ring.empty() ? BUFFER_EMPTY : 0)
                | (enabled ? RX_ENABLE : 0)
                | (state == Rtl8139State.RESETTING ? RESET : 0);
    }

    /** While the card resets itself, what is written is lost. */
    @Override
    public void out(int port, int bytes, int value) {
        int register = register(port, bytes);
        if (state == Rtl8139State.RESETTING) {
            return;
        }
        switch (register) {
            case RING_START -> ring.base(value);
            case COMMAND -> writeCommand(value);
            case READ_POINTER -> ring.readRegister(value);
            case MASK -> mask = value & STATUS_BITS;
            case STATUS -> status &= ~value;
            default -> throw Device.noRegister(name() + ", for writing,", port, bytes);
        }
        drawLine();
    }

    private void writeCommand(int value) {
        enabled = (value & RX_ENABLE) != 0;
        if ((value & RESET) != 0) {
            moveTo(Rtl8139State.RESETTING);
            forgetAll();
        }
    }

    private int register(int port, int bytes) {
        int register = port - setup.ports();
        int width = switch (register) {
            case RING_START -> 4;
            case COMMAND -> 1;
            case READ_POINTER, WRITE_POINTER, MASK, STATUS -> 2;
            default -> 0;
        };
        if (width != bytes) {
            throw Device.noRegister(name(), port, bytes);
        }
        return register;
    }

    @Override
    public long digest() {
        int flags = (enabled ? 1 : 0) | (line ? 2 : 0) | arrived << 2;
        long progress = Hash.mix(Hash.at(state.name().hashCode(), stored) + flags);
        return Hash.mix(progress + Hash.at(status, mask)) + Hash.mix(progress ^ ring.digest());
    }
}
