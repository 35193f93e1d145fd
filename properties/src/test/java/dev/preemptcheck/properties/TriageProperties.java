package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.oops.OopsRecord;
import dev.preemptcheck.oops.Triage;
import dev.preemptcheck.oops.TriageReport;
import dev.preemptcheck.oops.UnreadableLogException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What triage says of a log does not depend on how the log was cut up, nor on what else was logged meanwhile. */
final class TriageProperties {

    @Property(tries = 200)
    void aLogMayBeSplitBetweenOopses(@ForAll("logs") String name, @ForAll @IntRange(max = 1000) int where) {
        List<String> lines = lines(name);
        List<Integer> cuts = boundaries(lines);
        int cut = cuts.get(where % cuts.size());
        assertThat(said(lines.subList(0, cut), lines.subList(cut, lines.size())))
                .isEqualTo(said(lines));
    }

    @Property(tries = 200)
    void noiseInBetweenChangesNothing(
            @ForAll("logs") String name, @ForAll @Size(max = 30) List<@IntRange(max = 1000) Integer> where) {
        List<String> lines = new ArrayList<>(lines(name));
        List<String> expected = said(lines);
        int noise = 0;
        for (int place : where) {
            lines.add(place % (lines.size() + 1), noise(noise++));
        }
        assertThat(said(lines)).isEqualTo(expected);
    }

    /** Places in front of a BUG line where every BUG line so far has had its dump; the end is one too. */
    private static List<Integer> boundaries(List<String> lines) {
        List<Integer> cuts = new ArrayList<>(List.of(lines.size()));
        int open = 0;
        for (int i = 0; i < lines.size(); i++) {
            boolean bug = lines.get(i).contains("kernel BUG at");
            if (bug && open == 0) {
                cuts.add(i);
            }
            open += bug ? 1 : lines.get(i).contains("invalid operand") ? -1 : 0;
        }
        return cuts;
    }

    private static String noise(int number) {
        return "Sep  8 18:10:16 otherbox sshd[" + (100 + number) + "]: session opened for user nobody";
    }

    @SafeVarargs
    private static List<String> said(List<String>... parts) {
        Triage triage = new Triage(List.of());
        for (List<String> part : parts) {
            read(triage, String.join("\n", part) + "\n");
        }
        TriageReport report = triage.report();
        Stream<String> oopses = report.records().stream().map(TriageProperties::oops);
        Stream<String> groups =
                report.signatures().stream().map(g -> g.number() + " " + g.oopses() + " " + g.signature());
        Stream<String> causes =
                report.rootCauses().stream().map(c -> c.signatures() + " " + c.oopses() + " " + c.place());
        return Stream.of(oopses, groups, causes).flatMap(s -> s).toList();
    }

    private static String oops(OopsRecord record) {
        return record.process() + " " + record.pid() + " " + record.function() + " " + record.registers() + " "
                + record.stack() + " " + record.code() + " " + record.signature();
    }

    private static void read(Triage triage, String text) {
        try {
            triage.read("log", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (UnreadableLogException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> lines(String name) {
        try (InputStream in = Objects.requireNonNull(TriageProperties.class.getResourceAsStream("/logs/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Provide
    Arbitrary<String> logs() {
        return Arbitraries.of(
                "2.4.10-pre4-preempt-highmem.log", "2.4.9-ac10-preempt-highmem.log", "2.4.10-pre4-alloc-failed.log");
    }
}
