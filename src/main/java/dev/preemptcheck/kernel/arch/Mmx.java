package dev.preemptcheck.kernel.arch;

import static dev.preemptcheck.kernel.shape.Shape.unbraced;
import static dev.preemptcheck.kernel.shape.Shape.when;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.asm.PageCopier;
import dev.preemptcheck.kernel.sched.ContextCounts;
import dev.preemptcheck.kernel.shape.Guard;
import dev.preemptcheck.kernel.shape.Shape;
import dev.preemptcheck.kernel.shape.ShapedFunction;

/**
 * {@code arch/i386/lib/mmx.c} of a K7 build, and the RAID-5 xor: what the kernel moves through MMX registers (fact S2.b). A page
 * has {@value #PAGE_WORDS} words here, one for each {@code movq} of a round.
 */
public final class Mmx implements PageCopier {
    /** Words of a page that are modelled. */
    public static final int PAGE_WORDS = Page.WORDS;

    private static final Guard MMX =
            new Guard.Fact("words go through MMX registers", "words go through integer registers");

    private final KernelConfig config;
    private final ContextCounts counts;
    private final I387 i387;

    public Mmx(KernelConfig config, ContextCounts counts, I387 i387) {
        this.config = config;
        this.counts = counts;
        this.i387 = i387;
    }

    /** {@code mmx_copy_page()}: any context. */
    @Override
    @CName("mmx_copy_page")
    public void copyPage(Cpu cpu, int to, int from) {
        if (needsInteger(cpu)) {
            integerCopy(cpu, to, from, PAGE_WORDS);
        } else {
            fastCopyPage(cpu, to, from);
        }
    }

    private void fastCopyPage(Cpu cpu, int to, int from) {
        i387.kernelFpuBegin(cpu);
        move(cpu, to, from, PAGE_WORDS);
        i387.kernelFpuEnd(cpu);
    }

    /** {@code mmx_clear_page()}: any context. */
    @Override
    @CName("mmx_clear_page")
    public void clearPage(Cpu cpu, int page) {
        if (needsInteger(cpu)) {
            for (int i = 0; i < PAGE_WORDS; i++) {
                cpu.store(page + 4 * i, 0);
            }
        } else {
            fastClearPage(cpu, page);
        }
    }

    private void fastClearPage(Cpu cpu, int page) {
        i387.kernelFpuBegin(cpu);
        cpu.fpu().movqIn(0, 0);
        for (int i = 0; i < PAGE_WORDS; i++) {
            cpu.store(page + 4 * i, cpu.fpu().movqOut(0));
        }
        i387.kernelFpuEnd(cpu);
    }

    /** What rule D6 sees of {@link #memcpy}. */
    static ShapedFunction memcpyShape(FpuVariant variant) {
        Shape move = when(MMX, new Shape.Call(I387.beginShape(variant)), new Shape.Step("movq"))
                .orElse(new Shape.Step("mov"));
        Shape end = I387.endShape(variant);
        boolean braced = variant.on() != FpuVariant.On.LAST_UNBRACED;
        return ShapedFunction.of("_mmx_memcpy", move, braced ? when(MMX, end) : unbraced(MMX, end));
    }

    /** {@code _mmx_memcpy()}: any context; a few words are not worth a section. */
    @CName("_mmx_memcpy")
    public void memcpy(Cpu cpu, int to, int from, int words) {
        boolean mmx = words >= PAGE_WORDS && !needsInteger(cpu);
        if (mmx) {
            i387.kernelFpuBegin(cpu);
            move(cpu, to, from, words);
        } else {
            integerCopy(cpu, to, from, words);
        }
        i387.kernelFpuEndIf(cpu, mmx);
    }

    private boolean needsInteger(Cpu cpu) {
        return (config.preempt() && i387.variant().avoidsMmx()) || counts.inInterrupt(cpu);
    }

    @Inlined
    private static void move(Cpu cpu, int to, int from, int words) {
        for (int i = 0; i < words; i++) {
            cpu.fpu().movqIn(i, cpu.load(from + 4 * i));
        }
        for (int i = 0; i < words; i++) {
            cpu.store(to + 4 * i, cpu.fpu().movqOut(i));
        }
    }

    @Inlined
    private static void integerCopy(Cpu cpu, int to, int from, int words) {
        for (int i = 0; i < words; i++) {
            cpu.store(to + 4 * i, cpu.load(from + 4 * i));
        }
    }

    /** {@code xor_pII_mmx_2()}: task context. Until 2.6 it saves the registers by itself and asks twice whether they are live. */
    @CName("xor_pII_mmx_2")
    public void xor(Cpu cpu, int to, int from) {
        if (i387.variant().guarded()) {
            i387.kernelFpuBegin(cpu);
            xorWords(cpu, to, from);
            i387.kernelFpuEnd(cpu);
            return;
        }
        FpuState state = i387.current(cpu);
        if (state.used().load(cpu) == 0) {
            cpu.fpu().clts();
        }
        cpu.fpu().fnsave(state.buffer());
        xorWords(cpu, to, from);
        cpu.fpu().frstor(state.buffer());
        if (state.used().load(cpu) == 0) {
            cpu.fpu().stts();
        }
    }

    @Inlined
    private static void xorWords(Cpu cpu, int to, int from) {
        for (int i = 0; i < PAGE_WORDS; i++) {
            cpu.fpu().movqIn(i, cpu.load(to + 4 * i) ^ cpu.load(from + 4 * i));
        }
        for (int i = 0; i < PAGE_WORDS; i++) {
            cpu.store(to + 4 * i, cpu.fpu().movqOut(i));
        }
    }
}
