package dev.preemptcheck.explore;

import org.jspecify.annotations.Nullable;

/**
 * Hands the schedules of a frontier out to the workers of a search, level by level: one that leads and any number that help.
 *
 * <p>The leader opens a level, takes schedules as the helpers do until none of it is left, and waits until all who have one are
 * done; only then it goes on to the next. So what is known at the end of a level depends neither on how many they are nor on
 * who was first (EXPLORATION I.1). Whoever takes a schedule is busy until {@link #done()}.
 */
final class Handout {
    private final Frontier frontier;
    private int end;
    private int busy;
    private boolean closed;
    private @Nullable Throwable failure;

    Handout(Frontier frontier) {
        this.frontier = frontier;
    }

    /** From now on what waits is handed out; what comes to wait meanwhile belongs to the next level. For the leader. */
    synchronized void open() {
        end = frontier.end();
        notifyAll();
    }

    /** The node of a schedule, or -1 if none of this level is left. For the leader. */
    synchronized int next() {
        failWithHelper();
        return take();
    }

    /** The node of a schedule, waiting for one if need be, or -1 at the end of the search. For helpers. */
    synchronized int await() {
        int node = take();
        try {
            while (node < 0 && !closed) {
                wait();
                node = take();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return node;
    }

    private int take() {
        if (closed || !frontier.hasNext(end)) {
            return -1;
        }
        busy++;
        return frontier.next();
    }

    /** The schedule that was taken has been run. */
    synchronized void done() {
        busy--;
        notifyAll();
    }

    /** Waits until nobody is busy any more; until the next level is opened, nothing is handed out. For the leader. */
    synchronized void finish() {
        try {
            while (busy > 0 && failure == null) {
                wait();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        end = 0;
        failWithHelper();
    }

    /** A helper can't go on: the search ends with that. */
    synchronized void fail(Throwable why) {
        failure = why;
        notifyAll();
    }

    /** Nothing is handed out any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    private static IllegalStateException interrupted(InterruptedException why) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while a search was under way", why);
    }

    private void failWithHelper() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException fault) {
            throw fault;
        }
    }
}
