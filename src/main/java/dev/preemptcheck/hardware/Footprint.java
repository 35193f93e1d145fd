package dev.preemptcheck.hardware;

import java.util.Arrays;

/**
 * Who touched which word, and how: collected over any number of runs, so it only grows.
 *
 * <p>A <em>context</em> is a task, a handler on one processor, a processor's page walker, or a device; an access is booked to the context that makes
 * it, never to the task it interrupted (EXPLORATION A.1). Beside the contexts stand the processors on which, and the
 * kernel stacks on top of which, the word was touched. From these follows how far an access can be told apart from
 * what others do at the same time:
 *
 * <ul>
 *   <li>{@link #QUIET}: not at all. One context alone touches the word, or all who do so run on one processor where none
 *       can come between the accesses of another, or all hold one and the same lock (EXPLORATION A.7).
 *   <li>{@link #LOCAL}: only from what the same processor does. All touch it on one processor, or all on top of one kernel
 *       stack, which is on one processor at a time.
 *   <li>{@link #GUARDED}: all writes are made under one lock, but not all reads. A read under that lock is quiet; a write
 *       can be told apart from the reads outside it.
 *   <li>{@link #SHARED}: from what any processor does.
 * </ul>
 *
 * <p>What is said about a word is frozen until {@link #settle()}, so that a search can rely on it while the footprint
 * grows, and learn from {@link #unsettled()} that it must start over.
 */
public class Footprint {
    public static final int QUIET = 0;
    public static final int LOCAL = 1;
    public static final int GUARDED = 2;
    public static final int SHARED = 3;

    /** A task touched the word where it could have been preempted. */
    static final int PREEMPTIBLE = 1 << 11;
    /** A task touched the word with interrupts enabled. */
    static final int INTERRUPTIBLE = 1 << 12;
    /** A handler touched the word. */
    static final int HANDLER = 1 << 13;
    /** The word was used as anything but a lock. */
    static final int DATA = 1 << 14;
    /** The access is a write. */
    static final int WRITE = 1 << 15;

    private static final int CPUS = 0x7FF;
    static final int STACK_SHIFT = 16;

    private final long[] contexts;
    private final int[] manners;
    /** Locks held at every access, and at every write. */
    private final int[] locks;

    private final int[] writeLocks;
    private final byte[] levels;
    /** {@code writeLocks} as it was when last settled. */
    private final int[] guards;

    private final boolean[] lockOnly;
    private final Reduction reduction;
    private boolean unsettled;

    /** Which words may be passed without a choice; each step adds to the one before. */
    public enum Reduction {
        /** None: every access is a choice of every processor. */
        NONE,
        /** Words of one context. */
        PRIVATE,
        /** Protected words too. */
        PROTECTED,
        /** Words under a lock too, and before local words only the same processor has a choice. */
        LOCAL
    }

    /**
     * Knows nothing yet: every word counts as private.
     *
     * @param words number of indices of the machine's memory
     */
    public Footprint(int words, Reduction reduction) {
        contexts = new long[words];
        manners = new int[words];
        locks = new int[words];
        writeLocks = new int[words];
        Arrays.fill(locks, -1);
        Arrays.fill(writeLocks, -1);
        levels = new byte[words];
        guards = new int[words];
        lockOnly = new boolean[words];
        Arrays.fill(guards, -1);
        Arrays.fill(lockOnly, reduction == Reduction.LOCAL);
        this.reduction = reduction;
        Arrays.fill(levels, (byte) (reduction == Reduction.NONE ? SHARED : QUIET));
    }

    /**
     * Books an access.
     *
     * @param context who makes it, a bit
     * @param stack the task on top of whose kernel stack it is made
     * @param held locks that exclude others meanwhile, a bit each
     */
    void note(int word, long context, int stack, int manner, int held) {
        book(word, context, manner | 1 << (STACK_SHIFT + stack), held);
    }

    /** Books a device's access to memory: on no processor, under no lock, and at any moment. */
    void noteDevice(int word, long context, int manner) {
        book(word, context, manner | CPUS | HANDLER | INTERRUPTIBLE | PREEMPTIBLE | -1 << STACK_SHIFT, 0);
    }

    private void book(int word, long context, int how, int held) {
        boolean write = (how & WRITE) != 0;
        if ((contexts[word] | context) != contexts[word]
                || (manners[word] | how) != manners[word]
                || (locks[word] & held) != locks[word]
                || (write && (writeLocks[word] & held) != writeLocks[word])) {
            unsettled |= lockOnly[word] && manners[word] != 0 && (how & DATA) != 0;
            contexts[word] |= context;
            manners[word] |= how;
            locks[word] &= held;
            writeLocks[word] &= write ? held : -1;
            unsettled |= levelNow(word) > levels[word];
            unsettled |= levels[word] == GUARDED && (guards[word] & ~writeLocks[word]) != 0;
        }
    }

    /** How far an access to the word can be told apart, going by all that was known at the last {@link #settle()}. */
    public int level(int word) {
        return levels[word];
    }

    /** The reduction in force. */
    public Reduction reduction() {
        return reduction;
    }

    /** True if a word's level has risen since the last {@link #settle()}. */
    public boolean unsettled() {
        return unsettled;
    }

    /** Takes what was learnt into account from now on. */
    public final void settle() {
        for (int i = 0; i < levels.length; i++) {
            levels[i] = (byte) levelNow(i);
            guards[i] = writeLocks[i];
            lockOnly[i] = reduction == Reduction.LOCAL && (manners[i] & DATA) == 0;
        }
        unsettled = false;
    }

    private int levelNow(int word) {
        boolean isPrivate = one(contexts[word]);
        return switch (reduction) {
            case NONE -> SHARED;
            case PRIVATE -> isPrivate ? QUIET : SHARED;
            case PROTECTED -> isPrivate || isProtected(manners[word]) ? QUIET : SHARED;
            case LOCAL -> isPrivate || isProtected(manners[word]) ? QUIET : beyondPrivate(word);
        };
    }

    private int beyondPrivate(int word) {
        int m = manners[word];
        boolean data = (m & DATA) != 0;
        if (data && locks[word] != 0) {
            return QUIET;
        }
        if (one(m & CPUS) || one(m >>> STACK_SHIFT)) {
            return LOCAL;
        }
        return data && writeLocks[word] != 0 ? GUARDED : SHARED;
    }

    /**
     * True if others can tell when an access of this manner happens: it is not made under the lock that guards the word.
     *
     * @param held locks that exclude others meanwhile, a bit each
     */
    boolean canBeToldApart(int word, int manner, int held) {
        int level = levels[word];
        boolean quietRead = (manner & WRITE) == 0 && isGuardedBy(word, held);
        return (manner & DATA) != 0 && (level == SHARED || (level == GUARDED && !quietRead));
    }

    /** True if the word is used as a lock only, so that no other processor can tell when it is given back. */
    public boolean isLockOnly(int word) {
        return lockOnly[word];
    }

    /** True if one of the locks in {@code held} was held at every write to the word. */
    boolean isGuardedBy(int word, int held) {
        return (guards[word] & held) != 0;
    }

    private static boolean isProtected(int manner) {
        return one(manner & CPUS)
                && (manner & PREEMPTIBLE) == 0
                && ((manner & HANDLER) == 0 || (manner & INTERRUPTIBLE) == 0);
    }

    /** True if at most one bit is set. */
    private static boolean one(long mask) {
        return (mask & (mask - 1)) == 0;
    }
}
