package dev.preemptcheck.stress;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.JCStressTest;

/** The lessons of this module. */
final class Lessons {
    private Lessons() {}

    /** The annotated classes of this module, found without JCStress's own list of them. */
    static List<Class<?>> declared() throws Exception {
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
                    .sorted(Comparator.comparing(Class::getCanonicalName))
                    .collect(Collectors.toUnmodifiableList());
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Lessons.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("a class file without its class: " + name, e);
        }
    }
}
