package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher with JDKs that are a release file and a java which says who it is and exits 7. No JVM is started. */
@DisabledOnOs(OS.WINDOWS)
final class LauncherTest {
    @TempDir
    private Path temp;

    private final Map<String, String> environment = new TreeMap<>();
    private Path launcher;
    private Path jvms;

    @BeforeEach
    void installBesideAJar() throws IOException {
        Path home = Files.createDirectories(temp.resolve("a tool"));
        launcher = Files.copy(Path.of("main/launcher/preemptcheck"), home.resolve("preemptcheck"));
        Files.createFile(home.resolve("preemptcheck.jar"));
        jvms = Files.createDirectories(temp.resolve("all jvms"));
        environment.put("PREEMPTCHECK_JVMS", jvms.toString());
        environment.put("PATH", pathWithoutJava().toString());
    }

    @Test
    void newestJavaIsTaken() throws Exception {
        jdk("jdk-21.0.9", "21.0.9");
        jdk("jdk-21.0.10", "21.0.10");
        jdk("jdk-17", "17.0.15");
        assertThat(launch()).isEqualTo(started("21.0.10", jvms.resolve("jdk-21.0.10")));
    }

    @Test
    void java17IsTakenWhereNothingNewerIs() throws Exception {
        jdk("jdk-8", "1.8.0_392");
        jdk("jdk-17", "17.0.15");
        assertThat(launch()).isEqualTo(started("17.0.15", jvms.resolve("jdk-17")));
    }

    @Test
    void javaHomeWinsAmongEquals() throws Exception {
        jdk("jdk-25", "25.0.3");
        Path chosen = jdk("../chosen", "25.0.3");
        environment.put("JAVA_HOME", chosen.toString());
        assertThat(launch()).isEqualTo(started("25.0.3", chosen));
    }

    @Test
    void javaOnPathIsFoundBehindASymbolicLink() throws Exception {
        Path chosen = jdk("../chosen", "25.0.3").toRealPath();
        Path bin = Path.of(environment.get("PATH"));
        Files.createSymbolicLink(bin.resolve("java"), Path.of("../chosen/bin/java"));
        assertThat(launch()).isEqualTo(started("25.0.3", chosen));
    }

    @Test
    void preemptcheckJavaWinsOutright() throws Exception {
        jdk("jdk-25", "25.0.3");
        Path chosen = jdk("../chosen", "17.0.15").toRealPath();
        environment.put("PREEMPTCHECK_JAVA", chosen.toString());
        assertThat(launch()).isEqualTo(started("17.0.15", chosen));
        environment.put("PREEMPTCHECK_JAVA", chosen.resolve("bin/java").toString());
        assertThat(launch()).isEqualTo(started("17.0.15", chosen));
    }

    @Test
    void worksThroughASymbolicLink() throws Exception {
        Path jdk = jdk("jdk-25", "25.0.3");
        Path jar = launcher.resolveSibling("preemptcheck.jar");
        launcher = Files.createSymbolicLink(temp.resolve("linked"), Path.of("a tool/preemptcheck"));
        assertThat(launch()).isEqualTo(started("25.0.3", jdk, jar));
    }

    @Test
    void noJavaIsOneLineAndWrongUsage() throws Exception {
        jdk("jdk-8", "1.8.0_392");
        jdk("jdk-16", "16.0.2");
        assertThat(launch()).startsWith("preemptcheck: no Java 17 or newer in ").endsWith("\nexit 2");
        assertThat(launch().lines()).hasSize(2);
    }

    @Test
    void wrongPreemptcheckJavaIsOneLineAndWrongUsage() throws Exception {
        environment.put("PREEMPTCHECK_JAVA", "/no/such/java");
        assertThat(launch())
                .startsWith("preemptcheck: PREEMPTCHECK_JAVA=/no/such/java is no Java")
                .endsWith("\nexit 2");
    }

    @Test
    void missingJarIsOneLineAndWrongUsage() throws Exception {
        Files.delete(launcher.resolveSibling("preemptcheck.jar"));
        assertThat(launch())
                .startsWith("preemptcheck: no preemptcheck.jar beside ")
                .endsWith("\nexit 2");
    }

    private String started(String version, Path home) {
        return started(version, home, launcher.resolveSibling("preemptcheck.jar"));
    }

    private static String started(String version, Path home, Path jar) {
        return "preemptcheck: using Java " + version + " (" + home + ")\n[-Dpreemptcheck.terminal=00][-jar][" + jar
                + "][two words][--flag]\nexit 7";
    }

    /** What the launcher prints on both streams, then its exit status. */
    private String launch() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", launcher.toString(), "two words", "--flag");
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true).directory(jvms.toFile());
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return printed + "exit " + process.waitFor();
    }

    private Path jdk(String folder, String version) throws IOException {
        Path home = jvms.resolve(folder).normalize();
        Path bin = Files.createDirectories(home.resolve("bin"));
        script(bin.resolve("java"), "printf '[%s]' \"$@\"", "echo", "exit 7");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    /** The launcher needs nothing but readlink from PATH. */
    private Path pathWithoutJava() throws IOException {
        Path bin = Files.createDirectories(temp.resolve("bin"));
        script(bin.resolve("readlink"), "PATH=/usr/bin:/bin exec readlink \"$@\"");
        return bin;
    }

    private static void script(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
