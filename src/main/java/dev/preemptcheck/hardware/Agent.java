package dev.preemptcheck.hardware;

/**
 * Who moves: the alternatives of a choice, as small numbers with stable names.
 *
 * <p>{@code cpuN} lets processor N take its next step, {@code timerN} raises N's timer interrupt (N takes it at
 * once), {@code taskN} is a scheduler's pick.
 */
public final class Agent {
    /** The run is over (the answer when nobody can move). */
    public static final int END = -1;
    /** The run is cut off here: nothing new can come of it. */
    public static final int STOP = -2;

    private static final int TIMER = 32;
    private static final int TASK = 64;

    private Agent() {}

    public static int cpu(int cpu) {
        return cpu;
    }

    public static int timer(int cpu) {
        return TIMER + cpu;
    }

    public static int task(int task) {
        return TASK + task;
    }

    public static boolean isCpu(int agent) {
        return agent >= 0 && agent < TIMER;
    }

    public static boolean isTimer(int agent) {
        return agent >= TIMER && agent < TASK;
    }

    public static boolean isTask(int agent) {
        return agent >= TASK;
    }

    /** The number behind the kind: which processor, which task. */
    public static int number(int agent) {
        return agent & (TIMER - 1);
    }

    /** The name by which seeds and traces call {@code agent}. */
    public static String name(int agent) {
        String kind = isCpu(agent) ? "cpu" : isTimer(agent) ? "timer" : "task";
        return kind + number(agent);
    }

    /**
     * The agent of that name.
     *
     * @throws IllegalArgumentException if no agent can have it
     */
    public static int parse(String name) {
        String digits = name.replaceFirst("^(cpu|timer|task)(?=[0-9]{1,2}$)", "");
        if (digits.equals(name) || Integer.parseInt(digits) >= TIMER) {
            throw new IllegalArgumentException("'" + name + "' names no agent: cpuN, timerN or taskN is expected");
        }
        int number = Integer.parseInt(digits);
        return name.startsWith("cpu") ? cpu(number) : name.startsWith("timer") ? timer(number) : task(number);
    }
}
