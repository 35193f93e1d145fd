package dev.preemptcheck.report;

import dev.preemptcheck.explore.Deviation;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a run that matter for its finding, with what was decided and found between them: every access to the word in
 * dispute and to the pages mapped through it, changes of the count and reads of the processor's number in mapping code,
 * context switches, and the step in which the finding shows. Earlier uses of the slot are left out: the story begins where the
 * culprit or the victim last entered the kernel, whichever is earlier.
 */
final class InterleavingRows {
    private final Incident incident;
    private final int start;
    private final TreeSet<Integer> pages = new TreeSet<>();
    private final List<Integer> unbalanced;
    private final List<InterleavingRow> rows = new ArrayList<>();
    private int shown = -1;

    private InterleavingRows(Incident incident) {
        this.incident = incident;
        this.start = start();
        if (!incident.slotType().isEmpty()) {
            incident.steps().stream()
                    .filter(s -> s.number() >= start && s.word() == incident.word())
                    .forEach(s -> pages.add(s.value() >>> 12));
        }
        this.unbalanced = UnbalancedCounts.of(incident.steps(), incident.rule().equals("D1") ? incident.word() : -1);
    }

    static List<InterleavingRow> of(Incident incident) {
        InterleavingRows rows = new InterleavingRows(incident);
        rows.fill();
        return rows.rows;
    }

    private int start() {
        Step holds = incident.holds();
        int held = holds == null ? incident.steps().size() : holds.number();
        int holder = holds == null ? incident.finding().culprit() : holds.task();
        return Math.min(
                entry(holder, held),
                entry(incident.finding().victim(), incident.steps().size()));
    }

    /** Where {@code task} last entered the kernel before a step. */
    private int entry(int task, int before) {
        Step entry = incident.last(s -> s.op() == Op.USER && s.task() == task && s.number() < before);
        return entry == null ? 0 : entry.number();
    }

    private void fill() {
        List<Deviation> deviations = incident.recording().schedule().deviations();
        int next = 0;
        for (Step s : incident.steps()) {
            for (; next < deviations.size() && deviations.get(next).step() == s.number(); next++) {
                decision(deviations.get(next));
            }
            if (matters(s)) {
                gapBefore(s.number());
                rows.add(new InterleavingRow(
                        InterleavingRow.Kind.STEP,
                        s.number(),
                        s.cpu(),
                        isConflict(s) ? InterleavingRow.CONFLICT : ' ',
                        s.context(),
                        StepText.function(s),
                        StepText.hex(s.count()),
                        StepText.access(s, incident.cast()) + arrival(s)));
                shown = s.number();
            }
            window(s);
        }
        verdict();
    }

    private void gapBefore(int step) {
        if (step - shown > 1) {
            rows.add(InterleavingRow.gap(step - shown - 1));
            shown = step - 1;
        }
    }

    private boolean matters(Step s) {
        if (s.op() == Op.SWITCH || s.equals(incident.shows()) || s.equals(incident.holds())) {
            return true;
        }
        boolean ofActor = s.task() == incident.finding().culprit()
                || s.task() == incident.finding().victim();
        boolean ofMapping = StepText.isOfKmap(s) && (StepText.changesCount(s) || s.op() == Op.CPU_ID);
        return s.number() >= start && (touches(s) || (ofActor && ofMapping));
    }

    private boolean touches(Step s) {
        if (incident.rule().equals("D1")) {
            return s.word() == incident.word() && StepText.changesCount(s);
        }
        return (s.word() >= 0 && s.word() == incident.word())
                || (StepText.isTranslated(s) && pages.contains(DisputedWord.pfn(s.symbol())));
    }

    private boolean isConflict(Step s) {
        return incident.rule().equals("D1") ? unbalanced.contains(s.number()) : s.number() >= start && touches(s);
    }

    /** For a switch, where the task that comes in was before. */
    private String arrival(Step s) {
        if (s.op() != Op.SWITCH) {
            return "";
        }
        Step before = null;
        for (Step earlier : incident.steps().subList(0, s.number())) {
            before = earlier.task() == s.value() ? earlier : before;
        }
        return before == null || before.cpu() == s.cpu() ? "" : ", from CPU " + before.cpu();
    }

    private void decision(Deviation d) {
        gapBefore(d.step());
        int running = incident.steps().get(Math.max(0, d.step() - 1)).cpu();
        String what = Agent.isTask(d.agent())
                ? "schedule() picks " + incident.cast().name(Agent.number(d.agent()))
                : Agent.event(d.agent());
        rows.add(InterleavingRow.event(d.step(), Agent.where(d.agent(), running), InterleavingRow.DECISION, what));
    }

    private void window(Step s) {
        @Nullable Finding window = incident.window();
        if (window != null && !incident.finding().hazard() && window.step() - 1 == s.number()) {
            gapBefore(s.number() + 1);
            rows.add(InterleavingRow.event(
                    s.number(), s.cpu(), InterleavingRow.VERDICT, "can be preempted, slot in use"));
        }
    }

    private void verdict() {
        Step shows = incident.shows();
        if (shows != null) {
            rows.add(InterleavingRow.event(
                    shows.number(),
                    shows.cpu(),
                    InterleavingRow.VERDICT,
                    incident.finding().signature().violation()));
        }
    }
}
