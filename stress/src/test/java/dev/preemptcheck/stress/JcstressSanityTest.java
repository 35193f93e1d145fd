package dev.preemptcheck.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.annotations.JCStressTest;

/**
 * Runs every JCStress test once, in sanity mode: each still starts, and shows no forbidden outcome. It says nothing
 * about how often an outcome shows up; {@code -m quick} does, at about 50 s a test.
 */
final class JcstressSanityTest {
    private static final long MINUTES_MAX = 10;

    /** JCStress drops a test with more actors than there are CPUs, and still exits 0. */
    @Test
    void everyDeclaredTestRunsAndShowsNoForbiddenOutcome() throws Exception {
        Path folder = emptyFolder(Path.of("target", "jcstress").toAbsolutePath());
        Path output = folder.resolve("output.txt");
        assertThat(runJcstress(folder, output)).as(() -> read(output)).isZero();
        assertThat(testsRun(folder.resolve("results")))
                .as("tests run = tests declared")
                .isNotEmpty()
                .isEqualTo(testsDeclared());
    }

    private static int runJcstress(Path folder, Path output) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.openjdk.jcstress.Main",
                        "-m",
                        "sanity",
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

    /** JCStress writes one page for each test that it ran, and an index. */
    private static List<String> testsRun(Path results) throws IOException {
        try (Stream<Path> pages = Files.list(results)) {
            return pages.map(page -> page.getFileName().toString())
                    .filter(name -> name.endsWith(".html") && !name.equals("index.html"))
                    .map(name -> name.substring(0, name.length() - ".html".length()))
                    .sorted()
                    .toList();
        }
    }

    /** The annotated classes of this module, found without JCStress's own list of them. */
    private static List<String> testsDeclared() throws Exception {
        URI location = StoreBuffering_01_Plain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        Path classes = Path.of(location);
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .map(name -> load(name.substring(0, name.length() - ".class".length())
                            .replace('/', '.')
                            .replace('\\', '.')))
                    .filter(type -> type.isAnnotationPresent(JCStressTest.class))
                    .map(Class::getCanonicalName)
                    .sorted()
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, JcstressSanityTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("a class file without its class: " + name, e);
        }
    }

    private static Path emptyFolder(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        return Files.createDirectories(folder);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
