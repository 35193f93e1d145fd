package dev.preemptcheck.report;

import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.kernel.sched.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a rule that is not about slots (those are told of in {@link CauseText}) was broken, in a sentence or two: who did what, at
 * which step, to whom.
 */
final class BreachText {
    private final Incident incident;
    private final Cast cast;
    private final String culprit;
    private final String victim;
    private final String shown;

    BreachText(Incident incident) {
        this.incident = incident;
        this.cast = incident.cast();
        this.culprit = cast.name(incident.finding().culprit());
        this.victim = cast.name(incident.finding().victim());
        Step shows = incident.shows();
        this.shown = shows == null ? "at the start" : "at step " + shows.number();
    }

    /** What is wrong, behind the rule's name; empty if the rule is not known here. */
    String title() {
        String who = cast.full(incident.finding().culprit());
        return switch (incident.rule()) {
            case "D5" -> "FPU registers don't hold what their user has put there";
            case "D8" ->
                incident.outcome().equals("pending-work")
                        ? who + " has work and sleeps"
                        : who + " sleeps and nobody will wake it";
            case "D9" -> who + " is switched out where it must not be";
            case "D10" -> who + " calls what may sleep where it must not";
            case "D11" -> who + " keeps " + kept() + " off for too long";
            case "D12" -> "a counter drops below zero, in " + who;
            case "D13" ->
                incident.outcome().equals("livelock")
                        ? who + " and whoever it contends with may retry for ever"
                        : who + " waits for what can't come any more";
            case "D22" -> who + " reads the address of its page fault too late";
            case "D23" -> who + " uses what has been freed";
            case "lockdep" -> who + " takes a lock in a way that can deadlock";
            case "race" -> who + " accesses memory in a race";
            default -> "";
        };
    }

    private String kept() {
        return incident.outcome().equals("interrupts-off") ? "interrupts" : "preemption";
    }

    /** Why; empty if the outcome is not known here. */
    String why() {
        return switch (incident.rule() + ":" + incident.outcome()) {
            case "D5:page-corrupt" -> pageCorrupt();
            case "D5:user-state" -> userState();
            case "D5:switch" ->
                "whoever is switched in " + shown + " finds TS clear, but its state is not in the registers.";
            case "D5:user-mode" -> culprit + " returns to user mode " + shown + " with " + flags();
            case "D5:trap" -> "#NM returns " + shown + " with " + flags();
            case "D8:pending-work" -> pendingWork();
            case "D8:lost-wakeup" -> asleep() + " What it waits for has come, or nobody is left who could bring it.";
            case "D9:scheduling-in-interrupt" ->
                "a handler on top of " + culprit + " calls schedule(): " + culprit
                        + " is switched out in the middle of an interrupt.";
            case "D9:scheduling-while-atomic" -> whileAtomic();
            case "D9:scheduling-with-irqs-off" -> withInterruptsOff();
            case "D10:sleep-in-atomic" -> sleepInAtomic();
            case "D11:preemption-off", "D11:interrupts-off" -> tooLong();
            case "D12:below-zero" -> belowZero();
            case "D12:missed" -> missed();
            case "D12:false-alarm" ->
                "the kernel's check reports an underflow of " + incident.symbol() + ", but it did not drop below zero.";
            case "D13:deadlock" -> deadlock();
            case "D13:livelock" -> livelock();
            case "D22:wrong-address" -> wrongAddress();
            case "D22:window" ->
                "between its page fault and " + shown + " " + culprit
                        + " could be preempted, and who runs then may fault as well; nothing came of it in this run.";
            case "D23:use-after-free" ->
                victim + " accesses " + incident.symbol() + " " + shown + in()
                        + ", though it was freed and has not been allocated again.";
            case "D23:double-free" -> victim + " frees an object" + in() + " that has been freed already.";
            case "lockdep:lock-order" ->
                culprit + " takes a lock" + in() + " " + shown
                        + " and holds one that has been held by who waited for this: two such at a time wait for each other.";
            case "lockdep:irq-unsafe-lock" -> unsafe("an interrupt handler", "interrupts on");
            case "lockdep:softirq-unsafe-lock" -> unsafe("a softirq", "softirqs on");
            case "lockdep:recursive-lock" ->
                culprit + " waits " + shown + in() + " for a lock that it holds itself, or what it is on top of does.";
            case "race:data-race" -> dataRace();
            case "race:torn" ->
                culprit + " accesses " + incident.symbol() + " " + shown + in()
                        + " while somebody is in the middle of what is meant to be done as one.";
            default -> "";
        };
    }

    private String in() {
        List<String> chain = incident.finding().signature().chain();
        return chain.isEmpty() ? "" : " in " + chain.get(0);
    }

    // ---- D5

