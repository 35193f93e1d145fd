package dev.preemptcheck.hardware;

import org.jspecify.annotations.Nullable;

/** What devices of a machine reach; connected once the machine is built. */
final class MachineBus implements Bus {
    private final MachineSetup setup;
    private @Nullable Machine machine;

    MachineBus(MachineSetup setup) {
        this.setup = setup;
    }

    void connect(Machine to) {
        machine = to;
    }

    private Machine machine() {
        if (machine == null) {
            throw new IllegalStateException("a device acts before its machine is built");
        }
        return machine;
    }

    @Override
    public int load(int address) {
        Machine m = machine();
        int word = m.memory.physical(address);
        m.ledger.touchFromBus(word, Footprint.DATA);
        tell(m, word, Access.PLAIN_READ);
        return m.memory.words[word];
    }

    @Override
    public void store(int address, int value) {
        Machine m = machine();
        int word = m.memory.physical(address);
        m.ledger.touchFromBus(word, Footprint.DATA | Footprint.WRITE);
        m.memory.set(word, value);
        tell(m, word, Access.PLAIN_WRITE);
    }

    /** A run that this ends, ends with the next step. */
    private static void tell(Machine m, int word, int how) {
        m.listener.accessed(m.now.id, m.now.strand.id, word, how | Access.DEVICE);
    }

    @Override
    public void line(int irq, boolean level) {
        Machine m = machine();
        if (m.ledger.inDevice()) {
            m.interrupts.line(irq, level);
        } else {
            m.interrupts.lineByAccess(irq, level);
        }
    }

    @Override
    public int anyOf(int alternatives) {
        return machine().answer(alternatives);
    }

    @Override
    public SimulatedClock clock() {
        return setup.clock();
    }
}
