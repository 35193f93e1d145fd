package dev.preemptcheck.hardware;

/**
 * Who touched which word, and how: collected over any number of runs, so it only grows.
 *
 * <p>A <em>context</em> is a task, a handler on one processor, a processor's page walker, or a device; an access is
 * booked to the context that makes it, never to the task it interrupted (EXPLORATION A.1). Beside the contexts stand
 * the processors on which, and the kernel stacks on top of which, the word was touched. From these follows how far an
 * access can be told apart from what others do at the same time:
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
 *
 * <p>Machines of several threads may book in one footprint. What they read of it meanwhile may be older than what others have
 * booked, which at worst is booked once more; only {@link #settle()} needs all of them to be at rest.
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

    private final Use[] uses;
    private final Reduction reduction;
    private volatile boolean unsettled;
    /** The bit that stands for a lock, by the index of its word; 0 if it has none yet. */
    private final int[] lockBits;

    private int locksKnown;

    /** What is known about one word, in one place: every access looks here. */
    private static final class Use {
        long contexts;
        int manners;
        /** Locks held at every access, and at every write. */
        int locks = -1;

        int writeLocks = -1;
        /** {@code writeLocks} as it was when last settled. */
        int guards = -1;

        int level;
        boolean lockOnly;

        boolean isNews(long context, int how, int held) {
            return ((context & ~contexts) | (how & ~manners) | (locks & ~held)) != 0
                    || ((how & WRITE) != 0 && (writeLocks & ~held) != 0);
        }

        void add(long context, int how, int held) {
            contexts |= context;
            manners |= how;
            locks &= held;
            writeLocks &= (how & WRITE) != 0 ? held : -1;
        }
    }

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
        this.uses = new Use[words];
        this.lockBits = new int[words];
        this.reduction = reduction;
        for (int i = 0; i < words; i++) {
            uses[i] = new Use();
            uses[i].level = reduction == Reduction.NONE ? SHARED : QUIET;
            uses[i].lockOnly = reduction == Reduction.LOCAL;
        }
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
        Use use = uses[word];
        if (use.isNews(context, how, held)) {
            learn(use, context, how, held);
        }
    }

    private synchronized void learn(Use use, long context, int how, int held) {
        boolean lockNoMore = use.lockOnly && use.manners != 0 && (how & DATA) != 0;
        use.add(context, how, held);
        if (lockNoMore || levelNow(use) > use.level || (use.level == GUARDED && (use.guards & ~use.writeLocks) != 0)) {
            unsettled = true;
        }
    }

    /** The bit that stands for a lock in what is held; 0 if there are too many. */
    int lockBit(int word) {
        int bit = lockBits[word];
        return bit != 0 ? bit : newLockBit(word);
    }

    private synchronized int newLockBit(int word) {
        if (lockBits[word] == 0 && locksKnown < Integer.SIZE) {
            lockBits[word] = 1 << locksKnown++;
        }
        return lockBits[word];
    }

    /** How far an access to the word can be told apart, going by all that was known at the last {@link #settle()}. */
    public int level(int word) {
        return uses[word].level;
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
        for (Use use : uses) {
            use.level = levelNow(use);
            use.guards = use.writeLocks;
            use.lockOnly = reduction == Reduction.LOCAL && (use.manners & DATA) == 0;
        }
        unsettled = false;
    }

    private int levelNow(Use use) {
        boolean isPrivate = one(use.contexts) && !nestsInItself(use.manners);
        return switch (reduction) {
            case NONE -> SHARED;
            case PRIVATE -> isPrivate ? QUIET : SHARED;
            case PROTECTED -> isPrivate || isProtected(use.manners) ? QUIET : SHARED;
            case LOCAL -> isPrivate || isProtected(use.manners) ? QUIET : beyondPrivate(use);
        };
    }

    /** True if the word is a handler's that touches it with interrupts enabled: the same handler may come on top of it. */
    private static boolean nestsInItself(int manner) {
        return (manner & HANDLER) != 0 && (manner & INTERRUPTIBLE) != 0;
    }

    private static int beyondPrivate(Use use) {
        int m = use.manners;
        boolean data = (m & DATA) != 0;
        if (data && use.locks != 0) {
            return QUIET;
        }
        if (one(m & CPUS) || one(m >>> STACK_SHIFT)) {
            return LOCAL;
        }
        return data && use.writeLocks != 0 ? GUARDED : SHARED;
    }

    /**
     * True if others can tell when an access of this manner happens: it is not made under the lock that guards the word.
     *
     * @param held locks that exclude others meanwhile, a bit each
     */
    boolean canBeToldApart(int word, int manner, int held) {
        int level = uses[word].level;
        if (level < GUARDED || (manner & DATA) == 0) {
            return false;
        }
        return level == SHARED || (manner & WRITE) != 0 || !isGuardedBy(word, held);
    }

    /** True if the word is used as a lock only, so that no other processor can tell when it is given back. */
    public boolean isLockOnly(int word) {
        return uses[word].lockOnly;
    }

    /** True if one of the locks in {@code held} was held at every write to the word. */
    boolean isGuardedBy(int word, int held) {
        return (uses[word].guards & held) != 0;
    }

    private static boolean isProtected(int manner) {
        return one(manner & CPUS) && (manner & PREEMPTIBLE) == 0 && !nestsInItself(manner);
    }

    /** True if at most one bit is set. */
    private static boolean one(long mask) {
        return (mask & (mask - 1)) == 0;
    }
}
