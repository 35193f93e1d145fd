package dev.preemptcheck.hardware;

/**
 * Entries of two words, the lower one first: 512 in a directory, 512 in a table. CR3 holds the address of four pointers to
 * directories, a gigabyte each, which the processor reads when CR3 is loaded and never again (IA-32 manual, vol. 3).
 */
public enum Pae implements EntryFormat {
    FORMAT;

    @Override
    public int bytes() {
        return 8;
    }

    @Override
    public int roots() {
        return 4;
    }

    @Override
    public int root(int linear) {
        return linear >>> 30;
    }

    @Override
    public int rootAddress(int cr3) {
        return cr3 & ~0x1F;
    }

    @Override
    public int index(int level, int linear) {
        return (linear >>> (12 + 9 * level)) & 0x1FF;
    }
}
