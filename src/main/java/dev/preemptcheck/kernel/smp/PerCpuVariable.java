package dev.preemptcheck.kernel.smp;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.Word;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A {@code DEFINE_PER_CPU()} variable of 2.6: a word of each processor, which tasks on that processor share as long as none is
 * preempted in the middle of it, and handlers and other processors as the code says.
 *
 * @param words a word for each processor
 * @param number how code finds out which is its own
 */
public record PerCpuVariable(List<Word> words, ProcessorNumber number) {

    /** Lays out the words. */
    public static PerCpuVariable layOut(Memory memory, String name, int value, int cpus, ProcessorNumber number) {
        List<Word> words = IntStream.range(0, cpus)
                .mapToObj(cpu -> new Word(memory.word(name + "[" + cpu + "]", value, Role.PER_CPU, cpu)))
                .toList();
        return new PerCpuVariable(words, number);
    }

    /** {@code get_cpu_var()}: this processor's word, with preemption off from here on; any context. */
    @CName("get_cpu_var")
    @Inlined
    public Word getCpuVar(Cpu cpu) {
        return words.get(number.getCpu(cpu));
    }

    /** {@code put_cpu_var()}: a preemption point, after which the word may be another processor's. */
    @CName("put_cpu_var")
    @Inlined
    public void putCpuVar(Cpu cpu) {
        number.putCpu(cpu);
    }

    /** {@code __get_cpu_var()}: this processor's word; any context that can't be moved. */
    @CName("__get_cpu_var")
    @Inlined
    public Word thisCpuVar(Cpu cpu) {
        return words.get(number.smpProcessorId(cpu));
    }

    /**
     * {@code per_cpu()}: the word of that processor, whichever the caller runs on; any context. With a number that was the
     * caller's own it is {@code words().get(number)}, which D4 looks at.
     */
    @CName("per_cpu")
    @Inlined
    public Word perCpu(Cpu cpu, int processor) {
        Word word = words.get(processor);
        cpu.byNumber(word.address());
        return word;
    }
}
