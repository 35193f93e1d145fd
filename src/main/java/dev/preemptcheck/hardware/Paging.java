package dev.preemptcheck.hardware;

import java.util.List;

/**
 * What the processors of a machine translate, beside low memory, which is mapped for good, and the kernel's window
 * ({@link PageTable}), whose directory entries are made before boot, are shared by all directories and never change.
 *
 * @param format layout of entries
 * @param cr3 what every processor's CR3 holds at boot
 * @param pages an address in each page that is ever accessed through the directories
 * @param writeProtect CR0.WP: whether the kernel's own writes heed read-only entries too; a 386 can't
 */
public record Paging(EntryFormat format, int cr3, List<Integer> pages, boolean writeProtect) {
    /** Nothing but the kernel's window. */
    public static final Paging NONE = new Paging(TwoLevel.FORMAT, 0, List.of(), true);

    public Paging {
        pages = List.copyOf(pages);
    }
}
