package dev.preemptcheck.verify;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A part of a class path: a jar or a directory, and the classes in it by name, sorted.
 *
 * @param place as the user wrote it
 * @param url for a class loader
 * @param classes names of its classes, module and package descriptions left out
 */
record ClassFiles(String place, URL url, List<String> classes) {
    private static final String SUFFIX = ".class";

    /**
     * The parts of a class path that is written as the platform writes it.
     *
     * @throws ClasspathException if there are none, or one is no jar and no directory
     */
    static List<ClassFiles> of(String classpath) throws ClasspathException {
        List<ClassFiles> parts = new ArrayList<>();
        for (String place : classpath.split(File.pathSeparator, -1)) {
            if (!place.isBlank()) {
                parts.add(part(place));
            }
        }
        if (parts.isEmpty()) {
            throw new ClasspathException("the class path is empty; name a jar or a directory");
        }
        return List.copyOf(parts);
    }

    private static ClassFiles part(String place) throws ClasspathException {
        try {
            Path path = Path.of(place);
            if (!Files.exists(path)) {
                throw new ClasspathException(place + ": no such jar or directory; check the path");
            }
            Stream<String> files = Files.isDirectory(path) ? inDirectory(path) : inJar(path);
            return new ClassFiles(place, path.toUri().toURL(), classes(files));
        } catch (InvalidPathException | MalformedURLException e) {
            throw new ClasspathException(place + ": no path (" + e.getMessage() + "); check it");
        } catch (IOException | UncheckedIOException e) {
            throw new ClasspathException(place + ": can't be read as a jar or directory (" + e.getMessage() + ")");
        }
    }

    private static Stream<String> inDirectory(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files
                    .filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace(File.separatorChar, '/'))
                    .toList()
                    .stream();
        }
    }

    private static Stream<String> inJar(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream().map(ZipEntry::getName).toList().stream();
        }
    }

    /** {@code META-INF} may hold the same classes for other versions of Java. */
    private static List<String> classes(Stream<String> files) {
        return files.filter(name -> name.endsWith(SUFFIX) && !name.startsWith("META-INF/"))
                .map(name -> name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'))
                .filter(name -> !name.endsWith("module-info") && !name.endsWith("package-info"))
                .sorted()
                .toList();
    }
}
