package dev.preemptcheck.kernel.init;

import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.mm.UserPage;
import java.util.List;

/** One entry of a user program into the kernel. */
public sealed interface UserCall {

    /** Every page that the call can touch. */
    List<Page> pages();

    /**
     * A write to a page that is not there yet, or not writable.
     *
     * @param address user address
     * @param backing what the fault does
     * @param source page to copy from; equal to {@code fresh} where nothing is copied
     * @param fresh frame that will be given
     */
    record Fault(int address, UserPage.Backing backing, Page source, Page fresh) implements UserCall {
        @Override
        public List<Page> pages() {
            return List.of(source, fresh);
        }
    }

    /** A system call that maps a page, reads and writes it, and unmaps it: the shortest correct use of a slot. */
    record Touch(Page page) implements UserCall {
        @Override
        public List<Page> pages() {
            return List.of(page);
        }
    }
}
