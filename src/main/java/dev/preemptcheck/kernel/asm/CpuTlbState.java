package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.Word;

/**
 * {@code cpu_tlbstate} of a processor (2.4, SMP): what it has in its TLB, and what it cares for.
 *
 * @param state {@link #OK} or {@link #LAZY}
 * @param activeMm number of the address space in CR3
 */
public record CpuTlbState(Word state, Word activeMm) {
    /** The processor runs a task of that address space: it flushes when it is told to. */
    public static final int OK = 1;
    /** It has borrowed the address space: it may leave it instead, and is told no more. */
    public static final int LAZY = 2;

    static CpuTlbState layOut(Memory memory, int cpu) {
        String name = "cpu_tlbstate[" + cpu + "]";
        return new CpuTlbState(
                new Word(memory.word(name + ".state", LAZY, Role.PER_CPU, cpu)),
                new Word(memory.word(name + ".active_mm", MmuContext.INIT_MM, Role.PER_CPU, cpu)));
    }
}
