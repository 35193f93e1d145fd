package dev.preemptcheck.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;

/**
 * Runs every JCStress lesson and checks that the modelled machine predicts every outcome that the host shows.
 *
 * <p>In sanity mode, without split compilation modes, which says little about how often an outcome shows up; {@code -Djcstress.mode=quick} takes about 50 s a
 * lesson, and is long enough to see nearly all of them.
 */
final class JcstressSanityTest {
    private static final String MODE = System.getProperty("jcstress.mode", "sanity");
    /** Sanity mode takes half a minute. */
    private static final long MINUTES_MAX = Long.getLong("jcstress.minutesMax", MODE.equals("sanity") ? 5 : 30);

    private static final Path FOLDER = Path.of("target", "jcstress").toAbsolutePath();

    private static int exitStatus;
    private static List<Class<?>> declared = List.of();
    private static SortedMap<String, SortedSet<String>> observed = new TreeMap<>();

    @BeforeAll
    static void run() throws Exception {
        emptyFolder(FOLDER);
        declared = Lessons.declared();
        exitStatus = runJcstress(FOLDER, FOLDER.resolve("output.txt"));
        observed = outcomesObserved(FOLDER);
    }

    /** JCStress drops a test with more actors than there are CPUs, and still exits 0. */
    @Test
    void everyDeclaredTestRunsAndShowsNoForbiddenOutcome() {
        assertThat(exitStatus).as(() -> read(FOLDER.resolve("output.txt"))).isZero();
        assertThat(observed.keySet())
                .as("tests run = tests declared")
                .isNotEmpty()
                .containsExactlyElementsOf(
                        declared.stream().map(Class::getCanonicalName).toList());
    }

    @TestFactory
    Stream<DynamicTest> theModelPredictsWhatTheHostShows() {
        return declared.stream()
                .map(lesson -> DynamicTest.dynamicTest(lesson.getSimpleName(), () -> {
                    SortedSet<String> allowed = new TreeSet<>(Model.predicts(lesson.getCanonicalName()));
                    allowed.addAll(Model.NOT_MODELLED.getOrDefault(lesson, List.of()));
                    SortedSet<String> shown = observed.getOrDefault(lesson.getCanonicalName(), new TreeSet<>());
                    System.out.println(
                            lesson.getSimpleName() + ": predicted and exempt " + allowed + ", observed " + shown);
                    assertThat(shown)
                            .as("observed, nothing but predicted")
                            .isNotEmpty()
                            .isSubsetOf(allowed);
                }));
    }

    private static int runJcstress(Path folder, Path output) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.openjdk.jcstress.Main",
                        "-m",
                        MODE,
                        "-sc",
                        String.valueOf(!MODE.equals("sanity")),
                        "-af",
                        "NONE",
                        "-r",
                        folder.resolve("results").toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError(
                    "JCStress still ran after " + MINUTES_MAX + " minutes; it printed:\n" + read(output));
        }
        return process.exitValue();
    }

    /** From the file in which JCStress keeps its results: for each test that it ran, every outcome that it saw. */
    private static SortedMap<String, SortedSet<String>> outcomesObserved(Path folder)
            throws IOException, ClassNotFoundException {
        SortedMap<String, SortedSet<String>> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".bin.gz")).toList()) {
                DiskReadCollector results = new DiskReadCollector(
                        file.toString(),
                        result -> all.computeIfAbsent(result.getName(), name -> new TreeSet<>())
                                .addAll(result.getStateKeys()));
                results.dump();
                results.close();
            }
        }
        return all;
    }

    private static void emptyFolder(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(folder);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
