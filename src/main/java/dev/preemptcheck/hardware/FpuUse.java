package dev.preemptcheck.hardware;

/** What an instruction of the FPU did, and what it found: a sum of bits, as {@link MachineListener#fpuUsed} has it. */
public final class FpuUse {
    /** It changed registers. */
    public static final int WRITE = 1;
    /** A register's value went to the program that runs. An image that is stored is none. */
    public static final int READ = 1 << 1;
    /** It was the task's program, in user mode. */
    public static final int USER = 1 << 2;
    /** What the registers held before was kernel code's. */
    public static final int KERNEL = 1 << 3;
    /** The running task's program has state of its own, and the registers did not hold it before, or an older one. */
    public static final int ELSEWHERE = 1 << 4;

    private FpuUse() {}
}
