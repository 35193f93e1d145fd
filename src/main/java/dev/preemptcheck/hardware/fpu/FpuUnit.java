package dev.preemptcheck.hardware.fpu;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * The x87 and MMX unit of one processor, with the TS flag of CR0 that guards it (fact 2.5).
 *
 * <p>With TS set, every instruction of the unit raises #NM <em>before</em> it executes, in user and in kernel mode. The
 * machine asks {@link #wouldTrap()} first, goes through the kernel's gate, and tries again after the handler's return;
 * an instruction that gets here with TS set is a fault of the machine and is refused.
 *
 * <p>The eight registers are a stack: ST(i) is register (top + i) mod 8, {@code fld} pushes. MMX register i <em>is</em>
 * register i: an MMX instruction overwrites what user code left there, sets top to 0 and marks all eight as valid;
 * {@code emms} marks all as empty (Intel's manual, volume 3, "MMX technology system programming"). A push on a valid
 * register and a read of an empty one are stack faults, which set IE and SF in the status; masked, as after
 * {@code fninit}, they give the {@link #INDEFINITE} value, unmasked they change no register and leave an exception
 * {@linkplain #exceptionPending() pending}.
 *
 * <p>A register holds 32 bits here, not 80: the checked code moves contents and never computes with them, so a run
 * depends on <em>which</em> value is where, and 32 bits tell more values apart than a scenario has.
 *
 * <p>The {@linkplain #owner() owner} says whose values the registers hold. Nothing in here depends on it, but it is part of
 * the digest, because detectors do. Emptying the unit ({@code fninit}, {@code fnsave}) leaves them nobody's.
 */
public final class FpuUnit {
    /** Number of registers. */
    public static final int REGISTERS = 8;
    /** Owner of registers that nobody relies on. */
    public static final int NOBODY = -1;
    /** Control word after {@code fninit}: all exceptions masked. */
    public static final int CONTROL_INITIAL = 0x037F;
    /** What a masked stack fault gives. */
    public static final int INDEFINITE = 0xFFC00000;

    private static final int INVALID = 1;
    private static final int STACK_FAULT = 1 << 6;
    private static final int EXCEPTION_SUMMARY = 1 << 7;
    private static final int BUSY = 1 << 15;
    private static final int EXCEPTIONS = BUSY | 0xFF;
    private static final int MASKABLE = 0x3F;
    private static final int TOP_SHIFT = 11;
    private static final int TOP = 0b111 << TOP_SHIFT;
    private static final int ALL = 0xFF;

    private final int[] registers = new int[REGISTERS];
    private int control;
    private int status;
    /** Registers that aren't empty, a bit each. */
    private int valid;

    private boolean taskSwitched;
    private int owner;
    private long digest;
    private boolean stale;

    public FpuUnit() {
        reset();
    }

    /** As at boot: initialised, registers zero, TS clear. */
    public void reset() {
        Arrays.fill(registers, 0);
        taskSwitched = false;
        initialise();
    }

    // ---- TS and the owner

    /** True if an instruction of the unit, MMX included, would raise #NM now. */
    public boolean wouldTrap() {
        return taskSwitched;
    }

    /** Clears TS; no instruction of the unit, it never traps. */
    public void clts() {
        taskSwitched = false;
        stale = true;
    }

    /** Sets TS; never traps. */
    public void stts() {
        taskSwitched = true;
        stale = true;
    }

    /** Whose values the registers hold, as last {@linkplain #ownedBy said}, or {@link #NOBODY}. For detectors. */
    public int owner() {
        return owner;
    }

    /** From here on the registers hold values of {@code task}, a number of the caller's own. Changes nothing else. */
    public void ownedBy(int task) {
        owner = task;
        stale = true;
    }

    // ---- x87

    /** Empties the unit: initial control word, status 0, all registers empty (their contents stay, hidden). */
    public void fninit() {
        execute();
        initialise();
    }

    /** Clears the exception flags, pending or not, without looking at them. */
    public void fnclex() {
        execute();
        status &= ~EXCEPTIONS;
    }

    /** Loads the control word. An exception that it unmasks becomes pending. */
    public void fldcw(int word) {
        execute();
        control = word & 0xFFFF;
        summarise();
    }

    /** Pushes a value. */
    public void fld(int value) {
        execute();
        int register = (top() - 1) & (REGISTERS - 1);
        boolean overflow = !empty(register);
        if (overflow && !maskedStackFault()) {
            return;
        }
        registers[register] = overflow ? INDEFINITE : value;
        valid |= 1 << register;
        top(register);
    }

    /** The value of ST(0). */
    public int fst() {
        execute();
        if (empty(top())) {
            maskedStackFault();
            return INDEFINITE;
        }
        return registers[top()];
    }

    /** The value of ST(0), which is popped unless that is a stack fault which isn't masked. */
    public int fstp() {
        int register = top();
        boolean fault = empty(register);
        int value = fst();
        if (!fault || (control & INVALID) != 0) {
            valid &= ~(1 << register);
            top((register + 1) & (REGISTERS - 1));
        }
        return value;
    }

    /** True if {@code fwait} or the next x87 or MMX instruction without "n" in its name would raise #MF. */
    public boolean exceptionPending() {
        return (status & EXCEPTION_SUMMARY) != 0;
    }

    // ---- MMX

    /** {@code movq mm<-value}. */
    public void movqIn(int mm, int value) {
        executeMmx();
        registers[mm] = value;
    }

    /** {@code movq value<-mm}; a read, but it marks the registers as valid all the same. */
    public int movqOut(int mm) {
        executeMmx();
        return registers[mm];
    }

    /** Marks all registers as empty, for x87 code that follows. */
    public void emms() {
        executeMmx();
        valid = 0;
    }

    // ---- images

    /** Stores the image, then empties the unit as {@link #fninit()} does. */
    public void fnsave(int[] into, int at) {
        store(ImageFormat.FNSAVE, into, at);
        initialise();
    }

    /** Stores the image and keeps everything, pending exceptions too. */
    public void fxsave(int[] into, int at) {
        store(ImageFormat.FXSAVE, into, at);
    }

    /** Loads an image of {@code fnsave}. The owner is the caller's to say. */
    public void frstor(int[] from, int at) {
        load(ImageFormat.FNSAVE, from, at);
    }

    /** Loads an image of {@code fxsave}. The owner is the caller's to say. */
    public void fxrstor(int[] from, int at) {
        load(ImageFormat.FXSAVE, from, at);
    }

    private void store(ImageFormat format, int[] into, int at) {
        execute();
        format.storeHead(into, at, control, status, valid);
        for (int i = 0; i < REGISTERS; i++) {
            into[at + format.registers() + i] = registers[(top() + i) & (REGISTERS - 1)];
        }
    }

    private void load(ImageFormat format, int[] from, int at) {
        execute();
        control = format.control(from, at);
        status = format.status(from, at);
        valid = format.valid(from, at);
        for (int i = 0; i < REGISTERS; i++) {
            registers[(top() + i) & (REGISTERS - 1)] = from[at + format.registers() + i];
        }
        summarise();
    }

    // ---- state

    /** Control word. */
    public int control() {
        return control;
    }

    /** Status word, top of stack included. */
    public int status() {
        return status;
    }

    /** The register that is ST(0) now. */
    public int top() {
        return status >>> TOP_SHIFT & (REGISTERS - 1);
    }

    /** Registers that aren't empty, a bit each; by register, not by place in the stack. */
    public int valid() {
        return valid;
    }

    /** Digest of everything above, TS and the owner included; mixed anew only after something changed. */
    public long digest() {
        if (stale) {
            long words = (long) valid << 32 | (long) status << 16 | control;
            long sum = Hash.mix(words << 1 | (taskSwitched ? 1 : 0)) + Hash.at(REGISTERS, owner);
            for (int i = 0; i < REGISTERS; i++) {
                sum += Hash.at(i, registers[i]);
            }
            digest = sum;
            stale = false;
        }
        return digest;
    }

    private void execute() {
        if (taskSwitched) {
            throw new IllegalStateException(
                    "an FPU instruction was executed with TS set: the machine has to raise #NM first");
        }
        stale = true;
    }

    private void executeMmx() {
        execute();
        top(0);
        valid = ALL;
    }

    private void initialise() {
        control = CONTROL_INITIAL;
        status = 0;
        valid = 0;
        owner = NOBODY;
        stale = true;
    }

    private boolean empty(int register) {
        return (valid & 1 << register) == 0;
    }

    private void top(int register) {
        status = (status & ~TOP) | register << TOP_SHIFT;
    }

    /** Records a stack fault; true if it is masked. */
    private boolean maskedStackFault() {
        status |= INVALID | STACK_FAULT;
        summarise();
        return (control & INVALID) != 0;
    }

    /** The summary bit says whether an exception flag is set that the control word doesn't mask. */
    private void summarise() {
        boolean unmasked = (status & ~control & MASKABLE) != 0;
        status = unmasked ? status | EXCEPTION_SUMMARY | BUSY : status & ~(EXCEPTION_SUMMARY | BUSY);
    }
}
