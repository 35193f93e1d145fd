package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import org.jspecify.annotations.Nullable;

/**
 * The pausable code of a task, with the handlers that run on top of it on the same kernel stack.
 *
 * <p>{@code history} digests every value read and every step taken since the code last forgot, so together with the
 * digests of the levels below it says exactly where the code stands and what its locals hold.
 */
final class Strand {
    /** Levels of nesting: the task, its handlers, their return paths. */
    private static final int LEVELS_MAX = 16;

    /** Kinds of level. */
    static final int TASK = 0;

    static final int HANDLER = 1;
    static final int RETURN_PATH = 2;

    final int id;
    final String name;
    final boolean idle;
    final Runnable body;
    final int countWord;
    private final long[] histories = new long[LEVELS_MAX];
    private final long[] forgottens = new long[LEVELS_MAX];
    private final long[] belows = new long[LEVELS_MAX];
    private final int[] kinds = new int[LEVELS_MAX];
    private final int[] vectors = new int[LEVELS_MAX];
    private final int[] depths = new int[LEVELS_MAX];

    /** What the carrier needs to go on with this strand; null until it is started and after it has ended. */
    @Nullable
    Object carried;

    long history;
    /** The history as it was when it was last forgotten. */
    private long forgotten;

    long below;
    int level;
    int kind;
    /** Of the innermost handler, 0 outside handlers. */
    int vector;

    /** Interrupts on top of the task that have not returned. */
    int interrupts;

    boolean user;
    /** The number of the last operation for which it left user mode; they grow. */
    int script;

    boolean retired;
    /** Locks taken with interrupts on and not given back, a bit each. */
    int locks;

    int op;
    int word;
    int value;

    Strand(int id, String name, boolean idle, Runnable body, int countWord) {
        this.id = id;
        this.name = name;
        this.idle = idle;
        this.body = body;
        this.countWord = countWord;
    }

    void reset() {
        history = Hash.mix(id);
        forgotten = 0;
        below = 0;
        level = 0;
        kind = TASK;
        vector = 0;
        interrupts = 0;
        user = false;
        script = Integer.MIN_VALUE;
        retired = false;
        locks = 0;
        op = 0;
        word = 0;
        value = 0;
    }

    void read(int op, int read) {
        history = Hash.append(history, ((long) op << 32) ^ (read & 0xFFFFFFFFL));
    }

    /** Starts a history anew at an operation; unlike any that starts at boot. */
    void forget(int op, int live) {
        history = Hash.append(Hash.mix(op), live);
        forgotten = history;
    }

    /** True if nothing was read and no step was taken since the code last forgot. */
    boolean hasForgotten() {
        return history == forgotten;
    }

    /**
     * Another level on top; {@code state} is what the code below comes back to, below 256, and which no history of the new
     * level can be relied on to hold.
     */
    void push(int newKind, int newVector, int state) {
        if (level == LEVELS_MAX) {
            throw new IllegalStateException("interrupts nest more than " + LEVELS_MAX + " deep on " + name);
        }
        histories[level] = history;
        forgottens[level] = forgotten;
        kinds[level] = kind;
        vectors[level] = vector;
        belows[level] = below;
        depths[level] = interrupts;
        int what = newKind + (newVector << 2) + (state << 16);
        below = Hash.append(below + what, history);
        history = Hash.mix(-what);
        kind = newKind;
        vector = newVector;
        level++;
    }

    void pop() {
        level--;
        history = histories[level];
        forgotten = forgottens[level];
        kind = kinds[level];
        vector = vectors[level];
        below = belows[level];
        interrupts = depths[level];
    }

    long digest() {
        return Hash.mix(history + 31 * below + ((long) id << 56) + (user ? 1 : 0));
    }
}
