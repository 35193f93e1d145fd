package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.UserJar;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code verify} and {@code replay} with a jar of a user's own scenarios, compiled here. */
final class ClasspathTest {
    private static final String LOCKED = "cpu.add(hits, 1);";
    private static final String TORN = "cpu.store(hits, cpu.load(hits) + 1);";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private UserJar user;

    @BeforeEach
    void startAJar() throws IOException {
        user = new UserJar(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"continuation", "thread"})
    void aScenarioInAJarIsRefutedAndItsSeedReplays(String carrier) throws IOException {
        Path jar = user.scenario("Torn", "torn", TORN)
                .scenario("Locked", "locked", LOCKED)
                .pack();
        assertThat(verify(jar, "--carrier", carrier)).isEqualTo(ExitStatus.DIFFERS);
        assertThat(out.toString())
                .contains("2 rows of user", "torn           DIFFERS", "refuted: BUG:BUG-lost-update")
                .contains("locked         as expected proved", "expected: SAFE");
        String seed = seeds().get(0).toString();
        assertThat(seeds()).hasSize(1);
        assertThat(run("replay", "--carrier", carrier, "--classpath", jar.toString(), seed))
                .isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .contains("replay:   EXACT", "scenario: torn", "patch:    none (torn: a scenario of its own)")
                .contains("NR_CPUS=2 CONFIG_SMP=y CONFIG_PREEMPT=n CONFIG_PREEMPT_SOFTIRQS=n")
                .contains("Process hit");
        String least = folder.resolve("least.seed").toString();
        assertThat(run("shrink", "--carrier", carrier, "--classpath", jar.toString(), seed, "-o", least))
                .isZero();
        assertThat(Path.of(least)).hasSameTextualContentAs(Path.of(seed));
    }

    @Test
    void directoriesAndSeveralPartsServeAsWellAndRowsHaveNames() throws IOException {
        Path jar = user.scenario("Torn", "torn", TORN).pack();
        Path directory = new UserJar(Files.createDirectory(folder.resolve("other")))
                .scenario("Locked", "locked", LOCKED)
                .directory();
        assertThat(run("verify", "--classpath", jar + File.pathSeparator + directory, "--seeds", place(), "locked"))
                .isZero();
        assertThat(out.toString()).contains("1 row of user", "1 row: 1 as expected");
    }

    /** The same jar twice, and the same class in two parts, are one scenario. */
    @Test
    void aClassThatStandsTwiceIsOneScenario() throws IOException {
        Path jar = user.scenario("Locked", "locked", LOCKED).pack();
        assertThat(run("verify", "--classpath", jar + File.pathSeparator + user.directory(), "--seeds", place()))
                .isZero();
        assertThat(out.toString()).contains("1 row of user");
    }

    @Test
    void otherClassesAreNoScenarios() throws IOException {
        Path jar = user.scenario("Locked", "locked", LOCKED)
                .source("Base", "public abstract class Base implements Scenario {}")
                .source("Hidden", "class Hidden extends Locked { public String name() { return \"hidden\"; } }")
                .source(
                        "Sized",
                        "public class Sized extends Locked { public Sized(int size) {} public String name() { return"
                                + " \"sized\"; } }")
                .source("Other", "public class Other {}")
                .pack();
        assertThat(verify(jar)).isZero();
        assertThat(out.toString()).contains("1 row of user").doesNotContain("hidden", "sized");
    }

    /** A strand can't be paused in an initialiser, so none may be left for a run to come upon (EXPLORATION K.2). */
    @Test
    void allClassesAreInitialisedBeforeTheFirstRun() throws IOException {
        String order = folder.resolve("order").toString();
        Path jar = user.source("Order", """
                        class Order {
                            static void note(String what) {
                                String before = System.getProperty("%1$s", "");
                                if (!before.contains(what)) System.setProperty("%1$s", before + what + " ");
                            }
                        }
                        """.formatted(order))
                .source("Zeta", "class Zeta { static { Order.note(\"initialised\"); } static int one() { return 1; } }")
                .scenario("Locked", "locked", "Order.note(\"run\"); cpu.add(hits, Zeta.one());")
                .pack();
        assertThat(verify(jar)).isZero();
        assertThat(System.clearProperty(order)).isEqualTo("initialised run ");
    }

    @Test
    void aJarThatIsNotThereIsOneLine() {
        complains(
                "none.jar: no such jar or directory", folder.resolve("none.jar").toString());
    }

    @Test
    void aFileThatIsNoJarIsOneLine() throws IOException {
        Path text = Files.writeString(folder.resolve("my.jar"), "no jar");
        complains("my.jar: can't be read as a jar or directory", text.toString());
    }

    @Test
    void aClassPathOfNothingIsOneLine() {
        complains("the class path is empty", File.pathSeparator);
    }

