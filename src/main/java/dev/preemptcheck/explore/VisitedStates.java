package dev.preemptcheck.explore;

/**
 * Fingerprints that were explored, each with its witness and the largest budgets it was explored with.
 *
 * <p>A visit is covered if some earlier visit to the state had at least the same budget left of every kind
 * (EXPLORATION C.1). Incomparable budgets stand beside each other, as entries with one fingerprint. Open addressing in
 * primitive arrays: 16 bytes an entry.
 */
class VisitedStates {
    private static final int INITIAL = 1 << 8;

    private long[] keys = new long[INITIAL];
    /** Witness in the upper half, budgets below. */
    private long[] values = new long[INITIAL];

    private int entries;
    private long states;

    /** Distinct states met. */
    long states() {
        return states;
    }

    void clear() {
        keys = new long[INITIAL];
        values = new long[INITIAL];
        entries = 0;
        states = 0;
    }

    /**
     * True if the visit is covered; if not, it counts as explored from now on.
     *
     * @throws WitnessMismatchException if the state was met before with another witness
     */
    boolean covered(long fingerprint, int witness, int interruptsLeft, int preemptionsLeft) {
        long key = fingerprint == 0 ? 1 : fingerprint;
        long value = ((long) witness << 32) | (interruptsLeft << 8) | preemptionsLeft;
        boolean known = false;
        int slot = slot(key);
        for (; keys[slot] != 0; slot = (slot + 1) & (keys.length - 1)) {
            if (keys[slot] != key) {
                continue;
            }
            known = true;
            long seen = values[slot];
            if ((int) (seen >>> 32) != witness) {
                throw new WitnessMismatchException(fingerprint);
            }
            if (covers(seen, value)) {
                return true;
            }
            if (covers(value, seen)) {
                values[slot] = value;
                return false;
            }
        }
        keys[slot] = key;
        values[slot] = value;
        states += known ? 0 : 1;
        if (++entries * 3L > keys.length * 2L) {
            grow();
        }
        return false;
    }

    /** True if {@code seen} has at least the budgets of {@code visit}. */
    boolean covers(long seen, long visit) {
        return (seen & 0xFF) >= (visit & 0xFF) && (seen & 0xFF00) >= (visit & 0xFF00);
    }

    private int slot(long key) {
        return (int) (key ^ (key >>> 32)) & (keys.length - 1);
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new long[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(oldKeys[i]);
                while (keys[slot] != 0) {
                    slot = (slot + 1) & (keys.length - 1);
                }
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
