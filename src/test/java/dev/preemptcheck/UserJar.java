package dev.preemptcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.scenario.Scenario;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A jar as a user builds it: sources that are compiled against the tool, each with one class {@code my.<name>}. */
public final class UserJar {
    private final Path folder;
    private final Path classes;

    public UserJar(Path folder) throws IOException {
        this.folder = folder;
        this.classes = Files.createDirectories(folder.resolve("classes"));
    }

    /** Adds a scenario of two processors, called {@code name}, whose tasks both run {@code code}. */
    public UserJar scenario(String type, String name, String code) throws IOException {
        return scenario(type, name, "", code);
    }

    /** The same with members of its class. */
    public UserJar scenario(String type, String name, String members, String code) throws IOException {
        return source(type, """
                public class %s implements Scenario {
                    %s
                    public String name() { return "%s"; }
                    public MachineSetup setup() {
                        MachineSetup setup = new MachineSetup(2, false);
                        int hits = setup.memory().word("hits", 0);
                        int done = setup.memory().word("done", 0);
                        int never = setup.memory().word("never", 0);
                        for (int i = 0; i < 2; i++) {
                            setup.task("swapper" + i, true, 0, cpu -> { for (;;) cpu.awaitNonZero(never); });
                        }
                        for (int i = 0; i < 2; i++) {
                            int idle = i;
                            setup.boot(i, setup.task("hit" + i, false, 0, cpu -> {
                                %s
                                if (cpu.add(done, 1) == 2 && cpu.load(hits) != 2) throw cpu.bug("BUG-lost-update", "");
                                cpu.retire();
                                cpu.switchTo(idle);
                            }));
                        }
                        return setup;
                    }
                }
                """.formatted(type, members, name, code));
    }

    /** Adds a source. */
    public UserJar source(String type, String text) throws IOException {
        return wholeSource(
                type, "package my; import dev.preemptcheck.scenario.*; import dev.preemptcheck.hardware.*; " + text);
    }

    /** Adds a source that says itself what it imports. */
    public UserJar wholeSource(String type, String text) throws IOException {
        Path file = folder.resolve(type + ".java");
        Files.writeString(file, text);
        Path tool = Path.of(Scenario.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        String path = tool + java.io.File.pathSeparator + classes;
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "--release",
                        "17",
                        "-proc:none",
                        "-nowarn",
                        "-cp",
                        path,
                        "-d",
                        classes.toString(),
                        file.toString());
        assertThat(status).isZero();
        return this;
    }

    /** The directory of its classes. */
    public Path directory() {
        return classes;
    }

    /** Where the class is. */
    public Path classFile(String type) {
        return classes.resolve("my").resolve(type + ".class");
    }

    /** The jar with all that was added. */
    public Path pack() throws IOException {
        Path jar = folder.resolve("my.jar");
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(classes)) {
            walk.filter(Files::isRegularFile).sorted().forEach(files::add);
        }
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out)) {
            for (Path file : files) {
                packed.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                packed.write(Files.readAllBytes(file));
                packed.closeEntry();
            }
        }
        return jar;
    }
}
