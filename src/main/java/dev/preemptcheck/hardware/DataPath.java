package dev.preemptcheck.hardware;

/** What a processor of a {@link Machine} does with memory: each access is a scheduling point, then one indivisible effect. */
abstract class DataPath extends NotePath implements MemoryAccess {
    DataPath(Machine machine) {
        super(machine);
    }

    @Override
    public final int load(int address) {
        return load(address, Access.PLAIN_READ);
    }

    @Override
    public final int loadOnce(int address) {
        return load(address, Access.MARKED_READ);
    }

    private int load(int address, int how) {
        Machine m = machine;
        int word = m.memory.direct(address);
        if (word < 0) {
            return m.mmu.access(Op.VLOAD, address, 0, how);
        }
        return read(word, how);
    }

    @Override
    public final void store(int address, int value) {
        store(address, value, Access.PLAIN_WRITE);
    }

    @Override
    public final void storeOnce(int address, int value) {
        store(address, value, Access.MARKED_WRITE);
    }

    private void store(int address, int value, int how) {
        Machine m = machine;
        int word = m.memory.direct(address);
        if (word < 0) {
            m.mmu.access(Op.VSTORE, address, value, how);
            return;
        }
        m.point(Op.STORE, word, value);
        write(Op.STORE, word, value, how);
        m.now.strand.read(Op.STORE, 0);
    }

    // ---- parts of a word

    @Override
    public final int load8(int address) {
        return loadPart(address, 1);
    }

    @Override
    public final int load16(int address) {
        return loadPart(address, 2);
    }

    @Override
    public final void store8(int address, int value) {
        storePart(address, 1, value);
    }

    @Override
    public final void store16(int address, int value) {
        storePart(address, 2, value);
    }

    private int loadPart(int address, int bytes) {
        Machine m = machine;
        int word = m.memory.index(address & ~3);
        int part = Part.of(address, bytes, 0);
        m.point(Op.LOAD_PART, word, part);
        int read = Part.read(part, m.now.stores.view(word, m.memory));
        book(Op.LOAD_PART, word, read, Access.READ | Access.part(part));
        m.now.strand.read(Op.LOAD_PART, read);
        return Part.value(read);
    }

    private void storePart(int address, int bytes, int value) {
        Machine m = machine;
        int word = m.memory.index(address & ~3);
        int part = Part.of(address, bytes, value);
        m.point(Op.STORE_PART, word, part);
        m.ledger.touch(word, Footprint.WRITE | Footprint.DATA);
        m.buffers.put(word, Part.inPlace(part), Part.mask(part));
        booked(Op.STORE_PART, word, part, Access.WRITE | Access.part(part));
        m.now.strand.read(Op.STORE_PART, 0);
    }

    // ---- pairs of words

    @Override
    public final long loadWhole(int address) {
        Machine m = machine;
        int word = m.memory.pair(address);
        m.point(Op.LOAD_PAIR, word, 0);
        return readPair(Op.LOAD_PAIR, word);
    }

    @Override
    public final void storeWhole(int address, long value) {
        Machine m = machine;
        int word = m.memory.pair(address);
        m.point(Op.STORE_PAIR, word, digest(value));
        writePair(Op.STORE_PAIR, word, value);
    }

    @Override
    public final long compareExchange8(int address, long expected, long fresh) {
        Machine m = machine;
        int word = m.memory.pair(address);
        m.point(Op.LOCKED_PAIR, word, digest(31 * expected + fresh));
        long before = pair(word);
        read(Op.LOCKED_PAIR, before);
        writePair(Op.LOCKED_PAIR, word, before == expected ? fresh : before);
        return before;
    }

    @Override
    public final long compareExchange8Unlocked(int address, long expected, long fresh) {
        Machine m = machine;
        int word = m.memory.pair(address);
        m.point(Op.LOAD_PAIR, word, digest(31 * expected + fresh));
        long before = readPair(Op.LOAD_PAIR, word);
        long after = before == expected ? fresh : before;
        m.point(Op.TAIL_PAIR, word, digest(after));
        writePair(Op.TAIL_PAIR, word, after);
        return before;
    }

    private long readPair(int op, int word) {
        Machine m = machine;
        m.ledger.touch(word, Footprint.DATA);
        m.ledger.touch(word + 1, Footprint.DATA);
        long value = pair(word);
        read(op, value);
        bookedPair(op, word, value, Access.PLAIN_READ);
        return value;
    }

    private void writePair(int op, int word, long value) {
        Machine m = machine;
        m.ledger.touch(word, Footprint.WRITE | Footprint.DATA);
        m.ledger.touch(word + 1, Footprint.WRITE | Footprint.DATA);
        if (Op.drains(op)) {
            m.memory.set(word, (int) value);
            m.memory.set(word + 1, (int) (value >>> 32));
        } else {
            m.buffers.putPair(word, value);
        }
        m.now.strand.read(op, 0);
        bookedPair(op, word, value, Op.drains(op) ? Access.LOCKED : Access.PLAIN_WRITE);
    }

    private long pair(int word) {
        Machine m = machine;
        int high = m.now.stores.view(word + 1, m.memory);
        return ((long) high << 32) | (m.now.stores.view(word, m.memory) & 0xFFFFFFFFL);
    }

    private void read(int op, long value) {
        Strand s = machine.now.strand;
        s.read(op, (int) value);
        s.read(op, (int) (value >>> 32));
    }

