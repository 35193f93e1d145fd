package dev.preemptcheck.hardware;

/** The processor of a {@link Machine}: each access is a scheduling point, then one indivisible effect. */
final class ModelCpu extends DataPath implements Cpu {
    ModelCpu(Machine machine) {
        super(machine);
    }

    @Override
    public int userLoad(int address) {
        return inUserMode(Op.VLOAD, address, 0, Access.PLAIN_READ);
    }

    @Override
    public void userStore(int address, int value) {
        inUserMode(Op.VSTORE, address, value, Access.PLAIN_WRITE);
    }

    private int inUserMode(int op, int address, int value, int how) {
        Machine m = machine;
        m.checkAlive();
        if (!m.now.interruptFlag || m.now.strand.kind != Strand.TASK) {
            throw new IllegalStateException(
                    m.now.strand.name + " is in user mode with interrupts off, or in a handler");
        }
        return m.mmu.access(op, address, value, how | Access.USER);
    }

    @Override
    public void acquire(int address, int free, int taken) {
        Machine m = machine;
        int word = m.memory.index(address);
        m.checkAlive();
        m.ledger.touch(word, Footprint.WRITE); // who waits in vain has touched the word too
        m.point(Op.ACQUIRE, word, free);
        m.now.strand.read(Op.ACQUIRE, 0);
        write(Op.ACQUIRE, word, taken, Access.LOCKED);
        m.ledger.took(word);
    }

    @Override
    public void release(int address, int free) {
        Machine m = machine;
        int word = m.memory.index(address);
        m.point(Op.RELEASE, word, free);
        m.now.stores.bar();
        m.now.strand.read(Op.RELEASE, 0);
        write(Op.RELEASE, word, free, Access.MARKED_WRITE);
        m.ledger.gaveBack(word);
    }

    @Override
    public int awaitOther(int address, int value) {
        return await(Op.AWAIT, address, value);
    }

    @Override
    public int awaitAny(int address, int mask) {
        return await(Op.AWAIT_ANY, address, mask);
    }

    private int await(int op, int address, int operand) {
        Machine m = machine;
        int word = m.memory.index(address);
        m.checkAlive();
        m.ledger.touch(word, Footprint.DATA);
        m.point(op, word, operand);
        int value = m.now.stores.view(word, m.memory);
        book(op, word, value, Access.MARKED_READ);
        m.now.strand.read(op, value);
        return value;
    }

    @Override
    public int cpuId() {
        Machine m = machine;
        if (m.cpus() == 1) {
            return 0;
        }
        m.point(Op.CPU_ID, -1, 0);
        int id = m.now.id;
        m.now.strand.read(Op.CPU_ID, id);
        m.done(Op.CPU_ID, -1, id);
        m.listener.cpuIdRead(id, m.now.strand.id);
        m.endIfAsked();
        return id;
    }

    @Override
    public int current() {
        Strand s = machine.now.strand;
        s.read(0, s.id);
        return s.id;
    }

    @Override
    public void cli() {
        machine.point(Op.CLI, -1, 0);
        flag(Op.CLI, false);
    }

    @Override
    public void sti() {
        machine.point(Op.STI, -1, 0);
        flag(Op.STI, true);
    }

    private void flag(int op, boolean enabled) {
        Machine m = machine;
        Processor p = m.now;
        p.interruptFlag = enabled;
        p.strand.read(op, 0);
        m.done(op, -1, 0);
        m.listener.interruptFlag(p.id, p.strand.id, enabled);
        m.endIfAsked();
    }

    @Override
    public boolean interruptsEnabled() {
        boolean enabled = machine.now.interruptFlag;
        machine.now.strand.read(0, enabled ? 1 : 2);
        return enabled;
    }

    @Override
    public boolean interruptedUserMode() {
        Strand s = machine.now.strand;
        boolean user = s.user && s.interrupts == 1; // else it came on top of another one's way back
        s.read(0, user ? 1 : 2);
        return user;
    }

    @Override
    public void invlpg(int address) {
        machine.mmu.invlpg(address);
    }

    @Override
    public void loadCr3(int value) {
        machine.mmu.loadCr3(value);
    }

    @Override
    public int readCr2() {
        return machine.mmu.readCr2();
    }

    @Override
    public int pick(int candidates, boolean involuntary) {
        return machine.pick(candidates, involuntary);
    }

    @Override
    public void switchTo(int task) {
        Machine m = machine;
        m.point(Op.SWITCH, -1, task);
        m.checkSwitch(task);
        m.now.strand.read(Op.SWITCH, 0);
        m.done(Op.SWITCH, -1, task);
        m.switchTo(task);
    }

    @Override
    public void retire() {
        machine.now.strand.retired = true;
    }

    @Override
    public Fpu fpu() {
        return machine.fpu;
    }

