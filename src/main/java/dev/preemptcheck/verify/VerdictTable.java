package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The verdict table in the format of fact 6: {@code variant;axes;verdict;violations}. Commas between axes of one kind are
 * alternatives, between kinds they combine; {@code ANY} is every axis; {@code |} separates violations.
 */
final class VerdictTable {
    private static final List<String> CPU_AXES = List.of("UP", "UPP", "SMP", "SMPP");
    private static final List<String> DEBUG_AXES = List.of("DBG0", "DBG1");

    /** A line of the table. */
    private record Line(String variant, List<String> axes, Expectation expectation) {
        boolean covers(String id, KernelConfig config) {
            return variant.equals(id)
                    && covers(CPU_AXES, config.axis())
                    && covers(DEBUG_AXES, "DBG" + (config.highmemDebug() ? 1 : 0));
        }

        private boolean covers(List<String> kind, String value) {
            return axes.contains(value) || axes.stream().noneMatch(kind::contains);
        }
    }

    private final List<Line> lines;

    private VerdictTable(List<Line> lines) {
        this.lines = lines;
    }

    /** The table that comes with the tool. */
    static VerdictTable builtIn() {
        try (InputStream in = VerdictTable.class.getResourceAsStream("verdicts")) {
            if (in == null) {
                throw new IllegalStateException("the verdict table is missing from the jar");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static VerdictTable parse(String text) {
        return new VerdictTable(text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(VerdictTable::line)
                .toList());
    }

    private static Line line(String text) {
        String[] fields = text.split(";", -1);
        if (fields.length != 4 || !(fields[2].equals("SAFE") || fields[2].equals("UNSAFE"))) {
            throw new IllegalStateException("not a line of a verdict table: " + text);
        }
        List<String> violations = fields[3].isEmpty() ? List.of() : List.of(fields[3].split("\\|"));
        return new Line(
                fields[0], List.of(fields[1].split(",")), new Expectation(fields[2].equals("SAFE"), violations));
    }

    /** What is expected of a variant under a configuration. */
    Expectation of(String variant, KernelConfig config) {
        return lines.stream()
                .filter(line -> line.covers(variant, config))
                .findFirst()
                .map(Line::expectation)
                .orElseThrow(() -> new IllegalStateException(
                        "the verdict table says nothing of " + variant + " under " + config.axis()));
    }
}
