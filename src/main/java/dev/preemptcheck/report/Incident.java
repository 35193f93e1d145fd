package dev.preemptcheck.report;

import dev.preemptcheck.explore.Deviation;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Op;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A finding with the steps that led to it, and what they say about who did what.
 *
 * @param cast names of tasks and pages
 * @param recording the run
 * @param finding what is told of: its failure, or one of its hazards
 * @param steps those up to the finding; the last one is where it shows
 * @param word index of the word that the finding is about, or -1
 */
record Incident(Cast cast, Recording recording, Finding finding, List<Step> steps, int word) {

    static Incident of(Cast cast, Recording recording, Finding finding) {
        List<Step> steps = recording.steps().subList(0, finding.step());
        int word = steps.isEmpty() ? -1 : DisputedWord.of(cast, steps, finding);
        return new Incident(cast, recording, finding, steps, word);
    }

    String rule() {
        return finding.signature().rule();
    }

    /** The outcome without the line of a BUG: {@code BUG-slot-busy}. */
    String outcome() {
        return finding.signature().outcome().replaceFirst("\\(.*\\)$", "");
    }

    /** True if the kernel itself notices and prints an oops. */
    boolean isOops() {
        return !finding.hazard() && (outcome().startsWith("BUG") || outcome().equals("paging-request"));
    }

    /** The step in which the finding shows. */
    @Nullable
    Step shows() {
        return steps.isEmpty() ? null : steps.get(steps.size() - 1);
    }

    /** Of a livelock, the step with which the cycle begins; else that with which the run does. */
    int cycleBegins() {
        return recording.schedule().deviations().stream()
                .filter(d -> d.agent() == Agent.cycleBegins())
                .mapToInt(Deviation::step)
                .findFirst()
                .orElse(0);
    }

    /** The word's name, or empty. */
    String symbol() {
        Step touch = last(s -> s.word() == word);
        return word < 0 || touch == null ? "" : touch.symbol();
    }

    /** The slot's {@code enum km_type}, or empty if the word is none. */
    String slotType() {
        return symbol().startsWith("kmap_pte[") ? symbol().replaceAll("^kmap_pte\\[|[@\\]].*$", "") : "";
    }

    /** The store that put a page into the slot: the culprit's own, else the last one by anybody. */
    @Nullable
    Step holds() {
        if (slotType().isEmpty()) {
            return null;
        }
        Step own = maps(finding.culprit());
        return own != null ? own : last(s -> s.word() == word && s.op() == Op.STORE && s.value() != 0);
    }

    /** The last store by which {@code task} put its page into the slot. */
    @Nullable
    Step maps(int task) {
        return last(s -> s.word() == word && s.op() == Op.STORE && s.value() != 0 && s.task() == task);
    }

    /** Where the holder left the processor after that. */
    @Nullable
    Step displaced() {
        Step holds = holds();
        return holds == null
                ? null
                : first(s -> s.number() > holds.number() && s.op() == Op.SWITCH && s.task() == holds.task());
    }

    /** The last store to the slot by anybody else after the victim had put its page there. */
    @Nullable
    Step overwrites() {
        Step maps = maps(finding.victim());
        return maps == null
                ? null
                : last(s -> s.number() > maps.number()
                        && s.word() == word
                        && s.op() == Op.STORE
                        && s.task() != maps.task());
    }

    /** The first hazard of the holder while it held the slot: from then on it could be preempted. */
    @Nullable
    Finding window() {
        Step holds = holds();
        return holds == null
                ? null
                : recording.hazards().stream()
                        .filter(h -> h.culprit() == holds.task()
                                && h.signature().outcome().equals("window"))
                        .filter(h -> h.step() > holds.number() && h.step() <= finding.step())
                        .findFirst()
                        .orElse(null);
    }

    /** The count that the finding was made with, {@code (ffffff00)} in its outcome; else that after its last step. */
    int count() {
        String outcome = finding.signature().outcome();
        int at = outcome.indexOf('(');
        if (at >= 0 && outcome.substring(at).matches("\\([0-9a-f]{8}\\)")) {
            return Integer.parseUnsignedInt(outcome.substring(at + 1, at + 9), 16);
        }
        Step shows = shows();
        return shows == null ? 0 : shows.count();
    }

    /** Whether interrupts were enabled where the finding shows: IF as the victim's own code left it, handlers apart. */
    boolean interruptsOn() {
        return interruptsOnAt(steps.size());
    }

    /** The same before that step. */
    boolean interruptsOnAt(int step) {
        Step flag = last(s -> s.number() < step
                && s.task() == finding.victim()
                && (s.op() == Op.CLI || s.op() == Op.STI || s.op() == Op.USER)
                && s.functions().stream().noneMatch(f -> f.name().equals("do_IRQ")));
        return flag == null || flag.op() != Op.CLI;
    }

    /** The last step up to the finding that is like this. */
    @Nullable
    Step last(Predicate<Step> like) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (like.test(steps.get(i))) {
                return steps.get(i);
            }
        }
        return null;
    }

    /** The first one. */
    @Nullable
    Step first(Predicate<Step> like) {
        return steps.stream().filter(like).findFirst().orElse(null);
    }
}