    @Override
    public Fpu userFpu() {
        Strand s = machine.now.strand;
        if (s.kind != Strand.TASK) {
            throw new IllegalStateException("a program's FPU instruction in a handler, on top of " + s.name);
        }
        return machine.userFpu;
    }

    @Override
    public void sendInterrupt(int targets, int vector) {
        Machine m = machine;
        m.point(Op.SEND, -1, (targets << 8) | vector);
        m.interrupts.send(m.now.id, targets, vector);
        m.listener.messageSent(m.now.id, targets);
        finish(Op.SEND, (targets << 8) | vector);
    }

    @Override
    public void endOfInterrupt() {
        Machine m = machine;
        m.point(Op.EOI, -1, 0);
        m.interrupts.endOfInterrupt(m.now);
        finish(Op.EOI, 0);
    }

    @Override
    public int in(int port, int bytes) {
        Machine m = machine;
        m.point(Op.IN, -1, (bytes << 16) | port);
        int value = m.interrupts.decodes(port) ? m.interrupts.in(port) : m.peripherals.in(port, bytes);
        m.now.strand.read(Op.IN, value);
        finish(Op.IN, (port << 16) | (value & 0xFFFF));
        return value;
    }

    @Override
    public void out(int port, int bytes, int value) {
        Machine m = machine;
        m.point(Op.OUT, -1, 31 * value + port);
        if (m.interrupts.decodes(port)) {
            m.interrupts.out(port, value);
        } else {
            m.peripherals.out(port, bytes, value);
        }
        finish(Op.OUT, (port << 16) | (value & 0xFFFF));
    }

    @Override
    public void delay(long nanos) {
        Machine m = machine;
        int deadline = m.delays.of(m.now.strand);
        m.point(Op.ARM, -1, Long.hashCode(nanos));
        m.delays.clock().arm(deadline, nanos);
        finish(Op.ARM, (int) Math.min(nanos, Integer.MAX_VALUE));
        m.point(Op.DELAY, -1, deadline);
        finish(Op.DELAY, 0);
        m.listener.delayed(m.now.id, m.now.strand.id, nanos);
        m.endIfAsked();
    }

    /** Books a step that touches no memory. */
    private void finish(int op, int value) {
        machine.now.strand.read(op, 0);
        machine.done(op, -1, value);
        machine.othersMoved();
    }

    @Override
    public void handlerDone() {
        machine.handlerDone();
    }

    @Override
    public void userMode(int script) {
        Machine m = machine;
        m.checkAlive();
        Strand s = m.now.strand;
        s.user = true;
        if (script <= s.script) {
            throw new IllegalStateException(s.name + " comes to user mode for the operation " + script + " after "
                    + s.script + ": a loop needs a loop head");
        }
        s.script = script;
        m.now.interruptFlag = true;
        m.listener.interruptFlag(m.now.id, s.id, true);
        s.forget(Op.USER, script);
        m.listener.returnedToUser(m.now.id, s.id, m.countOn(m.now.id));
        m.endIfAsked();
        m.point(Op.USER, -1, script);
        s.user = false;
        s.read(Op.USER, script);
        m.done(Op.USER, -1, script);
    }

    @Override
    public void loopHead(int live) {
        Machine m = machine;
        forget(live);
        m.retried();
        m.point(Op.LOOP, -1, live);
        m.now.strand.read(Op.LOOP, live);
        m.done(Op.LOOP, -1, live);
    }

    @Override
    public void forget(int live) {
        machine.checkAlive();
        machine.now.strand.forget(Op.LOOP, live);
    }

    @Override
    public void enterScope() {
        machine.checkAlive();
        Strand s = machine.now.strand;
        s.push(s.kind, s.vector, 0);
    }

    @Override
    public void leaveScope() {
        machine.checkAlive();
        Strand s = machine.now.strand;
        s.pop();
        s.read(Op.SCOPE, 0);
    }

    @Override
    public Error bug(String outcome, String place) {
        return machine.bug(outcome, place);
    }

    @Override
    public void allocate(int address, int words) {
        for (int i = 0; i < words; i++) {
            int word = lifetimeStep(Op.ALLOCATE, address + Integer.BYTES * i);
            machine.listener.allocated(machine.now.id, machine.now.strand.id, word);
            machine.endIfAsked();
        }
    }

    @Override
    public void free(int address, int words) {
        for (int i = 0; i < words; i++) {
            int word = lifetimeStep(Op.FREE, address + Integer.BYTES * i);
            machine.listener.freed(machine.now.id, machine.now.strand.id, word);
            machine.endIfAsked();
        }
    }

    /** A step that changes whose word it is, not what it holds: to others a write, or they could pass it by. */
    private int lifetimeStep(int op, int address) {
        Machine m = machine;
        int word = m.memory.index(address);
        m.point(op, word, 0);
        m.ledger.touch(word, Footprint.WRITE | Footprint.DATA);
        m.now.strand.read(op, 0);
        m.done(op, word, 0);
        return word;
    }
}
