package dev.preemptcheck.report;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the lock validator of later kernels prints for a lock that can deadlock, in its known outline. None of the kernels here
 * has one: it came with 2.6.18.
 *
 * <p>A lock without a word, as all are on one processor, has no name in a run; how a lock was used before, which a splat shows
 * in braces, is left to question marks, as are the earlier call traces.
 */
final class LockdepText {
    static final String HEADING =
            "A kernel with a lock validator, from 2.6.18 on and with CONFIG_PROVE_LOCKING, prints in its place:";

    private static final String UNKNOWN = "?";

    private final Incident incident;
    private final String task;
    private final List<String> lines = new ArrayList<>();

    private LockdepText(Incident incident) {
        int victim = incident.finding().victim();
        this.incident = incident;
        this.task = incident.cast().name(victim) + "/" + incident.cast().pid(victim);
    }

    /** The splat for a finding of rule lockdep. */
    static List<String> of(Incident incident) {
        LockdepText text = new LockdepText(incident);
        text.splat();
        return text.lines;
    }

    private void splat() {
        switch (incident.outcome()) {
            case "lock-order" -> twoLocks("possible circular locking dependency detected", held());
            case "recursive-lock" -> twoLocks("possible recursive locking detected", wanted());
            case "irq-unsafe-lock" -> inconsistent("hardirq", "[HC1[1]:SC0[0]:HE0:SE?]");
            default -> inconsistent("softirq", "[HC0[0]:SC1[1]:HE?:SE0]");
        }
        lines.add("stack backtrace:");
        incident.finding().signature().chain().forEach(f -> lines.add(ConsoleWords.frame(f)));
    }

    private void twoLocks(String what, String held) {
        title(what);
        lines.add(task + " is trying to acquire lock:");
        lines.add(wanted());
        lines.add("but task is already holding lock:");
        lines.add(held);
    }

    private void inconsistent(String context, String where) {
        title("inconsistent lock state");
        lines.add("inconsistent {" + context + "-on-W} -> {in-" + context + "-W} usage.");
        lines.add(task + " " + where + " takes:");
        lines.add(wanted());
    }

    private void title(String what) {
        String title = "[ INFO: " + what + " ]";
        lines.add("=".repeat(title.length()));
        lines.add(title);
        lines.add("-".repeat(title.length()));
    }

    /** The lock whose acquisition shows the finding. */
    private String wanted() {
        Step shows = incident.shows();
        return shows != null && shows.op() == Op.ACQUIRE ? lock(shows) : lock(UNKNOWN, innermost(shows));
    }

    /** The last lock before it that the task has acquired and not released. */
    private String held() {
        Step shows = incident.shows();
        List<Step> held = new ArrayList<>();
        for (Step s : incident.steps()) {
            boolean before = shows != null && s.number() < shows.number() && s.task() == shows.task();
            if (before && s.op() == Op.ACQUIRE) {
                held.add(s);
            } else if (before && s.op() == Op.RELEASE) {
                held.removeIf(taken -> taken.word() == s.word());
            }
        }
        return held.isEmpty() ? lock(UNKNOWN, UNKNOWN) : lock(held.get(held.size() - 1));
    }

    private static String lock(Step step) {
        return lock(step.symbol(), innermost(step));
    }

    private static String lock(String name, String function) {
        return " (" + name + "){????}, at:" + ConsoleWords.frame(function);
    }

    private static String innermost(@Nullable Step step) {
        List<String> framed = step == null ? List.of() : CallChain.framed(step.functions());
        return framed.isEmpty() ? UNKNOWN : framed.get(0);
    }
}