    private static boolean usesFpu(Step s) {
        return s.op() == Op.FPU || s.op() == Op.FPU_SAVE || s.op() == Op.FPU_RESTORE;
    }

    private String pageCorrupt() {
        Step other =
                incident.last(s -> usesFpu(s) && s.task() != incident.finding().victim());
        Step own = other == null
                ? null
                : incident.last(s -> usesFpu(s)
                        && s.number() < other.number()
                        && s.task() == incident.finding().victim());
        return own == null || other == null
                ? victim + " takes a value out of the registers " + shown + " that it has not put there."
                : victim + " used the registers up to step " + own.number() + " and reads them again " + shown + "; "
                        + cast.name(other.task()) + " used them in between, up to step " + other.number()
                        + ". What " + victim + " copies from there on is not the page.";
    }

    private String userState() {
        if (incident.finding().culprit() == incident.finding().victim()) {
            return "the program of " + victim + " finds in the registers " + shown
                    + " not what it left there: its latest state is elsewhere, or kernel code has used them since.";
        }
        return "the program of " + victim + " finds in the registers " + shown + " what " + culprit + " left there"
                + leftAt() + ": TS was clear, so that no #NM loaded the state of " + victim + ".";
    }

    private String leftAt() {
        Step left = switchedOut(incident.finding().culprit());
        return left == null ? "" : " when it was switched out at step " + left.number();
    }

    private String flags() {
        return "TS not saying what the kernel's mark says of whose state is in the registers.";
    }

    // ---- D8

    private @Nullable Step switchedOut(int task) {
        return incident.last(s -> s.op() == Op.SWITCH && s.task() == task);
    }

    private String asleep() {
        Step left = switchedOut(incident.finding().culprit());
        return culprit + " has slept since " + (left == null ? "the start" : "step " + left.number()) + ".";
    }

    private String pendingWork() {
        Step shows = incident.shows();
        return asleep() + " There is work for it, and CPU " + (shows == null ? 0 : shows.cpu())
                + " has nothing else to do, yet it is not on the run queue." + overwritten();
    }

    /** Who woke the culprit in vain, if an instruction of its own that was not locked has overwritten that. */
    private String overwritten() {
        int task = incident.finding().culprit();
        Step woken = incident.last(s -> s.word() >= 0
                && s.word() == incident.word()
                && s.op() == Op.STORE
                && s.value() == TaskState.RUNNING
                && s.task() != task);
        Step over = woken == null
                ? null
                : incident.first(s -> s.word() == woken.word() && s.op() == Op.TAIL && s.number() > woken.number());
        return woken == null || over == null
                ? ""
                : " " + cast.name(woken.task()) + " woke it at step " + woken.number() + ", but at step "
                        + over.number() + " " + cast.name(over.task())
                        + " stored a state made from what it had read before that.";
    }

    // ---- D9 and D10

    private String countWords() {
        return cast.config().version().countFields()
                ? StepText.hex(incident.count()) + " ("
                        + CountFields.decode(incident.count()).describe() + ")"
                : Integer.toString(incident.count());
    }

    private String whileAtomic() {
        boolean wrong = cast.config().version().countFields()
                && CountFields.decode(incident.count()).isUnderflow();
        return "schedule() is called with a preempt_count of " + countWords() + ". "
                + (wrong
                        ? "More was taken from the count than there was, and what it says is wrong while others run."
                        : "Whatever that count was to protect, others run in the middle of it.");
    }

    private String withInterruptsOff() {
        Step off = interruptsOff();
        return culprit + " turned interrupts off" + (off == null ? "" : " at step " + off.number())
                + " and schedule() is called before it turns them on: others run in the middle of what was to be left alone.";
    }

    private @Nullable Step interruptsOff() {
        int task = incident.finding().culprit();
        Step on = incident.last(s -> s.op() == Op.STI && s.task() == task);
        int from = on == null ? -1 : on.number();
        return incident.first(s -> s.op() == Op.CLI && s.task() == task && s.number() > from);
    }

    private String sleepInAtomic() {
        Step since = atomicSince();
        String where =
                since == null ? "" : ", above 0 since step " + since.number() + " (" + StepText.inlining(since) + ")";
        String why = nesting(incident.count()) != 0
                ? "with a preempt_count of " + countWords() + where
                : incident.interruptsOn() ? "in a context that must not sleep" : "with interrupts off";
        return "what is called " + shown + in() + " may sleep, and is called " + why
                + ". If it sleeps, others run in the middle of it.";
    }

    private int nesting(int count) {
        return cast.config().version().countLayout().nesting(count);
    }

    /** The step from which on the culprit's count has not been 0. */
    private @Nullable Step atomicSince() {
        Step since = null;
        for (Step s : incident.steps()) {
            if (s.task() == incident.finding().culprit()) {
                boolean atomic = nesting(s.count()) != 0;
                since = !atomic ? null : since == null ? s : since;
            }
        }
        return since;
    }

