package dev.preemptcheck.hardware;

/**
 * The FPU and MMX instructions (fact 2.5). With TS set all but {@link #clts} and {@link #stts} raise #NM first: the
 * kernel's handler runs, then the instruction is made anew.
 *
 * <p>A register holds 32 bits here, see {@link dev.preemptcheck.hardware.fpu.FpuUnit}. An image of {@code fnsave} takes 11
 * words of kernel data, one of {@code fxsave} takes 10, and is written or read by one instruction.
 */
public interface Fpu {
    /** Words of an image of {@code fnsave}. */
    int FNSAVE_WORDS = 11;
    /** Words of an image of {@code fxsave}. */
    int FXSAVE_WORDS = 10;

    /** Clears TS. */
    void clts();

    /** Sets TS. */
    void stts();

    /** Empties the unit. */
    void fninit();

    /** Clears the exception flags. */
    void fnclex();

    /** Waits for the unit: does nothing, but raises #NM as the others do. */
    void fwait();

    /** Pushes a value. */
    void fld(int value);

    /** ST(0), which is popped. */
    int fstp();

    /** {@code movq mm<-value}; the x87 register that it aliases is gone. */
    void movqIn(int mm, int value);

    /** {@code movq value<-mm}. */
    int movqOut(int mm);

    /** Marks all registers as empty. */
    void emms();

    /** Stores the image, then empties the unit. */
    void fnsave(int address);

    /** Stores the image and keeps everything. */
    void fxsave(int address);

    /** Loads an image of {@code fnsave}. */
    void frstor(int address);

    /** Loads an image of {@code fxsave}. */
    void fxrstor(int address);
}
