package dev.preemptcheck.oops;

import dev.preemptcheck.detect.Signature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts oopses by signature and keeps the first of them in full; both are bounded, the counts are not. */
final class OopsTally {
    private final List<OopsRecord> records = new ArrayList<>();
    private final List<Integer> recordSignatures = new ArrayList<>();
    private final Map<OopsRecord, Integer> depths = new LinkedHashMap<>();
    private final Map<Key, Counted> signatures = new LinkedHashMap<>();
    private long oopses;
    private long quotedCopies;
    private long beyondSignatures;

    private record Key(Signature signature, String kernelVersion) {}

    private static final class Counted {
        private final int number;
        private final OopsRecord first;
        private long oopses;

        Counted(int number, OopsRecord first) {
            this.number = number;
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
        int number = count(oops);
        if (records.size() < Triage.RECORDS_MAX) {
            records.add(oops);
            recordSignatures.add(number);
            depths.putIfAbsent(content, oops.origin().quoteDepth());
        }
    }

    /** Counts it under its signature, whose number it returns; 0 if there are too many. */
    private int count(OopsRecord oops) {
        Key key = new Key(oops.signature(), oops.origin().kernelVersion());
        Counted counted = signatures.get(key);
        if (counted == null && signatures.size() >= Triage.SIGNATURES_MAX) {
            beyondSignatures++;
            return 0;
        }
        if (counted == null) {
            counted = new Counted(signatures.size() + 1, oops);
            signatures.put(key, counted);
        }
        counted.oopses++;
        return counted.number;
    }

    /** The signatures in the order of their first oops, with the seeds that reproduce them. */
    List<SignatureGroup> groups(SeedMatcher shelf) {
        List<SignatureGroup> groups = new ArrayList<>();
        signatures.forEach((key, counted) -> groups.add(new SignatureGroup(
                counted.number,
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

    List<Integer> recordSignatures() {
        return recordSignatures;
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
