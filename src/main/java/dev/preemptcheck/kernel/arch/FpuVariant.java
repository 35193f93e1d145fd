package dev.preemptcheck.kernel.arch;

import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.kernel.shape.ShapedFunction;
import java.util.List;

/** How kernels use the FPU for themselves, with the patch that puts each way in force (fact S2.e). */
public enum FpuVariant {
    FPU_0(
            "none",
            "as released: nothing keeps the registers of a preempted task from the next one",
            Off.NEVER,
            On.NEVER),
    FPU_1(
            "i387/love",
            "preemption off as the first step of kernel_fpu_begin, back on after the stts of kernel_fpu_end",
            Off.FIRST,
            On.LAST),
    FPU_1_IF(
            "i387/love-unbraced",
            "the same, with kernel_fpu_end as two statements under an if without braces",
            Off.FIRST,
            On.LAST_UNBRACED),
    FPU_1_REV("i387/love-on-before-stts", "the same, with preemption back on before the stts", Off.FIRST, On.FIRST),
    FPU_1_LATE(
            "i387/love-off-after-test",
            "the same, with preemption off after the test whether the task has used the FPU",
            Off.AFTER_TEST,
            On.LAST),
    FPU_2("mmx/not-with-preempt", "no MMX copies under CONFIG_PREEMPT", Off.NEVER, On.NEVER),
    FPU_3(
            "mmx/pretend-interrupt",
            "MMX copies take themselves for an interrupt's, under CONFIG_PREEMPT",
            Off.NEVER,
            On.NEVER),
    FPU_4(
            "i387/reference-2.6.9",
            "FPU-1 as one statement, #NM handled with interrupts off, preemption off around save and clear",
            Off.FIRST,
            On.LAST);

    /** Where {@code kernel_fpu_begin} switches preemption off. */
    enum Off {
        NEVER,
        FIRST,
        AFTER_TEST
    }

    /** Where {@code kernel_fpu_end} switches it on. */
    enum On {
        NEVER,
        FIRST,
        LAST,
        /** Last, and also where an unbraced condition before the macro is false. */
        LAST_UNBRACED
    }

    private final String patch;
    private final String summary;
    private final Off off;
    private final On on;

    FpuVariant(String patch, String summary, Off off, On on) {
        this.patch = patch;
        this.summary = summary;
        this.off = off;
        this.on = on;
    }

    /** The patch that puts it in force, or {@code none}. */
    public String patch() {
        return patch;
    }

    /** What it does, in one line. */
    public String summary() {
        return summary;
    }

    /** What rule D6 sees of the functions that differ. */
    public List<Pairing> shape() {
        return List.of(
                Pairing.of(I387.beginShape(this), ShapedFunction.of("kernel_fpu_end", I387.endShape(this))),
                Pairing.of(I387.saveShape(this)),
                Pairing.of(Mmx.memcpyShape(this)));
    }

    Off off() {
        return off;
    }

    On on() {
        return on;
    }

    /** True if #NM, save and clear exclude preemption, and everybody who uses the FPU does it in one way. */
    boolean guarded() {
        return this == FPU_4;
    }

    /** True if pages are copied with integer instructions where the kernel is preemptible. */
    boolean avoidsMmx() {
        return this == FPU_2 || this == FPU_3;
    }
}
