package dev.preemptcheck.verify;

import dev.preemptcheck.detect.ShapeFault;
import dev.preemptcheck.detect.ShapeRule;
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
import dev.preemptcheck.explore.TraceRule;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.scenario.Scenario;
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
     * @throws UserCodeException if code of a user's own scenario throws
     */
    public RowResult verify(CatalogueRow row, Progress progress) {
        Scenario scenario = row.scenario(options.size());
        return UserScenario.naming(scenario, () -> verify(row, scenario, progress));
    }

    private RowResult verify(CatalogueRow row, Scenario scenario, Progress progress) {
        Bounds bounds = new Bounds(options.size().interrupts(), options.size().preemptions());
        SearchOptions how = (options.all() ? SearchOptions.ALL : SearchOptions.FIRST)
                .withExecutionsMax(options.executionsMax())
                .withMoreMax(options.moreMax());
        try (Subject subject = new Subject(scenario, options.carrier().get())) {
            Verdict verdict = new Explorer(subject, bounds, how).explore(progress);
            List<RowResult.Saved> saved = new ArrayList<>();
            List<Recording> runs = new ArrayList<>(List.of(Recorder.record(subject, Schedule.EMPTY)));
            if (verdict instanceof Verdict.Refuted refuted) {
                for (Finding least : least(refuted, new Minimiser(subject, bounds))) {
                    Recording run = Recorder.record(subject, least.schedule());
                    saved.add(save(row, scenario, run, least, file(row, least, saved)));
                    runs.add(run);
                }
            }
            return judge(row, verdict, saved, faults(row, runs));
        }
    }

    /**
     * Of each signature the least finding; or the least of all that have one of those that were met with the fewest
     * deviations, which depends neither on the order of the search nor on the number of workers.
     */
    private List<Finding> least(Verdict.Refuted refuted, Minimiser minimiser) {
        List<Finding> findings = refuted.findings();
        Finding first = findings.get(0);
        return options.all()
                ? minimiser.eachOf(findings)
                : List.of(minimiser.leastOf(findings.stream()
                        .filter(f -> f.hazard() == first.hazard()
                                && f.schedule().size() == first.schedule().size())
                        .toList()));
    }

    private static RowResult.Saved save(
            CatalogueRow row, Scenario scenario, Recording recording, Finding finding, Path file) {
        // A hazard ends no run, so its recording goes on to the run's end and has that run's digest.
        Schedule schedule = recording.schedule();
        Seed seed = new Seed(
                scenario.name(),
                row.config(),
                row.variant().patch(),
                finding.signature(),
                recording.trace(),
                schedule,
                recording.anchors());
        try {
            SeedShelf.save(file, seed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RowResult.Saved(finding, file);
    }

    /** Where the seed goes. Signatures that differ only in outer functions are numbered. */
    private Path file(CatalogueRow row, Finding finding, List<RowResult.Saved> others) {
        String name = fileName(row, finding);
        Path file = options.seeds().resolve(name + SeedShelf.SUFFIX);
        for (int number = 2; contains(others, file); number++) {
            file = options.seeds().resolve(name + "-" + number + SeedShelf.SUFFIX);
        }
        return file;
    }

    private static boolean contains(List<RowResult.Saved> others, Path file) {
        return others.stream().anyMatch(saved -> saved.seed().equals(file));
    }

    private String fileName(CatalogueRow row, Finding finding) {
        String where = finding.signature().chain().isEmpty()
                ? "user"
                : finding.signature().chain().get(0);
        return inFileName(
                row.config().version().release() + "-" + options.size().id() + "-" + row.name() + "-"
                        + finding.signature().violation() + "-" + where);
    }

    /** A text as it stands in the name of a seed file. */
    static String inFileName(String text) {
        return text.replaceAll("[^A-Za-z0-9_.]+", "-");
    }

    /** What D6 says of the shape, or, where none is stated, of runs in which there is a count to keep. */
    private static List<ShapeFault> faults(CatalogueRow row, List<Recording> runs) {
        List<Pairing> shape = row.variant().shape();
        return shape.isEmpty() && row.config().preempt()
                ? TraceRule.faults(runs)
                : ShapeRule.faults(shape, row.config());
    }

    private RowResult judge(CatalogueRow row, Verdict verdict, List<RowResult.Saved> saved, List<ShapeFault> faults) {
        List<String> missed = row.expectation().violations().stream()
                .filter(v -> saved.stream().noneMatch(s -> s.signature().is(v)))
                .toList();
        List<String> missing = missed.stream()
                .filter(v -> faults.stream()
                        .noneMatch(
                                f -> f.happensIn(row.config()) && f.signature().is(v)))
                .toList();
        boolean found = options.all()
                ? missing.isEmpty()
                : missed.size() < row.expectation().violations().size();
        return new RowResult(
                row,
                verdict,
                saved,
                faults,
                agreement(row.expectation(), verdict, found),
                options.all() ? missing : List.of());
    }

    /** @param found whether what the row names was found: all of it, or one where only one was looked for */
    private RowResult.Agreement agreement(Expectation expected, Verdict verdict, boolean found) {
        if (verdict instanceof Verdict.Open) {
            return RowResult.Agreement.UNDECIDED;
        }
        boolean agrees = switch (expected.answer()) {
            case OPEN -> true;
            case SAFE -> verdict instanceof Verdict.Proved;
            case UNSAFE -> verdict instanceof Verdict.Refuted && found;
        };
        boolean mayBeFound = options.all()
                && expected.answer() == Expectation.Answer.UNSAFE
                && verdict instanceof Verdict.Refuted refuted
                && (refuted.extent() == Verdict.Extent.LIMIT || options.size().compareTo(Size.STANDARD) < 0);
        return agrees
                ? RowResult.Agreement.AS_EXPECTED
                : mayBeFound ? RowResult.Agreement.UNDECIDED : RowResult.Agreement.DIFFERS;
    }
}
