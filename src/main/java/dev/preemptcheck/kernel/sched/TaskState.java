package dev.preemptcheck.kernel.sched;

/** What a task's state word holds (fact 3.1, 2.4.2 and later). */
public final class TaskState {
    public static final int RUNNING = 0;
    /** Sleeps, or is about to: {@code schedule()} takes it off the run queue. */
    public static final int INTERRUPTIBLE = 1;
    /** The same, and signals don't wake it. */
    public static final int UNINTERRUPTIBLE = 2;
    /** {@code TASK_PREEMPTED}: did not ask to be switched out, and stays on the run queue whatever it was about to do. */
    public static final int PREEMPTED = 64;

    private TaskState() {}
}
