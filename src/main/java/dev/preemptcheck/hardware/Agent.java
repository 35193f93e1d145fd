package dev.preemptcheck.hardware;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who moves: the alternatives of a choice, as numbers with stable names.
 *
 * <ul>
 *   <li>{@code cpuN}: processor N takes its next step.
 *   <li>{@code timerN}: N's timer interrupt is raised, and N takes it at once.
 *   <li>{@code taskN}: a scheduler's pick.
 *   <li>{@code answerN@Q}: what a device answers to the Q-th question since the last step or move.
 *   <li>{@code nmiN}: processor N takes an NMI.
 *   <li>{@code ipiS@T}: the message that processor S sent arrives at processor T.
 *   <li>{@code fillN@P}: N's TLB fetches the translation of page P, though nobody asked for it.
 *   <li>{@code deviceN@M}: device N makes its move M.
 *   <li>{@code lineN}: line N, which a port access has raised, reaches the 8259s.
 *   <li>{@code drainN@S}: the store that N issued at step S reaches memory, with those that must go before it.
 *   <li>{@code lasso0}, {@code lasso1}: nobody moves, but from the one to the other the machine comes back to its state.
 * </ul>
 */
public final class Agent {
    /** The run is over (the answer when nobody can move). */
    public static final int END = -1;
    /** The run is cut off here: nothing new can come of it. */
    public static final int STOP = -2;

    private static final int KIND_SHIFT = 27;
    private static final int NUMBER_SHIFT = 21;
    private static final int NUMBERS = 1 << (KIND_SHIFT - NUMBER_SHIFT);
    private static final int DETAILS = 1 << NUMBER_SHIFT;
    private static final Pattern NAME = Pattern.compile("([a-z]+)([0-9]{1,2})(?:@([0-9]{1,7}))?");

    /** In the order in which alternatives are tried. */
    enum Kind {
        CPU(0, false),
        TIMER(1, false),
        TASK(2, false),
        ANSWER(3, true),
        NMI(4, false),
        IPI(5, true),
        FILL(6, true),
        DEVICE(7, true),
        DRAIN(8, true),
        LINE(9, false),
        LASSO(10, false);

        private static final Kind[] ALL = values();

        private final int code;
        private final boolean detailed;
        private final String id = name().toLowerCase(Locale.ROOT);

        Kind(int code, boolean detailed) {
            this.code = code;
            this.detailed = detailed;
        }
    }

    private Agent() {}

    private static int of(Kind kind, int number, int detail) {
        return (kind.code << KIND_SHIFT) | (number << NUMBER_SHIFT) | detail;
    }

    public static int cpu(int cpu) {
        return of(Kind.CPU, cpu, 0);
    }

    public static int timer(int cpu) {
        return of(Kind.TIMER, cpu, 0);
    }

    public static int task(int task) {
        return of(Kind.TASK, task, 0);
    }

    static int answer(int answer, int question) {
        return of(Kind.ANSWER, answer, question);
    }

    public static int nmi(int cpu) {
        return of(Kind.NMI, cpu, 0);
    }

    public static int ipi(int sender, int target) {
        return of(Kind.IPI, sender, target);
    }

    public static int fill(int cpu, int page) {
        return of(Kind.FILL, cpu, page);
    }

    public static int device(int device, int move) {
        return of(Kind.DEVICE, device, move);
    }

    public static int drain(int cpu, int step) {
        return of(Kind.DRAIN, cpu, step);
    }

    public static int line(int irq) {
        return of(Kind.LINE, irq, 0);
    }

    static Kind kind(int agent) {
        return Kind.ALL[agent >>> KIND_SHIFT];
    }

    public static boolean isCpu(int agent) {
        return agent >= 0 && kind(agent) == Kind.CPU;
    }

    public static boolean isTimer(int agent) {
        return agent >= 0 && kind(agent) == Kind.TIMER;
    }

    /** True for what answers a question within a step: a scheduler's pick, a device's answer. */
    public static boolean isPick(int agent) {
        return agent >= 0 && (kind(agent) == Kind.TASK || kind(agent) == Kind.ANSWER);
    }

    /** Marks the state in which a cycle begins. */
    public static int cycleBegins() {
        return of(Kind.LASSO, 0, 0);
    }

    /** Marks the same state at the end of the cycle. */
    public static int cycleEnds() {
        return of(Kind.LASSO, 1, 0);
    }

    /** True for what marks a state and moves nobody. */
    public static boolean isMark(int agent) {
        return agent >= 0 && kind(agent) == Kind.LASSO;
    }

    /** True for a TLB that fetches what nobody asked for. */
    public static boolean isFill(int agent) {
        return agent >= 0 && kind(agent) == Kind.FILL;
    }

    /** True for a store that reaches memory. */
    public static boolean isDrain(int agent) {
        return agent >= 0 && kind(agent) == Kind.DRAIN;
    }

    /** The number behind the kind: which processor, task, answer or device. */
    public static int number(int agent) {
        return (agent >>> NUMBER_SHIFT) & (NUMBERS - 1);
    }

    /** The number behind the {@code @}: which page, move or target, or at which step. */
    public static int detail(int agent) {
        return agent & (DETAILS - 1);
    }

    /** The name by which seeds and traces call {@code agent}. */
    public static String name(int agent) {
        Kind kind = kind(agent);
        return kind.id + number(agent) + (kind.detailed ? "@" + detail(agent) : "");
    }

    /** What happens when it moves, for people; not for tasks, whose names are elsewhere. */
    public static String event(int agent) {
        int number = number(agent);
        int detail = detail(agent);
        return switch (kind(agent)) {
            case CPU -> "CPU " + number + " goes on";
            case TIMER -> "timer interrupt";
            case TASK -> "schedule() picks task " + number;
            case ANSWER -> "device answers " + number;
            case NMI -> "NMI";
            case IPI -> "message of CPU " + number + " arrives";
            case FILL -> "TLB fetches page " + detail;
            case DEVICE -> "device " + number + " makes move " + detail;
            case LINE -> "line " + number + " arrives";
            case DRAIN -> "store of step " + detail + " reaches memory";
            case LASSO -> number == 0 ? "a cycle begins" : "the state in which the cycle began";
        };
    }

    /** The processor at which it happens; {@code running} where it is none's own. */
    public static int where(int agent, int running) {
        return switch (kind(agent)) {
            case CPU, TIMER, NMI, FILL, DRAIN -> number(agent);
            case IPI -> detail(agent);
            case LINE -> 0;
            case TASK, ANSWER, DEVICE, LASSO -> running;
        };
    }

    /** True for a scheduler's pick. */
    public static boolean isTask(int agent) {
        return agent >= 0 && kind(agent) == Kind.TASK;
    }

    /**
     * The agent of that name.
     *
     * @throws IllegalArgumentException if no agent can have it
     */
    public static int parse(String name) {
        Matcher parts = NAME.matcher(name);
        if (parts.matches()) {
            int number = Integer.parseInt(parts.group(2));
            int detail = parts.group(3) == null ? -1 : Integer.parseInt(parts.group(3));
            for (Kind kind : Kind.ALL) {
                boolean fits = kind.detailed == (detail >= 0) && number < NUMBERS / 2 && detail < DETAILS;
                if (kind.id.equals(parts.group(1)) && fits) {
                    return of(kind, number, Math.max(0, detail));
                }
            }
        }
        throw new IllegalArgumentException(
                "'" + name + "' names no agent: cpuN, timerN, taskN, nmiN, lineN, lassoN, or ipiN@M,"
                        + " fillN@M, deviceN@M, drainN@M, answerN@M is expected");
    }
}
