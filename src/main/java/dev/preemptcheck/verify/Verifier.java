package dev.preemptcheck.verify;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Minimiser;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.Recorder;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.KmapScenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedShelf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Searches the rows of the catalogue and compares.
 *
 * <p>Whatever is found is minimised, run twice more and written to a seed file before anybody is told of it.
 */
public final class Verifier {
    private final Options options;

    /**
     * How rows are searched.
     *
     * @param size which programs and bounds
     * @param all every signature of a row, not only its first finding
     * @param executionsMax runs for each row after which it is given up
     * @param moreMax runs for each row, beyond its first finding, after which no other is looked for
     * @param seeds directory that takes the seed files
     * @param carrier gives each row a carrier of its own
     */
    public record Options(
            Size size, boolean all, long executionsMax, long moreMax, Path seeds, Supplier<Carrier> carrier) {}

    public Verifier(Options options) {
        this.options = options;
    }

    /**
     * Searches one row.
     *
     * @throws UncheckedIOException if a seed can't be written
     */
    public RowResult verify(CatalogueRow row, Progress progress) {
        KmapScenario scenario = row.scenario(options.size());
        Bounds bounds = new Bounds(options.size().interrupts(), options.size().preemptions());
        SearchOptions how = (options.all() ? SearchOptions.ALL : SearchOptions.FIRST)
                .withExecutionsMax(options.executionsMax())
                .withMoreMax(options.moreMax());
        try (Subject subject = new Subject(scenario, options.carrier().get())) {
            Verdict verdict = new Explorer(subject, bounds, how).explore(progress);
            List<RowResult.Saved> saved = new ArrayList<>();
            if (verdict instanceof Verdict.Refuted refuted) {
                List<Finding> findings = refuted.findings();
                for (Finding finding : options.all() ? findings : findings.subList(0, 1)) {
                    saved.add(save(row, subject, new Minimiser(subject, bounds).minimise(finding)));
                }
            }
            return judge(row, verdict, saved);
        }
    }

    private RowResult.Saved save(CatalogueRow row, Subject subject, Finding finding) {
        Recording recording = Recorder.record(subject, finding.schedule());
        // A hazard ends no run, so its recording goes on to the run's end and has that run's digest.
        Schedule schedule = recording.schedule();
        Seed seed = new Seed(
                row.scenario(options.size()).name(),
                row.config(),
                row.variant().patch(),
                finding.signature(),
                recording.trace(),
                schedule,
                recording.anchors());
        Path file = options.seeds().resolve(fileName(row, finding));
        try {
            SeedShelf.save(file, seed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RowResult.Saved(finding, file);
    }

    private String fileName(CatalogueRow row, Finding finding) {
        String where = finding.signature().chain().isEmpty()
                ? "user"
                : finding.signature().chain().get(0);
        String what = row.config().version().release() + "-" + options.size().id() + "-" + row.name() + "-"
                + finding.signature().violation() + "-" + where;
        return what.replaceAll("[^A-Za-z0-9_.]+", "-") + SeedShelf.SUFFIX;
    }

    private RowResult judge(CatalogueRow row, Verdict verdict, List<RowResult.Saved> saved) {
        Expectation expected = row.expectation();
        List<String> missing = expected.violations().stream()
                .filter(v -> saved.stream().noneMatch(s -> s.signature().is(v)))
                .toList();
        boolean named = missing.size() < expected.violations().size();
        boolean agrees = expected.safe()
                ? verdict instanceof Verdict.Proved
                : verdict instanceof Verdict.Refuted && (options.all() ? missing.isEmpty() : named);
        boolean undecided = verdict instanceof Verdict.Open
                || (verdict instanceof Verdict.Refuted refuted
                        && !expected.safe()
                        && options.all()
                        && refuted.extent() == Verdict.Extent.LIMIT);
        RowResult.Agreement agreement = agrees
                ? RowResult.Agreement.AS_EXPECTED
                : undecided ? RowResult.Agreement.UNDECIDED : RowResult.Agreement.DIFFERS;
        return new RowResult(row, verdict, saved, agreement, options.all() ? missing : List.of());
    }
}
