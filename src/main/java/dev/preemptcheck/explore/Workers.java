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

/** Runs independent searches side by side and hands their results over in order, whichever is done first. */
public final class Workers {
    private Workers() {}

    /**
     * Runs {@code work} on {@code jobs} threads and gives each result to {@code sink} on the calling thread, in the order of
     * the list. If one fails, the rest is given up and the failure is thrown as it is.
     *
     * @param start the indices of {@code work} in the order in which it is begun: the longest first
     */
    public static <T> void inOrder(int jobs, List<Callable<T>> work, List<Integer> start, Consumer<T> sink) {
        ExecutorService pool = Executors.newFixedThreadPool(jobs, runnable -> {
            Thread thread = new Thread(runnable, "preemptcheck-worker");
            thread.setDaemon(true);
            return thread;
        });
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
        } finally {
            pool.shutdownNow();
        }
    }
}
