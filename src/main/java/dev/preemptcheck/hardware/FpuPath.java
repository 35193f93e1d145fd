package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.fpu.FpuUnit;

/**
 * What code does with the FPU of the processor that it runs on.
 *
 * <p>Registers that a task's program changes in user mode hold its state, those that kernel code writes hold that code's; an
 * image keeps what it was stored from, from the moment of the instruction on ({@link FpuImages}). Only detectors see that.
 *
 * <p>With store buffers the words of an image wait as other stores do and reach memory one by one, in their order: a
 * processor that loads it meanwhile finds a part of what was there.
 */
final class FpuPath implements Fpu {
    private static final int DATA_WRITE = Footprint.WRITE | Footprint.DATA;

    private final Machine machine;
    private final FpuImages images;
    private final boolean user;
    private final int[] image = new int[FNSAVE_WORDS];

    FpuPath(Machine machine, FpuImages images, boolean user) {
        this.machine = machine;
        this.images = images;
        this.user = user;
    }

    // ---- TS

    @Override
    public void clts() {
        taskSwitched(false);
    }

    @Override
    public void stts() {
        taskSwitched(true);
    }

    private void taskSwitched(boolean set) {
        Machine m = machine;
        m.point(Op.FPU, -1, set ? 1 : 2);
        Processor p = m.now;
        m.ledger.touch(p.fpuRegister, DATA_WRITE);
        if (set) {
            p.fpu.stts();
        } else {
            p.fpu.clts();
        }
        book(p, Op.FPU, p.fpuRegister, set ? 1 : 0);
    }

    // ---- registers

    @Override
    public void fninit() {
        run((unit, none) -> unit.fninit(), 3, 0, false);
    }

    @Override
    public void fnclex() {
        run((unit, none) -> unit.fnclex(), 4, 0, false);
    }

    @Override
    public void fwait() {
        Processor p = begin(Op.FPU, -1, 2);
        int before = p.fpu.owner();
        book(p, Op.FPU, p.fpuRegister, 0);
        tell(p, before, 0);
    }

    @Override
    public void fld(int value) {
        run(FpuUnit::fld, 5, value, true);
    }

    @Override
    public int fstp() {
        return ask((unit, none) -> unit.fstp(), 6, 0);
    }

    @Override
    public void movqIn(int mm, int value) {
        run((unit, written) -> unit.movqIn(mm, written), 8 + mm, value, true);
    }

    @Override
    public int movqOut(int mm) {
        return ask(FpuUnit::movqOut, 16 + mm, mm);
    }

    @Override
    public void emms() {
        run((unit, none) -> unit.emms(), 7, 0, false);
    }

    private interface Effect {
        void on(FpuUnit unit, int operand);
    }

    private interface Answer {
        int of(FpuUnit unit, int operand);
    }

    private void run(Effect effect, int instruction, int operand, boolean owned) {
        Processor p = begin(Op.FPU, -1, 31 * operand + instruction);
        int before = p.fpu.owner();
        int found = images.found(before, p.strand.id);
        effect.on(p.fpu, operand);
        if (user) {
            p.fpu.ownedBy(images.written(p.strand.id));
        } else if (owned) {
            p.fpu.ownedBy(FpuImages.kernel(p.strand.id));
        }
        book(p, Op.FPU, p.fpuRegister, operand);
        tell(p, before, FpuUse.WRITE | found);
    }

    private int ask(Answer answer, int instruction, int operand) {
        Processor p = begin(Op.FPU, -1, 31 * operand + instruction);
        int before = p.fpu.owner();
        int found = images.found(before, p.strand.id);
        int value = answer.of(p.fpu, operand);
        if (user) {
            p.fpu.ownedBy(images.written(p.strand.id));
        }
        p.strand.read(Op.FPU, value);
        book(p, Op.FPU, p.fpuRegister, value);
        tell(p, before, FpuUse.READ | found);
        return value;
    }

