package dev.preemptcheck.cli;

import dev.preemptcheck.oops.AllocationFailures;
import dev.preemptcheck.oops.InputSummary;
import dev.preemptcheck.oops.OopsRecord;
import dev.preemptcheck.oops.PageFrames;
import dev.preemptcheck.oops.Triage;
import dev.preemptcheck.oops.TriageReport;
import dev.preemptcheck.report.Paragraphs;
import java.util.ArrayList;
import java.util.List;

/** The parts of a triage beside its root causes: page frames, allocation failures, what was left out and which limits were met. */
final class TriageRemarks {
    private TriageRemarks() {}

    /** What the registers say of the page that was being mapped (section 8). */
    static List<String> frames(OopsRecord oops) {
        PageFrames frames = oops.frames();
        List<String> remarks = new ArrayList<>();
        if (frames.esi() >= 0) {
            boolean high = frames.esi() >= PageFrames.HIGH_MEMORY_FRAME;
            remarks.add(String.format("page frame %05x in esi (%s memory)", frames.esi(), high ? "high" : "low")
                    + (frames.pte() < 0 ? "" : String.format(" = frame of the PTE %08x on the stack", frames.pte())));
        }
        if (frames.sourceSlot()) {
            remarks.add("so the slot that was busy is the one for the source of the copy");
        }
        return remarks;
    }

    static void add(TriageReport report, Paragraphs out) {
        allocations(report.allocationFailures(), out);
        List<String> notes = notes(report);
        if (!notes.isEmpty()) {
            out.blank();
            notes.forEach(note -> out.add(0, "note: ", note));
        }
    }

    private static void allocations(AllocationFailures failures, Paragraphs out) {
        if (failures.runs().isEmpty()) {
            return;
        }
        out.blank();
        List<String> counts =
                failures.runs().stream().map(AllocationFailures.Run::count).toList();
        out.add(
                0,
                "ALLOCATION FAILURES: ",
                failures.whole() + " (+ " + failures.truncated() + " truncated), logged as "
                        + String.join(", ", counts)
                        + (failures.runsNotListed() > 0 ? " and " + failures.runsNotListed() + " more runs" : ""));
        failures.runs().stream()
                .filter(run -> !run.truncated())
                .map(TriageRemarks::meaning)
                .distinct()
                .limit(TriageText.OOPSES_SHOWN_MAX)
                .forEach(meaning -> out.add(2, "", meaning));
    }

    private static String meaning(AllocationFailures.Run run) {
        String pages = "order " + run.order() + " (" + Counted.of(1L << Math.min(run.order(), 62), "page") + ")";
        if (run.gfp().isEmpty()) {
            return pages + ", old form of the message, before 2.4.10-pre";
        }
        return pages + ", gfp=0x" + run.gfp() + GfpMask.meaning(run.gfp())
                + (run.pfMemalloc() == 1
                        ? ", by a caller with PF_MEMALLOC, which may use the last pages"
                        : ", by a caller without PF_MEMALLOC");
    }

    private static List<String> notes(TriageReport report) {
        List<String> notes = new ArrayList<>();
        if (report.seeds() == 0 && report.oopses() > 0) {
            notes.add("there are no saved seeds to compare with");
        }
        if (report.quotedCopies() > 0) {
            notes.add(Counted.of(report.quotedCopies(), "oops", "oopses") + " left out as quoted copies of others");
        }
        if (report.unpairedBugLines() > 0) {
            notes.add(Counted.of(report.unpairedBugLines(), "BUG line") + " without a register dump");
        }
        if (report.oopses() > report.records().size()) {
            notes.add("full records are kept of the first " + Triage.RECORDS_MAX
                    + " oopses; the others are only counted");
        }
        if (report.oopsesBeyondSignatures() > 0) {
            notes.add(Counted.of(report.oopsesBeyondSignatures(), "oops", "oopses")
                    + " had a signature after the first " + Triage.SIGNATURES_MAX + " and were not folded");
        }
        if (report.hostsDropped() > 0) {
            notes.add("too many hosts at once; " + report.hostsDropped() + " times a host was closed early");
        }
        long overlong =
                report.inputs().stream().mapToLong(InputSummary::overlongLines).sum();
        if (overlong > 0) {
            notes.add(Counted.of(overlong, "line") + " longer than 8192 bytes; the rest of such a line is not read");
        }
        return notes;
    }
}
