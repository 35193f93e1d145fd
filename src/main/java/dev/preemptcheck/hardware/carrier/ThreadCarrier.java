package dev.preemptcheck.hardware.carrier;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Strands on platform threads of their own, one of which runs at a time: control is handed over and back.
 *
 * <p>Works on every JVM, at some 50 times the cost of a continuation. Threads are kept and reused between runs.
 */
public final class ThreadCarrier implements Carrier {
    private final Deque<Worker> idle = new ArrayDeque<>();
    private @Nullable Worker running;

    @Override
    public Object start(Runnable body) {
        Worker worker = idle.isEmpty() ? new Worker() : idle.pop();
        worker.body = body;
        return worker;
    }

    @Override
    public boolean resume(Object handle) {
        Worker worker = (Worker) handle;
        Worker before = running;
        running = worker;
        worker.handOver();
        running = before;
        Throwable thrown = worker.thrown;
        if (worker.body == null) {
            worker.thrown = null;
            idle.push(worker);
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        return worker.body == null;
    }

    @Override
    public void suspend() {
        Worker worker = running;
        if (worker == null) {
            throw new IllegalStateException("nothing runs that could be paused");
        }
        worker.handBack();
    }

    @Override
    public Carrier another() {
        return new ThreadCarrier();
    }

    @Override
    public String description() {
        return "threads (" + (ContinuationCarrier.available() ? "asked for" : ContinuationCarrier.whyNot()) + ")";
    }

    @Override
    public void close() {
        idle.forEach(Worker::end);
        idle.clear();
    }

    /** A thread that runs one body after the other. */
    private static final class Worker implements Runnable {
        private final Thread thread = new Thread(this, "preemptcheck-strand");
        private volatile boolean mine;
        private volatile boolean ended;
        private @Nullable Thread driver;
        private @Nullable Runnable body;
        private @Nullable Throwable thrown;

        /** Lets the worker run until it hands back. Called by the driver. */
        void handOver() {
            driver = Thread.currentThread();
            mine = true;
            if (thread.getState() == Thread.State.NEW) {
                thread.setDaemon(true);
                thread.start();
            }
            LockSupport.unpark(thread);
            while (mine) {
                LockSupport.park(this);
            }
        }

        /** Lets the driver run until it hands over. Called by the worker. */
        void handBack() {
            mine = false;
            LockSupport.unpark(driver);
            while (!mine && !ended) {
                LockSupport.park(this);
            }
        }

        void end() {
            ended = true;
            LockSupport.unpark(thread);
        }

        @Override
        public void run() {
            while (!ended) {
                runBody();
                handBack();
            }
        }

        private void runBody() {
            Runnable next = body;
            if (next == null) {
                return;
            }
            try {
                next.run();
            } catch (Throwable t) {
                thrown = t;
            }
            body = null;
        }
    }
}
