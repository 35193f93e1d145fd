package dev.preemptcheck.kernel.arch;

import dev.preemptcheck.hardware.Fpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.kernel.Word;

/**
 * What a task remembers of the FPU (fact 2.5).
 *
 * @param used PF_USEDFPU: its state is live in the registers
 * @param usedMath the image is valid
 * @param image where its registers are saved
 * @param frame room for an image in a signal frame, on the user's stack
 * @param framed whether the signal frame has an image: a program that never used the unit gets none
 * @param copy the image of a child or a core dump
 * @param buffer room for an image on the kernel's stack
 */
record FpuState(Word used, Word usedMath, int image, int frame, Word framed, int copy, int buffer) {

    static FpuState create(Memory memory, String task, boolean live) {
        return new FpuState(
                new Word(memory.word(task + ".used_fpu", live ? 1 : 0)),
                new Word(memory.word(task + ".used_math", live ? 1 : 0)),
                memory.object(task + ".i387", new int[Fpu.FXSAVE_WORDS]),
                memory.object(task + ".fpstate", new int[Fpu.FXSAVE_WORDS]),
                new Word(memory.word(task + ".sigcontext.fpstate", 0)),
                memory.object(task + ".i387_copy", new int[Fpu.FXSAVE_WORDS]),
                memory.object(task + ".fpu_buffer", new int[Fpu.FNSAVE_WORDS]));
    }
}
