package dev.preemptcheck.hardware;

/**
 * How the entries of page tables lie in memory, and which entry of which table an address leads to (fact 2.6).
 *
 * <p>An entry travels as 64 bits, the second word above the first; bits 0 to 11 mean the same in both formats and at both
 * levels. A walk starts at a <em>root</em>, the processor's own idea of where the directories are, made when CR3 is loaded,
 * and reads two levels in memory: the directory (level 1), then the table (level 0). Large pages are not modelled.
 */
public sealed interface EntryFormat permits TwoLevel, Pae {

    /** Levels that a walk reads in memory. */
    int LEVELS = 2;

    /** Size of an entry in bytes: 4, or 8 where a second word follows. */
    int bytes();

    /** Number of roots that a CR3 load makes. */
    int roots();

    /** The root that {@code linear} belongs to. */
    int root(int linear);

    /** Physical address of the first root behind the CR3 value, or -1 if that value is the root itself. */
    int rootAddress(int cr3);

    /** Number of the entry for {@code linear} in its table of that level, 0 being the last one. */
    int index(int level, int linear);

    /** Byte offset of that entry in its table. */
    default int offset(int level, int linear) {
        return bytes() * index(level, linear);
    }
}
