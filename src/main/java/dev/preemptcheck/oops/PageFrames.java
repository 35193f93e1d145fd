package dev.preemptcheck.oops;

import java.util.List;
import java.util.Map;

/**
 * Page frames read out of an oops of {@code kmap_atomic} (section 8, 2.4.10-pre4 and 2.4.9-ac10). The code after the trap turns the {@code
 * struct page} in esi into a frame number: (esi - mem_map) / 68, with mem_map at 0xC1000010 in these builds. A register is a page only if
 * the division leaves no remainder, so nothing is claimed for other builds.
 *
 * @param esi frame number of the page being mapped, or -1
 * @param ebp frame number of the page in ebp, or -1
 * @param pte the word of the stack that is a present PTE of the esi frame, or -1
 * @param sourceSlot whether this is {@code do_wp_page} mapping the frame of the old PTE: the busy slot is the copy's source
 */
public record PageFrames(long esi, long ebp, long pte, boolean sourceSlot) {
    static final PageFrames NONE = new PageFrames(-1, -1, -1, false);

    /** The first frame of high memory on i386: 896 MiB. */
    public static final long HIGH_MEMORY_FRAME = 0x38000;

    private static final long MEM_MAP = 0xC1000010L;
    private static final long PAGE_STRUCT_BYTES = 68;
    private static final long FRAMES_MAX = 1L << 20;
    private static final int PTE_FLAGS = 0x1ff;
    private static final int PTE_PRESENT_USER = 0x5;

    static PageFrames of(Map<String, Long> registers, List<Long> stack, List<Integer> code, String function) {
        long esi = turnsEsiIntoFrame(code) ? frame(registers.getOrDefault("esi", 0L)) : -1;
        if (esi < 0) {
            return NONE;
        }
        long pte = stack.stream().filter(word -> isPte(word, esi)).findFirst().orElse(-1L);
        long ebp = frame(registers.getOrDefault("ebp", 0L));
        return new PageFrames(esi, ebp, pte, pte >= 0 && function.equals("do_wp_page"));
    }

    /** Whether the code after ud2 copies esi to eax (89 f0) and multiplies by the inverse of 17 (69 ..). */
    private static boolean turnsEsiIntoFrame(List<Integer> code) {
        if (!OopsChecks.startsWithUd2(code)) {
            return false;
        }
        for (int i = 2; i + 2 < code.size(); i++) {
            if (code.get(i) == 0x89 && code.get(i + 1) == 0xf0) {
                return code.subList(i + 2, code.size()).contains(0x69);
            }
        }
        return false;
    }

    private static long frame(long address) {
        long offset = address - MEM_MAP;
        boolean divides = offset >= 0 && offset % PAGE_STRUCT_BYTES == 0;
        return divides && offset / PAGE_STRUCT_BYTES < FRAMES_MAX ? offset / PAGE_STRUCT_BYTES : -1;
    }

    private static boolean isPte(long word, long frame) {
        long flags = word & 0xfff;
        return word >> 12 == frame && (flags & ~PTE_FLAGS) == 0 && (flags & PTE_PRESENT_USER) == PTE_PRESENT_USER;
    }
}
