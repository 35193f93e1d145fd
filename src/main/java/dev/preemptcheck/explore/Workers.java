package dev.preemptcheck.explore;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Threads that run independent searches side by side; one that finds no search left to begin helps with one that is under way.
 */
public final class Workers implements AutoCloseable {
    private final int jobs;
    private final ExecutorService pool;

    /** So many threads. */
    public Workers(int jobs) {
        this.jobs = jobs;
        this.pool = Executors.newFixedThreadPool(jobs, runnable -> {
            Thread thread = new Thread(runnable, "preemptcheck-worker");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Runs {@code work} and gives each result to {@code sink} on the calling thread, in the order of the list. If one fails, the
     * rest is given up and the failure is thrown as it is.
     *
     * @param start the indices of {@code work} in the order in which it is begun: the longest first
     */
    public <T> void inOrder(List<Callable<T>> work, List<Integer> start, Consumer<T> sink) {
        try {
            Map<Integer, Future<T>> results = new TreeMap<>();
            start.forEach(index -> results.put(index, pool.submit(work.get(index))));
            for (Future<T> result : results.values()) {
                sink.accept(result.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while searches were under way", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e.getCause());
        }
    }

    /** Has {@code help} run by each other thread as soon as nothing is left for it to begin; called by work under way. */
    public void offer(Runnable help) {
        for (int helper = 1; helper < jobs; helper++) {
            pool.execute(help);
        }
    }

    /** Gives up what has not been begun. */
    @Override
    public void close() {
        pool.shutdownNow();
    }
}
