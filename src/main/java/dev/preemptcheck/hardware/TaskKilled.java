package dev.preemptcheck.hardware;

/** Takes the Java stack of a task down that died of an oops while the machine goes on without it. */
public final class TaskKilled extends Error {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace, and one is thrown for every run
    static final TaskKilled INSTANCE = new TaskKilled();

    private TaskKilled() {
        super("the task was killed by an oops", null, false, false);
    }
}
