package dev.preemptcheck.explore;

/** A set of digests in a primitive array. */
final class LongSet {
    private static final int INITIAL = 64;

    private long[] slots = new long[INITIAL];
    private int size;

    /** True if it was not there. */
    boolean add(long digest) {
        long key = digest == 0 ? 1 : digest;
        int slot = find(slots, key);
        if (slots[slot] == key) {
            return false;
        }
        slots[slot] = key;
        if (++size * 2 > slots.length) {
            grow();
        }
        return true;
    }

    void clear() {
        slots = new long[INITIAL];
        size = 0;
    }

    private void grow() {
        long[] larger = new long[slots.length * 2];
        for (long key : slots) {
            if (key != 0) {
                larger[find(larger, key)] = key;
            }
        }
        slots = larger;
    }

    private static int find(long[] slots, long key) {
        int slot = (int) (key ^ (key >>> 32)) & (slots.length - 1);
        while (slots[slot] != 0 && slots[slot] != key) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }
}