    // ---- images

    @Override
    public void fnsave(int address) {
        save(address, FNSAVE_WORDS, true);
    }

    @Override
    public void fxsave(int address) {
        save(address, FXSAVE_WORDS, false);
    }

    private void save(int address, int words, boolean empties) {
        int first = words(address, words);
        Processor p = begin(Op.FPU_SAVE, first, words);
        int before = p.fpu.owner();
        images.store(first, before);
        if (empties) {
            p.fpu.fnsave(image, 0);
        } else {
            p.fpu.fxsave(image, 0);
        }
        for (int i = 0; i < words; i++) {
            machine.ledger.touch(first + i, DATA_WRITE);
            machine.buffers.put(first + i, image[i], -1);
        }
        book(p, Op.FPU_SAVE, first, image[words - 1]);
        tellImage(p, first, words, Access.PLAIN_WRITE);
        tell(p, before, images.found(before, p.strand.id));
    }

    @Override
    public void frstor(int address) {
        restore(address, FNSAVE_WORDS, true);
    }

    @Override
    public void fxrstor(int address) {
        restore(address, FXSAVE_WORDS, false);
    }

    private void restore(int address, int words, boolean full) {
        int first = words(address, words);
        Processor p = begin(Op.FPU_RESTORE, first, words);
        int before = p.fpu.owner();
        for (int i = 0; i < words; i++) {
            machine.ledger.touch(first + i, Footprint.DATA);
            image[i] = p.stores.view(first + i, machine.memory);
        }
        if (full) {
            p.fpu.frstor(image, 0);
        } else {
            p.fpu.fxrstor(image, 0);
        }
        p.fpu.ownedBy(images.tag(first));
        book(p, Op.FPU_RESTORE, first, image[words - 1]);
        tellImage(p, first, words, Access.PLAIN_READ);
        tell(p, before, FpuUse.WRITE | images.found(before, p.strand.id));
    }

    private int words(int address, int words) {
        int first = machine.memory.index(address);
        if (machine.memory.index(address + 4 * (words - 1)) != first + words - 1) {
            throw new IllegalArgumentException(
                    "no " + words + " words are modelled at 0x" + Integer.toHexString(address));
        }
        return first;
    }

    // ---- steps

    /** Waits until the instruction can be executed, #NM having been handled as often as it came; gives its processor. */
    private Processor begin(int op, int word, int operand) {
        Machine m = machine;
        for (; ; ) {
            m.now.strand.user |= user;
            m.point(op, word, operand);
            Processor p = m.now;
            m.ledger.touch(p.fpuRegister, DATA_WRITE);
            if (!p.fpu.wouldTrap()) {
                return p;
            }
            m.traps.deviceNotAvailable(p);
        }
    }

    private void book(Processor p, int op, int word, int value) {
        p.strand.user &= !user;
        p.strand.read(op, 0);
        machine.done(op, word, value);
    }

    private void tellImage(Processor p, int first, int words, int how) {
        for (int i = 0; i < words; i++) {
            machine.listener.accessed(p.id, p.strand.id, first + i, user ? how | Access.USER : how);
        }
    }

    private void tell(Processor p, int before, int how) {
        machine.listener.fpuUsed(p.id, p.strand.id, FpuImages.task(before), user ? how | FpuUse.USER : how);
        machine.endIfAsked();
    }

    /** How far a pending instruction of {@code p} can be told apart. */
    static int level(Footprint known, Processor p, boolean displaceable) {
        Strand s = p.strand;
        int level = Math.max(known.level(p.fpuRegister), displaceable ? Footprint.LOCAL : Footprint.QUIET);
        if (p.fpu.wouldTrap()) {
            level = Math.max(level, Footprint.LOCAL);
        }
        for (int i = 0; s.word >= 0 && i < s.value; i++) {
            level = Math.max(level, known.level(s.word + i));
        }
        return level;
    }
}