    @Test
    void aJarWithoutScenariosIsOneLineThatNamesWhatIsUnfit() throws IOException {
        Path jar = user.source(
                        "Hidden",
                        "class Hidden implements Scenario { public String name() { return \"h\"; } public MachineSetup"
                                + " setup() { return new MachineSetup(1, false); } }")
                .pack();
        complains("no scenario there; one is a public class", jar.toString());
        assertThat(err.toString()).contains("which is not so of my.Hidden");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "public Bad() { throw new IllegalArgumentException(\"no reason\"); } | its constructor throws java.lang.IllegalArgumentException: no reason at my.Bad.<init>(Bad.java",
                "static final int N = Integer.parseInt(\"x\"); | its initialiser throws java.lang.NumberFormatException",
                "static { if (true) throw new AssertionError(\"early\"); } | its initialiser throws java.lang.AssertionError: early",
                "public Particulars particulars() { throw new IllegalStateException(\"none\"); } | its particulars() throws java.lang.IllegalStateException: none",
                "public Particulars particulars() { return null; } | its particulars() gives null"
            })
    void aScenarioThatCanNotBeAskedIsOneLine(String member, String reason) throws IOException {
        Path jar = user.scenario("Bad", "bad", member, LOCKED).pack();
        complains(reason, jar.toString());
        assertThat(err.toString()).contains("class my.Bad");
    }

    @Test
    void aSetupThatThrowsNamesItsClass() throws IOException {
        Path jar = user.source(
                        "Bad",
                        "public class Bad implements Scenario { public String name() { return \"bad\"; } public"
                                + " MachineSetup setup() { return new MachineSetup(99, false); } }")
                .pack();
        complains("class my.Bad: its setup() throws java.lang.IllegalArgumentException: 1 to 11", jar.toString());
        assertThat(err.toString()).contains("at my.Bad.setup(Bad.java:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"continuation", "thread"})
    void kernelCodeThatThrowsNamesItsClass(String carrier) throws IOException {
        Path jar = user.scenario(
                        "Bad", "bad", LOCKED + " if (cpu.load(hits) == 2) throw new ArithmeticException(\"two\");")
                .pack();
        assertThat(verify(jar, "--carrier", carrier)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains(
                                "class my.Bad: its kernel code throws java.lang.ArithmeticException: two at my.Bad."));
    }

    /** State in a Java object survives a run: what the 33rd run did, the first after those that learn, can't be repeated. */
    @Test
    void aScenarioThatRemembersRunsIsNamedInTheEnginesComplaint() throws IOException {
        Path jar = user.scenario("Bad", "bad", "static int runs;", "cpu.add(hits, ++runs == 66 ? 2 : 1);")
                .pack();
        assertThat(verify(jar)).isEqualTo(ExitStatus.INTERNAL_ERROR);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("while class my.Bad ran")
                        .contains("keep all of its state in the machine?"));
    }

    @Test
    void aClassForANewerJavaIsOneLine() throws IOException {
        user.scenario("Locked", "locked", LOCKED);
        byte[] code = Files.readAllBytes(user.classFile("Locked"));
        code[6] = 0x7f; // major version of the class file
        Files.write(user.classFile("Locked"), code);
        complains(
                "class my.Locked was compiled for a newer Java than this one",
                user.pack().toString());
    }

    @Test
    void aClassWhoseSuperclassIsMissingIsOneLine() throws IOException {
        user.scenario("Locked", "locked", LOCKED).source("Late", "public class Late extends Locked {}");
        Files.delete(user.classFile("Locked"));
        complains(
                "class my.Late can't be loaded (java.lang.NoClassDefFoundError: my/Locked)",
                user.pack().toString());
    }

    @ParameterizedTest
    @CsvSource({"same,same", "a b,a-b"})
    void namesThatClashAreOneLine(String one, String other) throws IOException {
        Path jar =
                user.scenario("One", one, LOCKED).scenario("Two", other, LOCKED).pack();
        complains("class my.One and class my.Two have the same name", jar.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a ", "two\\nlines", "\\u001b[2J"})
    void aNameThatNoSeedCanHoldIsOneLine(String name) throws IOException {
        Path jar = user.scenario("Bad", name, LOCKED).pack();
        complains("class my.Bad: its name() is not printable text", jar.toString());
    }

    @Test
    void aSeedOfAnotherScenarioIsOneLine() throws IOException {
        Path jar = user.scenario("Torn", "torn", TORN).pack();
        verify(jar);
        Path seed = seeds().get(0);
        assertThat(run("replay", seed.toString())).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString()).contains("no scenario is called 'torn'", "one of your own needs --classpath");
        Path edited = folder.resolve("edited.seed");
        Files.writeString(edited, Files.readString(seed).replace("scenario: torn", "scenario: other"));
        assertThat(run("replay", "--classpath", jar.toString(), edited.toString()))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString()).contains("no scenario on the class path is called 'other'; there are torn");
        Files.writeString(edited, Files.readString(seed).replace("CONFIG_PREEMPT=n", "CONFIG_PREEMPT=y"));
        assertThat(run("replay", "--classpath", jar.toString(), edited.toString()))
                .isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString()).contains("the seed is for kernel").hasLineCount(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--system S1", "--axis UPP", "--kernel 2.4.10-pre4", "lokced"})
    void whatChoosesAmongTheToolsOwnRowsIsRefused(String option) throws IOException {
        Path jar = user.scenario("Locked", "locked", LOCKED).pack();
        assertThat(verify(jar, option.split(" "))).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines()).hasSize(1);
    }

    private void complains(String reason, String classpath) {
        assertThat(run("verify", "--classpath", classpath, "--seeds", place())).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("preemptcheck: --classpath: ")
                        .contains(reason));
        assertThat(out.toString()).isEmpty();
    }

    private int verify(Path jar, String... options) {
        List<String> all = new ArrayList<>(List.of("verify", "--classpath", jar.toString(), "--seeds", place()));
        all.addAll(List.of("--size", "quick"));
        all.addAll(List.of(options));
        return run(all.toArray(String[]::new));
    }

    private String place() {
        return folder.resolve("seeds").toString();
    }

    private List<Path> seeds() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(place()))) {
            return files.toList();
        }
    }

    private int run(String... arguments) {
        return PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
