package dev.preemptcheck.oops;

import dev.preemptcheck.latency.TraceFindings;
import dev.preemptcheck.oops.message.MessageFindings;
import java.util.List;

/**
 * The answer of a triage.
 *
 * @param inputs what was read, in order
 * @param oopses how many oopses there are, whether or not their record was kept
 * @param records the first of them in full, at most {@link Triage#RECORDS_MAX}
 * @param recordSignatures for each record the number of its signature, or 0 if that came after the limit
 * @param quotedCopies how many further oopses were copies, quoted at another depth, of one in {@code records}
 * @param signatures the distinct signatures, at most {@link Triage#SIGNATURES_MAX}
 * @param oopsesBeyondSignatures oopses whose signature came after that limit
 * @param rootCauses the signatures folded
 * @param unpairedBugLines BUG lines without a register dump
 * @param allocationFailures the page allocator's messages
 * @param messages the kernel's other complaints
 * @param messageSeeds for each group of them the seeds that break the rule it tells of in the same functions
 * @param latencyTraces the tracer's latency traces
 * @param hostsDropped how often a host was forgotten because more than {@link SyslogReader#HOSTS_MAX} were interleaved
 * @param seeds how many seeds were compared
 */
public record TriageReport(
        List<InputSummary> inputs,
        long oopses,
        List<OopsRecord> records,
        List<Integer> recordSignatures,
        long quotedCopies,
        List<SignatureGroup> signatures,
        long oopsesBeyondSignatures,
        List<RootCause> rootCauses,
        long unpairedBugLines,
        AllocationFailures allocationFailures,
        MessageFindings messages,
        List<SeedMatch> messageSeeds,
        TraceFindings latencyTraces,
        long hostsDropped,
        int seeds) {
    /** Copies the lists. */
    public TriageReport {
        inputs = List.copyOf(inputs);
        records = List.copyOf(records);
        recordSignatures = List.copyOf(recordSignatures);
        signatures = List.copyOf(signatures);
        rootCauses = List.copyOf(rootCauses);
        messageSeeds = List.copyOf(messageSeeds);
    }
}