    // ---- D11 to D13

    private String tooLong() {
        Step since = incident.outcome().equals("interrupts-off") ? interruptsOff() : atomicSince();
        return kept() + " has been off"
                + (since == null ? "" : " since step " + since.number() + " (" + StepText.inlining(since) + ")")
                + ", by simulated time for longer than the "
                + String.format(Locale.ROOT, "%.1f", cast.latencyBudget() / 1000.0) + " us that this scenario allows.";
    }

    private String belowZero() {
        Step shows = incident.shows();
        Step read = counterRead();
        Step other = read == null
                ? null
                : incident.last(s -> s.word() == incident.word()
                        && s.number() > read.number()
                        && s.op() == Op.LOCKED
                        && s.task() != incident.finding().victim());
        String drop = incident.symbol() + " drops to " + (shows == null ? -1 : shows.value()) + " " + shown
                + ", and nothing looks at the result.";
        return read == null || other == null
                ? drop
                : victim + " read " + read.value() + " at step " + read.number() + ", but " + cast.name(other.task())
                        + " took the count down at step " + other.number() + ". " + drop;
    }

    private @Nullable Step counterRead() {
        return incident.last(s -> s.word() == incident.word()
                && s.op() == Op.LOAD
                && s.task() == incident.finding().victim());
    }

    private String missed() {
        Step shows = incident.shows();
        Step read = counterRead();
        int after = shows == null ? -1 : shows.value();
        return incident.symbol() + " drops from " + (after + 1) + " to " + after + " " + shown
                + ", and the kernel's check says nothing"
                + (read == null
                        ? "."
                        : ": it looks before the decrement, and read " + read.value() + " at step " + read.number()
                                + ".");
    }

    private String deadlock() {
        List<String> places = new ArrayList<>();
        for (int cpu = 0; cpu < cast.config().cpus(); cpu++) {
            int number = cpu;
            Step last = incident.last(s -> s.cpu() == number);
            if (last != null) {
                places.add("CPU " + cpu + " stands with " + last.context() + " in " + StepText.inlining(last));
            }
        }
        String awaited = incident.finding()
                .signature()
                .outcome()
                .replaceFirst("^deadlock\\(?|\\)$", "")
                .replace(")", "");
        return String.join("; ", places) + ". "
                + (awaited.isEmpty()
                        ? "Who could end that"
                        : "They wait for " + awaited.replace(",", " and ") + "; who could end that")
                + " waits as well.";
    }

    private String livelock() {
        int from = incident.cycleBegins();
        List<String> retries = incident.steps().stream()
                .filter(s -> s.number() >= from && s.op() == Op.LOOP)
                .map(s -> s.context() + in(s))
                .distinct()
                .toList();
        return "after step " + (incident.steps().size() - 1) + " everything is as it was before step " + from
                + ": memory, processors, what each of them has read and remembers. In between " + join(retries)
                + " tried again, and whoever could move has moved, so that it can go on like this for ever.";
    }

    private static String in(Step step) {
        return step.functions().isEmpty() ? "" : " in " + StepText.inlining(step);
    }

    private static String join(List<String> parts) {
        int last = parts.size() - 1;
        return last < 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    // ---- D22, locks and races

    private String wrongAddress() {
        Step shows = incident.shows();
        Step own = incident.last(
                s -> s.op() == Op.FAULT && s.task() == incident.finding().victim());
        Step other = own == null
                ? null
                : incident.last(s -> s.op() == Op.FAULT && s.number() > own.number() && s.cpu() == own.cpu());
        return own == null || other == null || shows == null
                ? culprit + " reads an address out of CR2 " + shown + " at which it has not faulted."
                : culprit + " faulted at " + StepText.hex(own.value()) + " (step " + own.number()
                        + "), but reads CR2 only "
                        + shown + ", after " + cast.name(other.task()) + " faulted at " + StepText.hex(other.value())
                        + " (step " + other.number() + "): it handles the other's address.";
    }

    private String unsafe(String who, String how) {
        return who + " takes a lock" + in() + " " + shown + " that was also held with " + how
                + ": one that comes there waits for what it interrupts.";
    }

    private String dataRace() {
        Step shows = incident.shows();
        Step other = shows == null ? null : incident.last(s -> s.word() == shows.word() && s.cpu() != shows.cpu());
        return culprit + " accesses " + incident.symbol() + " " + shown + in()
                + (other == null
                        ? ", another processor does so too"
                        : ", and " + cast.name(other.task()) + " at step " + other.number() + " in "
                                + StepText.inlining(other))
                + "; nothing orders the two, and they are not both marked.";
    }
}
