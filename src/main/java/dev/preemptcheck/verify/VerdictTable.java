package dev.preemptcheck.verify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The verdict table in the format of fact 6: {@code variant;axes;verdict;violations}. Axes are as {@link AxisChoice} says;
 * {@code |} separates violations. The first line that covers a row holds.
 */
final class VerdictTable {

    /** A line of the table. */
    record Line(String variant, AxisChoice axes, Expectation expectation) {
        boolean covers(String id, List<String> row) {
            return variant.equals(id) && axes.covers(row);
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
        if (fields.length != 4) {
            throw notALine(text, "it has four fields");
        }
        List<String> violations = fields[3].isEmpty() ? List.of() : List.of(fields[3].split("\\|", -1));
        try {
            return new Line(
                    fields[0],
                    new AxisChoice(List.of(fields[1].split(",", -1))),
                    new Expectation(answer(fields[2]), violations));
        } catch (IllegalArgumentException e) {
            throw notALine(text, String.valueOf(e.getMessage()));
        }
    }

    private static Expectation.Answer answer(String text) {
        return Arrays.stream(Expectation.Answer.values())
                .filter(answer -> answer.name().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a verdict is "
                        + Arrays.stream(Expectation.Answer.values())
                                .map(Enum::name)
                                .collect(Collectors.joining(" or "))));
    }

    private static IllegalStateException notALine(String text, String why) {
        return new IllegalStateException("not a line of a verdict table: " + text + " (" + why + ")");
    }

    /** All lines, in order. */
    List<Line> lines() {
        return lines;
    }

    /** What is expected of a variant under these axes. */
    Expectation of(String variant, List<String> axes) {
        return lineOf(variant, axes)
                .map(Line::expectation)
                .orElseThrow(() -> new IllegalStateException(
                        "the verdict table says nothing of " + variant + " under " + String.join("/", axes)));
    }

    /** The line that holds for it. */
    Optional<Line> lineOf(String variant, List<String> axes) {
        return lines.stream().filter(line -> line.covers(variant, axes)).findFirst();
    }
}
