package dev.preemptcheck.verify;

import dev.preemptcheck.detect.ShapeFault;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Verdict;
import java.nio.file.Path;
import java.util.List;

/**
 * What the search said of a row.
 *
 * @param row the row
 * @param verdict how it ended
 * @param findings what was found, minimised and saved: the first alone, or one for each signature
 * @param faults what rule D6 says of the variant, in this kernel and in others; it decides no verdict
 * @param agreement whether that is what was expected
 * @param missing violations that the row names and that were not found, where all were looked for
 */
public record RowResult(
        CatalogueRow row,
        Verdict verdict,
        List<Saved> findings,
        List<ShapeFault> faults,
        Agreement agreement,
        List<String> missing) {
    public RowResult {
        faults = List.copyOf(faults);
        findings = List.copyOf(findings);
        missing = List.copyOf(missing);
    }

    /** A finding and the seed that replays it. */
    public record Saved(Finding finding, Path seed) {
        public Signature signature() {
            return finding.signature();
        }
    }

    /** How an answer relates to what was expected. */
    public enum Agreement {
        AS_EXPECTED,
        DIFFERS,
        UNDECIDED
    }
}
