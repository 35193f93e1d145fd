package dev.preemptcheck.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.CarrierKind;
import dev.preemptcheck.SeedRefresh;
import dev.preemptcheck.explore.Replay;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormatException;
import dev.preemptcheck.seed.SeedShelf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The seeds in the jar: those of the reports of 2001, and one for every row that must be refuted. {@code mvn -pl src test
 * -Dtest=BuiltInSeedTest -Dgolden.refresh=true} writes them anew: run it when the modelled kernel has changed, and read what it
 * wrote; then build again, since the tests see what was built before.
 */
final class BuiltInSeedTest {
    private static final Path SHELF = Path.of("main", "resources", "seeds");
    /** Whose seeds are those of the reports. */
    private static final String REPORTED = "kmap";

    @TempDir
    private static Path folder;

    @BeforeAll
    static void refresh() throws IOException, SeedFormatException {
        if (Boolean.getBoolean("golden.refresh")) {
            Map<String, Seed> seeds = new TreeMap<>();
            for (String name : SeedShelf.names()) {
                Seed seed = SeedShelf.load(name);
                if (seed.scenario().startsWith(REPORTED + "/")) {
                    seeds.put(name, SeedRefresh.anew(seed));
                }
            }
            for (CatalogueRow row : refutedRows().toList()) {
                seeds.put(name(row), found(row));
            }
            write(seeds);
        }
    }

    private static Stream<CatalogueRow> refutedRows() {
        return Catalogue.rows().stream()
                .filter(row -> !row.system().scenario().equals(REPORTED))
                .filter(row -> row.expectation().answer() == Expectation.Answer.UNSAFE);
    }

    private static String name(CatalogueRow row) {
        String name = row.system().id() + "-" + row.system().scenario() + "-" + row.name();
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    }

    private static Seed found(CatalogueRow row) throws IOException, SeedFormatException {
        Verifier verifier = new Verifier(new Verifier.Options(
                Size.QUICK, false, Long.MAX_VALUE, Long.MAX_VALUE, folder.resolve(name(row)), Carrier::best));
        RowResult result = verifier.verify(row, (executions, states, waiting) -> {});
        assertThat(result.findings()).as(row.name()).isNotEmpty();
        return SeedShelf.load(result.findings().get(0).seed().toString());
    }

    private static void write(Map<String, Seed> seeds) throws IOException {
        try (Stream<Path> old = Files.list(SHELF)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        for (Map.Entry<String, Seed> seed : seeds.entrySet()) {
            SeedShelf.save(SHELF.resolve(seed.getKey() + SeedShelf.SUFFIX), seed.getValue());
        }
        Files.write(SHELF.resolve("index"), seeds.keySet());
    }

    private static Subject subject(Seed seed, Carrier carrier) {
        return new Subject(Systems.scenario(seed.scenario(), seed.config(), seed.patch()), carrier);
    }

    private static Replay replay(Seed seed, Subject subject) {
        return Replay.of(subject, seed.schedule(), seed.anchors(), seed.signature(), seed.trace());
    }

    @ParameterizedTest
    @EnumSource(CarrierKind.class)
    void everySeedReplaysExactly(CarrierKind carrier) {
        SeedShelf.builtIn().forEach((name, seed) -> {
            try (Subject subject = subject(seed, carrier.open())) {
                assertThat(replay(seed, subject).result()).as(name).isEqualTo(Replay.Result.EXACT);
            }
        });
    }

    @Test
    void everyRowThatMustBeRefutedHasItsSeed() {
        List<String> expected = refutedRows().map(BuiltInSeedTest::name).toList();
        assertThat(SeedShelf.names()).containsAll(expected);
    }
}
