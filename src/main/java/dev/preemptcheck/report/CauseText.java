package dev.preemptcheck.report;

import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;

/** Who is to blame and why, in sentences: what the steps show, in the words of the broken rule. */
final class CauseText {
    private final Incident incident;
    private final Cast cast;
    private final String culprit;
    private final String victim;
    private final BreachText breach;

    CauseText(Incident incident) {
        this.incident = incident;
        this.cast = incident.cast();
        this.culprit = cast.name(incident.finding().culprit());
        this.victim = cast.name(incident.finding().victim());
        this.breach = new BreachText(incident);
    }

    /** Adds the root cause. */
    void addTo(Paragraphs out) {
        out.add(0, "ROOT CAUSE: ", title());
        Step holds = incident.holds();
        if (holds != null) {
            out.add(2, "holder: ", holder(holds));
        }
        Finding finding = incident.finding();
        Step shows = incident.shows();
        if (shows != null && !finding.hazard()) {
            out.add(2, "victim: ", cast.full(finding.victim()) + " at step " + shows.number() + where(finding));
        }
        out.add(2, "why:    ", why());
    }

    private String title() {
        return switch (incident.rule()) {
            case "D1" -> "D1, preempt_count of " + cast.full(incident.finding().culprit()) + " is out of balance";
            case "D2" -> "D2, " + cast.full(incident.finding().culprit()) + " does not keep its processor's slot";
            case "D3" -> "D3, a processor uses a mapping that the page table no longer has";
            case "D4" ->
                "D4, " + cast.full(incident.finding().culprit()) + " uses the number of a processor it may have left";
            default ->
                incident.window() == null
                        ? ruleAlone()
                        : "D2, " + cast.full(holderTask()) + " did not keep its processor's slot";
        };
    }

    private String ruleAlone() {
        if (!breach.title().isEmpty()) {
            return incident.rule() + ", " + breach.title();
        }
        return incident.rule().equals("BUG")
                ? "no rule tells; the kernel's own check failed"
                : incident.rule() + " is broken by "
                        + cast.full(incident.finding().culprit());
    }

    private int holderTask() {
        Step holds = incident.holds();
        return holds == null ? incident.finding().culprit() : holds.task();
    }

    private String holder(Step holds) {
        StringBuilder text = new StringBuilder(cast.full(holds.task()));
        text.append(" holds ").append(incident.symbol()).append(" of CPU ").append(slotCpu(holds));
        text.append(" for ")
                .append(cast.page(holds.value()))
                .append(" from step ")
                .append(holds.number());
        Finding window = incident.window();
        if (window != null) {
            text.append(", can be preempted from step ").append(window.step() - 1);
        }
        Step displaced = incident.displaced();
        if (displaced != null) {
            text.append(", is switched out for ").append(cast.name(displaced.value()));
            text.append(" at step ").append(displaced.number());
        }
        return text.toString();
    }

    private static String slotCpu(Step holds) {
        String symbol = holds.symbol();
        int at = symbol.indexOf('@');
        return at < 0 ? "0" : symbol.substring(at + 1, symbol.length() - 1);
    }

    private static String where(Finding finding) {
        return finding.signature().chain().isEmpty()
                ? ""
                : ", in " + finding.signature().chain().get(0);
    }

    private String why() {
        String broken = breach.why();
        return broken.isEmpty() ? (incident.rule().equals("D4") ? staleNumber() : "") + consequence() : broken;
    }

    private String consequence() {
        return switch (incident.outcome()) {
            case "BUG-slot-busy" -> slotBusy();
            case "BUG-unmap-mismatch" -> mismatch();
            case "BUG-switch-mm-preemptible" ->
                "schedule() relies on a preempt_count above 0, but that of " + culprit
                        + " was below 0 when it came in.";
            case "wrong-page" -> wrongPage();
            case "use-after-unmap" -> victim + " goes on using an address that it has unmapped.";
            case "stale-translation" -> stale();
            case "paging-request" -> pagingRequest();
            case "underflow" -> underflow();
            case "leak" -> leak();
            case "handler-imbalance" -> "an interrupt handler leaves another preempt_count than it found.";
            case "window" ->
                "preempt_count is 0 and interrupts are on while " + culprit + " relies on " + incident.symbol()
                        + "; nothing came of it in this run.";
            default ->
                incident.finding().hazard()
                        ? "nothing came of it in this run."
                        : "the run ends with " + incident.finding().signature().violation() + ".";
        };
    }

