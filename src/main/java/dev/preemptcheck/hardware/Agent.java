package dev.preemptcheck.hardware;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who moves: the alternatives of a choice, as small numbers with stable names.
 *
 * <p>{@code cpuN} lets processor N take its next step, {@code timerN} raises N's timer interrupt (N takes it at
 * once), {@code taskN} is a scheduler's pick, {@code drainN@S} lets the store that N issued at step S reach memory, with
 * those that must go before it.
 */
public final class Agent {
    /** The run is over (the answer when nobody can move). */
    public static final int END = -1;
    /** The run is cut off here: nothing new can come of it. */
    public static final int STOP = -2;

    private static final int TIMER = 32;
    private static final int TASK = 64;
    private static final int DRAIN = 1 << 30;
    private static final int DRAIN_CPU_SHIFT = 24;
    private static final Pattern NAME = Pattern.compile("(cpu|timer|task|drain)([0-9]{1,2})(?:@([0-9]{1,7}))?");

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

    public static int drain(int cpu, int step) {
        return DRAIN | cpu << DRAIN_CPU_SHIFT | step;
    }

    public static boolean isCpu(int agent) {
        return agent >= 0 && agent < TIMER;
    }

    public static boolean isTimer(int agent) {
        return agent >= TIMER && agent < TASK;
    }

    public static boolean isTask(int agent) {
        return agent >= TASK && agent < DRAIN;
    }

    public static boolean isDrain(int agent) {
        return agent >= DRAIN;
    }

    /** The step at which the store that is drained was issued. */
    public static int drained(int agent) {
        return agent & (1 << DRAIN_CPU_SHIFT) - 1;
    }

    /** The number behind the kind: which processor, which task. */
    public static int number(int agent) {
        return (isDrain(agent) ? agent >>> DRAIN_CPU_SHIFT : agent) & (TIMER - 1);
    }

    /** The name by which seeds and traces call {@code agent}. */
    public static String name(int agent) {
        if (isDrain(agent)) {
            return "drain" + number(agent) + "@" + drained(agent);
        }
        String kind = isCpu(agent) ? "cpu" : isTimer(agent) ? "timer" : "task";
        return kind + number(agent);
    }

    /**
     * The agent of that name.
     *
     * @throws IllegalArgumentException if no agent can have it
     */
    public static int parse(String name) {
        Matcher parts = NAME.matcher(name);
        boolean known = parts.matches() && parts.group(1).equals("drain") == (parts.group(3) != null);
        if (!known || Integer.parseInt(parts.group(2)) >= TIMER) {
            throw new IllegalArgumentException(
                    "'" + name + "' names no agent: cpuN, timerN, taskN or drainN@STEP is expected");
        }
        int number = Integer.parseInt(parts.group(2));
        return switch (parts.group(1)) {
            case "cpu" -> cpu(number);
            case "timer" -> timer(number);
            case "task" -> task(number);
            default -> drain(number, Integer.parseInt(parts.group(3)));
        };
    }
}
