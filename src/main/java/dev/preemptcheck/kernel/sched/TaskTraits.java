package dev.preemptcheck.kernel.sched;

/**
 * What never changes about a task.
 *
 * @param kind what it is there for
 * @param cpus processors that it may run on, a bit each
 * @param priority for policies that know one: more runs first
 * @param context what the voluntary-preempt tree says of a daemon that runs an interrupt's work: {@code PF_SOFTIRQ} and
 *     {@code PF_HARDIRQ} (fact 3.2)
 */
public record TaskTraits(Kind kind, int cpus, int priority, DaemonContext context) {

    /** What tasks are there for. */
    public enum Kind {
        /** The last resort of its processor. */
        IDLE,
        /** A kernel thread that serves for ever: a run may end while it waits. */
        DAEMON,
        /** A process: a run ends when all of them have. */
        USER
    }

    /** Whose work a task does. */
    public enum DaemonContext {
        NONE,
        SOFTIRQ,
        HARDIRQ
    }

    /** May run anywhere. */
    public static final int ANYWHERE = -1;

    /** A process that may run anywhere. */
    public static final TaskTraits USER = new TaskTraits(Kind.USER, ANYWHERE, 0, DaemonContext.NONE);

    /** A process of a real-time priority. */
    public static TaskTraits user(int priority) {
        return new TaskTraits(Kind.USER, ANYWHERE, priority, DaemonContext.NONE);
    }

    /** A kernel thread of one processor. */
    public static TaskTraits daemon(int cpu, int priority, DaemonContext context) {
        return new TaskTraits(Kind.DAEMON, 1 << cpu, priority, context);
    }

    static TaskTraits idle(int cpu) {
        return new TaskTraits(Kind.IDLE, 1 << cpu, Integer.MIN_VALUE, DaemonContext.NONE);
    }
}
