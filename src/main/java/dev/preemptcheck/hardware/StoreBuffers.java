package dev.preemptcheck.hardware;

/** The way from the processors' stores to memory: at once, or through their buffers. */
final class StoreBuffers {
    private final Machine machine;
    private final boolean present;

    StoreBuffers(Machine machine, MemoryModel model) {
        this.machine = machine;
        this.present = model != MemoryModel.SC;
    }

    /** True if stores wait before they reach memory. */
    boolean present() {
        return present;
    }

    /**
     * A plain store of the bits in {@code mask}: others see it at once where there is no buffer, or where none of them ever
     * looks.
     */
    void put(int word, int bits, int mask) {
        Machine m = machine;
        if (!present || (m.ledger.unseen(word) && !m.now.stores.holds(word))) {
            m.memory.set(word, (m.memory.words[word] & ~mask) | bits);
        } else {
            withRoom().add(word, bits, mask, m.steps());
        }
    }

    /** A plain store to a word and the next, in one piece. */
    void putPair(int word, long value) {
        if (present) {
            withRoom().addPair(word, value, machine.steps());
        } else {
            machine.memory.setPair(word, value);
        }
    }

    private StoreBuffer withRoom() {
        StoreBuffer stores = machine.now.stores;
        while (stores.isFull()) {
            stores.drain(0, machine.memory);
        }
        return stores;
    }

    void drainAll(StoreBuffer stores) {
        while (!stores.isEmpty()) {
            stores.drain(0, machine.memory);
        }
    }

    /** Lets the store of that step reach memory, the first of several, and before it those that must. */
    void drain(Processor p, int step) {
        StoreBuffer stores = p.stores;
        if (stores.indexOf(step) < 0) {
            throw new IllegalStateException("no store of step " + step + " waits on processor " + p.id);
        }
        boolean gone = false;
        while (!gone) {
            int wanted = stores.indexOf(step);
            int next = wanted;
            while (stores.before(next) != next) {
                next = stores.before(next);
            }
            stores.drain(next, machine.memory);
            gone = next == wanted;
        }
    }

    /** The drains that may come next, written to {@code into} from {@code count} on; their number added to it. */
    int moves(int[] into, int count) {
        int size = count;
        for (Processor p : machine.processors) {
            StoreBuffer stores = p.stores;
            for (int i = stores.size() - 1; i >= 0; i--) {
                if (stores.word(i) >= 0 && stores.before(i) == i && stores.indexOf(stores.step(i)) == i) {
                    into[size++] = Agent.drain(p.id, stores.step(i));
                }
            }
        }
        return size;
    }

    /** The oldest store of the lowest processor that has one, as an agent, or {@link Agent#END}. */
    int oldest() {
        for (Processor p : machine.processors) {
            if (!p.stores.isEmpty()) {
                return Agent.drain(p.id, p.stores.step(0));
            }
        }
        return Agent.END;
    }
}
