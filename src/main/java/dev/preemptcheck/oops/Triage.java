package dev.preemptcheck.oops;

import dev.preemptcheck.oops.message.MessageFindings;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads syslogs and says which oopses are in them, what they have in common, and which seeds reproduce them. Call {@link #read}
 * for each log, then {@link #report} once.
 *
 * <p>A log is read as a stream. Beside the counts, which have no limit, at most {@link #RECORDS_MAX} full records and {@link
 * #SIGNATURES_MAX} signatures are kept, whatever the size of the log; a record has at most 24 stack words, 256 trace entries
 * and 20 code bytes, and a line at most 8192 bytes. Of latency traces the longest {@link
 * dev.preemptcheck.latency.TraceTally#TRACES_MAX} are kept, without their lines.
 */
public final class Triage {
    /** Full records that are kept; further oopses are counted under their signatures. */
    public static final int RECORDS_MAX = 1000;

    /** Distinct signatures that are kept. */
    public static final int SIGNATURES_MAX = 1000;

    private final SeedMatcher shelf;
    private final Tallies tallies = new Tallies();
    private final List<InputSummary> inputs = new ArrayList<>();
    private long unpairedBugLines;
    private long hostsDropped;

    /** A triage that compares with these seeds; there may be none. */
    public Triage(List<KnownSeed> seeds) {
        this.shelf = new SeedMatcher(seeds);
    }

    /**
     * Reads a log to its end; the caller closes it.
     *
     * @param name what the report calls it
     * @throws UnreadableLogException if reading fails on the way, such as in a damaged gzip file; what stood before is triaged
     */
    public void read(String name, InputStream log) throws UnreadableLogException {
        long before = tallies.oopses().oopses();
        int recordsBefore = tallies.oopses().records().size();
        SyslogReader reader = new SyslogReader(name, log, tallies);
        boolean wholeRead = false;
        try {
            reader.read();
            wholeRead = true;
        } catch (IOException e) {
            throw new UnreadableLogException(
                    name + ": reading failed (" + e.getMessage()
                            + "); what stood before is triaged; fetch the file again"
                            + (name.endsWith(".gz") ? ", or check it with: gzip -t " + name : ""),
                    e);
        } finally {
            unpairedBugLines += reader.unpairedBugLines();
            hostsDropped += reader.hostsDropped();
            inputs.add(reader.summary(tallies.oopses().oopses() - before, kernelVersion(recordsBefore), wholeRead));
        }
    }

    private String kernelVersion(int firstRecord) {
        return tallies.oopses().records().stream()
                .skip(firstRecord)
                .map(oops -> oops.origin().kernelVersion())
                .filter(version -> !version.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** What was found in all logs read so far. */
    public TriageReport report() {
        List<SignatureGroup> groups = tallies.oopses().groups(shelf);
        MessageFindings messages = tallies.messages().findings();
        return new TriageReport(
                inputs,
                tallies.oopses().oopses(),
                tallies.oopses().records(),
                tallies.oopses().recordSignatures(),
                tallies.oopses().quotedCopies(),
                groups,
                tallies.oopses().beyondSignatures(),
                RootCauseFolder.fold(groups),
                unpairedBugLines,
                tallies.allocations().result(),
                messages,
                messages.groups().stream()
                        .map(group -> shelf.match(group.first()))
                        .toList(),
                tallies.traces().findings(),
                hostsDropped,
                shelf.size());
    }
}
