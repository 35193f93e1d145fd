package dev.preemptcheck.kernel.mm;

import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.asm.Page;

/**
 * A page of a task's address space that is about to be touched, and what the kernel will find there.
 *
 * @param address user address
 * @param backing what a fault on it does
 * @param pte its page-table entry
 * @param source the page to copy from; the page itself where nothing is copied
 * @param fresh the frame that the page allocator will give; which one does not depend on the schedule
 */
public record UserPage(int address, Backing backing, Word pte, Page source, Page fresh) {

    /** Where the contents come from. */
    public enum Backing {
        /** Not present, no file: a cleared page. */
        ANONYMOUS,
        /** Present and read-only, shared with a child: a copy. */
        COPY_ON_WRITE,
        /** Not present, private mapping of a file: a copy of the page in the page cache. */
        FILE
    }
}
