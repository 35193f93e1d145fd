package dev.preemptcheck.hardware;

/** Entries of one word: 1,024 in a directory, 1,024 in a table; CR3 holds the directory's address. */
public enum TwoLevel implements EntryFormat {
    FORMAT;

    @Override
    public int bytes() {
        return 4;
    }

    @Override
    public int roots() {
        return 1;
    }

    @Override
    public int root(int linear) {
        return 0;
    }

    @Override
    public int rootAddress(int cr3) {
        return -1;
    }

    @Override
    public int index(int level, int linear) {
        return (linear >>> (12 + 10 * level)) & 0x3FF;
    }
}