    private void bookedPair(int op, int word, long value, int how) {
        machine.wide((int) (value >>> 32));
        booked(op, word, (int) value, how);
        tell(word + 1, how);
    }

    private static int digest(long value) {
        return Long.hashCode(value * 0x9E3779B97F4A7C15L);
    }

    // ---- locked instructions

    @Override
    public final int add(int address, int delta) {
        int word = locked(address, delta);
        int after = machine.memory.words[word] + delta;
        return finish(word, after, after);
    }

    @Override
    public final int and(int address, int mask) {
        int word = locked(address, mask);
        int after = machine.memory.words[word] & mask;
        return finish(word, after, after);
    }

    @Override
    public final int or(int address, int mask) {
        int word = locked(address, mask);
        int after = machine.memory.words[word] | mask;
        return finish(word, after, after);
    }

    @Override
    public final boolean setBit(int address, int bit) {
        checkBit(bit);
        int word = locked(address, 1 << bit);
        int before = machine.memory.words[word];
        return finish(word, before | (1 << bit), (before >>> bit) & 1) != 0;
    }

    @Override
    public final boolean clearBit(int address, int bit) {
        checkBit(bit);
        int word = locked(address, ~(1 << bit));
        int before = machine.memory.words[word];
        return finish(word, before & ~(1 << bit), (before >>> bit) & 1) != 0;
    }

    @Override
    public final int exchange(int address, int value) {
        int word = locked(address, value);
        return finish(word, value, machine.memory.words[word]);
    }

    @Override
    public final int compareExchange(int address, int expected, int fresh) {
        int word = locked(address, 31 * expected + fresh);
        int before = machine.memory.words[word];
        return finish(word, before == expected ? fresh : before, before);
    }

    private static void checkBit(int bit) {
        if (bit < 0 || bit >= Integer.SIZE) {
            throw new IllegalArgumentException("a word has the bits 0 to 31, not " + bit);
        }
    }

    /** Waits for the turn of a locked instruction; gives its word. */
    private int locked(int address, int operand) {
        int word = machine.memory.index(address);
        machine.point(Op.LOCKED, word, operand);
        return word;
    }

    /** Stores, and gives the code what it learns by it. */
    private int finish(int word, int after, int learnt) {
        machine.now.strand.read(Op.LOCKED, learnt);
        write(Op.LOCKED, word, after, Access.LOCKED);
        return learnt;
    }

    // ---- reading, then writing

    @Override
    public final int orUnlocked(int address, int mask) {
        int word = machine.memory.index(address);
        return tail(word, read(word, Access.PLAIN_READ) | mask);
    }

    @Override
    public final int andUnlocked(int address, int mask) {
        int word = machine.memory.index(address);
        return tail(word, read(word, Access.PLAIN_READ) & mask);
    }

    @Override
    public final int addUnlocked(int address, int delta) {
        int word = machine.memory.index(address);
        return tail(word, read(word, Access.PLAIN_READ) + delta);
    }

    private int read(int word, int how) {
        Machine m = machine;
        m.point(Op.LOAD, word, 0);
        int value = m.now.stores.view(word, m.memory);
        book(Op.LOAD, word, value, how);
        m.now.strand.read(Op.LOAD, value);
        return value;
    }

    private int tail(int word, int value) {
        machine.point(Op.TAIL, word, value);
        write(Op.TAIL, word, value, Access.PLAIN_WRITE);
        machine.now.strand.read(Op.TAIL, 0);
        return value;
    }

    // ---- order

    @Override
    public final void fence() {
        order(Op.FENCE);
    }

    @Override
    public final void storeFence() {
        order(Op.STORE_FENCE);
        machine.now.stores.bar();
    }

    private void order(int op) {
        Machine m = machine;
        m.point(op, -1, 0);
        m.now.strand.read(op, 0);
        m.done(op, -1, 0);
    }

    // ---- booking

    final void write(int op, int word, int value, int how) {
        Memory memory = machine.memory;
        Processor p = machine.now;
        int before = p.stores.view(word, memory);
        machine.ledger.touch(
                word, op == Op.ACQUIRE || op == Op.RELEASE ? Footprint.WRITE : Footprint.WRITE | Footprint.DATA);
        if (Op.drains(op)) {
            memory.set(word, value);
        } else {
            machine.buffers.put(word, value, -1);
        }
        booked(op, word, value, how);
        if (memory.watch[word] < 0) {
            tellChange(word, before, value);
        }
    }

    private void tellChange(int word, int before, int after) {
        Machine m = machine;
        if (m.memory.watch[word] == Memory.COUNT) {
            m.listener.countChanged(m.now.id, m.now.strand.id, before, after);
        } else {
            m.listener.counterChanged(m.now.id, m.now.strand.id, before, after);
        }
        m.endIfAsked();
    }

    final void book(int op, int word, int value, int how) {
        machine.ledger.touch(word, Footprint.DATA);
        booked(op, word, value, how);
    }

    private void booked(int op, int word, int value, int how) {
        machine.done(op, word, value);
        tell(word, how);
    }

    private void tell(int word, int how) {
        Machine m = machine;
        int cpu = m.now.id;
        int task = m.now.strand.id;
        m.listener.accessed(cpu, task, word, how);
        int owner = m.memory.watch[word] - 1;
        if (owner >= 0) {
            m.listener.perCpuAccess(cpu, task, word, owner);
        }
        m.endIfAsked();
    }
}