    private String mismatch() {
        Step holds = incident.holds();
        Step shows = incident.shows();
        if (holds == null || shows == null) {
            return "kunmap_atomic works the slot out anew, and gets another than kmap_atomic.";
        }
        boolean stale = !slotCpu(holds).equals(Integer.toString(holds.cpu()));
        return culprit
                + (stale
                        ? " was moved between reading the number of CPU " + slotCpu(holds) + " and mapping"
                        : " was moved while it held the slot of CPU " + slotCpu(holds))
                + "; kunmap_atomic works the slot out anew, from the number of CPU " + shows.cpu() + ".";
    }

    private String wrongPage() {
        Step maps = incident.maps(incident.finding().victim());
        Step shows = incident.shows();
        Step overwrites = incident.overwrites();
        return (overwrites == null
                        ? ""
                        : cast.name(overwrites.task()) + " puts " + cast.page(overwrites.value())
                                + " into the slot at step " + overwrites.number() + ". ")
                + "Where " + victim + " expects " + (maps == null ? "its own page" : cast.page(maps.value()))
                + ", it reaches " + (shows == null ? "another" : shows.symbol()) + ".";
    }

    private String slotBusy() {
        Step holds = incident.holds();
        if (holds == null || holds.task() != incident.finding().culprit()) {
            return holds == null ? "" : cast.name(holds.task()) + " holds that slot, and rightly so.";
        }
        return "a slot is its processor's, not a task's: until " + culprit
                + " runs again and unmaps, every task that maps there finds it in use. " + culprit
                + " itself reports nothing.";
    }

    private String staleNumber() {
        Step maps = incident.maps(incident.finding().culprit());
        int used = maps == null ? incident.finding().step() : maps.number();
        Step before = incident.last(s -> s.op() == Op.CPU_ID
                && s.task() == incident.finding().culprit()
                && s.number() < used
                && StepText.isOfKmap(s));
        return culprit + " read the number of CPU "
                + (before == null ? "?" : before.value() + " at step " + before.number())
                + " where it could be preempted and moved, and took " + incident.symbol() + " by it. ";
    }

    private String stale() {
        boolean several = cast.config().smp();
        return "the page table has " + inPageTable()
                + (several
                        ? ", but the processor that is used now was never told to drop its translation: invlpg reaches one"
                                + " processor only."
                        : ", but the invlpg that goes with it has not been executed yet.");
    }

    private String inPageTable() {
        Step store = incident.last(s -> s.word() == incident.word() && s.op() == Op.STORE);
        return store == null
                ? "another page there"
                : cast.page(store.value()) + " in " + incident.symbol() + " since step " + store.number();
    }

    private String pagingRequest() {
        Step emptied = incident.last(s -> s.word() == incident.word() && s.op() == Op.STORE && s.value() == 0);
        return emptied == null
                ? victim + " uses " + incident.symbol() + ", which maps nothing."
                : cast.name(emptied.task()) + " empties " + incident.symbol() + " at step " + emptied.number()
                        + " while " + victim + " uses it.";
    }

    private String underflow() {
        Step shows = incident.shows();
        var fault = cast.fault(incident.steps(), incident.finding().culprit());
        String low = fault != null && fault.source().isLow()
                ? " for the low page " + fault.source().name()
                : "";
        return (shows == null ? "a preempt_count is given back" : StepText.inlining(shows) + " gives back")
                + low
                + " what nobody took. From now on " + culprit
                + " can't be preempted where it should be, and can be inside its next critical section.";
    }

    private String leak() {
        var unbalanced = UnbalancedCounts.of(incident.steps(), incident.word());
        Step taken = unbalanced.isEmpty() ? null : incident.steps().get(unbalanced.get(0));
        return (taken == null
                        ? "a preempt_count is taken and never given back"
                        : "what " + StepText.inlining(taken) + " takes at step " + taken.number()
                                + " is never given back")
                + ". From now on " + culprit + " can't be preempted in the kernel, which also hides other bugs.";
    }
}
