package dev.preemptcheck.litmus;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.litmus.parse.LitmusFormatException;
import dev.preemptcheck.litmus.parse.LitmusParser;
import dev.preemptcheck.litmus.program.LitmusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Litmus files: finds them, and runs what is in them.
 *
 * @param carrier makes what runs a test's threads, once for each test
 * @param executionsMax after so many runs a test is given up
 */
public record LitmusFiles(MemoryModel model, Supplier<Carrier> carrier, long executionsMax) {

    /**
     * All litmus files in a file or directory and below, in the order of their names.
     *
     * @throws IOException if there is no such file, or a directory can't be read
     */
    public static List<Path> in(Path place) throws IOException {
        if (!Files.isDirectory(place)) {
            return List.of(place);
        }
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(place)) {
            all.filter(p -> p.toString().endsWith(".litmus") && Files.isRegularFile(p))
                    .sorted()
                    .forEach(found::add);
        }
        return found;
    }

    /**
     * Runs the test in a file; one that can't be parsed is skipped with the reason.
     *
     * @throws IOException if the file can't be read
     */
    public LitmusReport report(Path file) throws IOException {
        LitmusTest test;
        try {
            test = LitmusParser.parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (LitmusFormatException e) {
            return LitmusReport.skipped(file.toString(), file + ":" + e.line() + ": " + e.getMessage());
        }
        int threads = test.threads().size();
        if (threads == 0 || threads > MachineSetup.CPUS_MAX) {
            String reason = threads == 0 ? "no thread" : "more than " + MachineSetup.CPUS_MAX + " threads";
            return LitmusReport.skipped(file.toString(), file + ": " + reason);
        }
        return LitmusReport.of(file.toString(), LitmusRunner.run(test, model, carrier, executionsMax), model);
    }
}
