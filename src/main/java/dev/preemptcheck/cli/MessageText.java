package dev.preemptcheck.cli;

import dev.preemptcheck.oops.SeedMatch;
import dev.preemptcheck.oops.TriageReport;
import dev.preemptcheck.oops.message.KernelMessage;
import dev.preemptcheck.oops.message.MessageFindings;
import dev.preemptcheck.oops.message.MessageTally;
import dev.preemptcheck.report.Paragraphs;
import java.util.List;

/** The kernel messages of a triage for people, each group with its count in words and its call chain. */
final class MessageText {
    private static final int CHAIN_SHOWN_MAX = 12;

    private final MessageFindings findings;
    private final List<SeedMatch> seeds;
    private final boolean manyInputs;
    private final Paragraphs out;

    MessageText(TriageReport report, Paragraphs out) {
        this.findings = report.messages();
        this.seeds = report.messageSeeds();
        this.manyInputs = report.inputs().size() > 1;
        this.out = out;
    }

    void add() {
        if (findings.messages() == 0) {
            return;
        }
        out.blank();
        List<MessageFindings.Group> groups = findings.groups();
        out.add(0, "KERNEL MESSAGES: ", findings.messages() + ", " + Counted.of(groups.size(), "distinct one"));
        for (int i = 0; i < groups.size() && i < TriageText.OOPSES_SHOWN_MAX; i++) {
            group(groups.get(i), seeds.get(i));
        }
        if (groups.size() > TriageText.OOPSES_SHOWN_MAX) {
            out.add(2, "", "and " + (groups.size() - TriageText.OOPSES_SHOWN_MAX) + " more");
        }
        if (findings.quotedCopies() > 0) {
            out.add(
                    2,
                    "note: ",
                    Counted.of(findings.quotedCopies(), "message") + " left out as quoted copies of others");
        }
        if (findings.beyondGroups() > 0) {
            out.add(
                    2,
                    "note: ",
                    Counted.of(findings.beyondGroups(), "message") + " unlike the first " + MessageTally.GROUPS_MAX
                            + " distinct ones were only counted");
        }
    }

    private void group(MessageFindings.Group group, SeedMatch match) {
        KernelMessage first = group.first();
        KernelMessage.Origin origin = first.origin();
        out.blank();
        out.add(2, "MESSAGE: ", first.kind().label() + ", " + Counted.of(group.times(), "time"));
        out.add(4, "text:   ", first.text());
        first.details().forEach(detail -> out.add(4, "        ", detail));
        if (first.count() != null) {
            String words = first.countWords();
            out.add(
                    4,
                    "count:  ",
                    first.count().hex() + " ("
                            + (words.isEmpty() ? "its upper fields differ from kernel to kernel" : words) + ")");
        }
        if (!first.task().isEmpty()) {
            out.add(4, "task:   ", first.task() + " (" + first.pid() + ")");
        }
        chain(first);
        TriageText.reproducing(match, out);
        String where = (manyInputs ? origin.input() + " line " : "line ") + origin.line();
        out.add(
                4,
                "first:  ",
                (origin.time() + " " + origin.host() + ", " + where).strip().replaceFirst("^, ", ""));
    }

    private void chain(KernelMessage first) {
        List<String> chain = first.chain();
        if (!chain.isEmpty()) {
            String shown = String.join(" < ", chain.subList(0, Math.min(chain.size(), CHAIN_SHOWN_MAX)));
            out.add(4, "chain:  ", shown + (chain.size() > CHAIN_SHOWN_MAX ? " < .." : ""));
        }
        if (first.cut()) {
            out.add(4, "warning: ", "the log says that the call trace goes on, and doesn't have it");
        }
    }
}
