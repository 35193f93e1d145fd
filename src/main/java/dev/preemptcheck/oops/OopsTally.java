package dev.preemptcheck.oops;

import dev.preemptcheck.detect.Signature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts oopses by signature and keeps the first of them in full; both are bounded, the counts are not. */
final class OopsTally {
    private final List<OopsRecord> records = new ArrayList<>();
    private final Map<OopsRecord, Integer> depths = new LinkedHashMap<>();
    private final Map<Key, Counted> signatures = new LinkedHashMap<>();
    private long oopses;
    private long quotedCopies;
    private long beyondSignatures;

    private record Key(Signature signature, String kernelVersion) {}

    private static final class Counted {
        private final OopsRecord first;
        private long oopses;

        Counted(OopsRecord first) {
            this.first = first;
        }
    }

    /** Counts an oops, unless it is a copy of a kept one, quoted at another depth. */
    void add(OopsRecord oops) {
        OopsRecord content = oops.withoutPosition();
        Integer depth = depths.get(content);
        if (depth != null && depth != oops.origin().quoteDepth()) {
            quotedCopies++;
            return;
        }
        oopses++;
        if (records.size() < Triage.RECORDS_MAX) {
            records.add(oops);
            depths.putIfAbsent(content, oops.origin().quoteDepth());
        }
        count(oops);
    }

    private void count(OopsRecord oops) {
        Key key = new Key(oops.signature(), oops.origin().kernelVersion());
        Counted counted = signatures.get(key);
        if (counted == null && signatures.size() >= Triage.SIGNATURES_MAX) {
            beyondSignatures++;
            return;
        }
        if (counted == null) {
            counted = new Counted(oops);
            signatures.put(key, counted);
        }
        counted.oopses++;
    }

    /** The signatures in the order of their first oops, with the seeds that reproduce them. */
    List<SignatureGroup> groups(SeedShelf shelf) {
        List<SignatureGroup> groups = new ArrayList<>();
        signatures.forEach((key, counted) -> groups.add(new SignatureGroup(
                groups.size() + 1,
                key.signature(),
                key.kernelVersion(),
                counted.oopses,
                counted.first,
                shelf.match(key.signature(), key.kernelVersion()))));
        return List.copyOf(groups);
    }

    List<OopsRecord> records() {
        return records;
    }

    long oopses() {
        return oopses;
    }

    long quotedCopies() {
        return quotedCopies;
    }

    long beyondSignatures() {
        return beyondSignatures;
    }
}
