package dev.preemptcheck.kernel.sched;

/** Which of the tasks that could run {@code schedule()} takes; what a policy leaves open is a choice. */
public enum SchedulingPolicy {
    /** Any of them: the goodness of tasks is not modelled, so whatever it would say is explored. */
    ANY,
    /** One of the highest priority; a task that could go on is displaced by a higher priority only. */
    FIFO,
    /** One of the highest priority; a task whose time is up makes room for others of its own. */
    ROUND_ROBIN
}
