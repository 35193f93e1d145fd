package dev.preemptcheck.seed;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where seeds are: those shipped in the jar, by name, and files. */
public final class SeedShelf {
    /** What a seed file's name ends with. */
    public static final String SUFFIX = ".seed";

    private static final int BYTES_MAX = 1 << 20;
    private static final String FOLDER = "/seeds/";
    private static final String INDEX = FOLDER + "index";

    private SeedShelf() {}

    /** Names of the built-in seeds, sorted. */
    public static List<String> names() {
        String index = resource(INDEX);
        return index == null
                ? List.of()
                : index.lines().filter(line -> !line.isBlank()).sorted().toList();
    }

    /** All built-in seeds by name, sorted. */
    public static Map<String, Seed> builtIn() {
        Map<String, Seed> seeds = new LinkedHashMap<>();
        for (String name : names()) {
            try {
                seeds.put(name, load(name));
            } catch (SeedFormatException | IOException e) {
                throw new IllegalStateException("the built-in seed '" + name + "' is damaged: " + e.getMessage(), e);
            }
        }
        return seeds;
    }

    /**
     * The seed of that name, or in that file; a built-in name wins.
     *
     * @throws SeedFormatException if it is not a complete seed
     * @throws IOException if there is no such seed, or it can't be read; the message is one line
     */
    public static Seed load(String nameOrFile) throws SeedFormatException, IOException {
        String text = nameOrFile.contains("/") ? null : resource(FOLDER + nameOrFile + SUFFIX);
        return SeedFormat.read(nameOrFile, text != null ? text : fileText(nameOrFile));
    }

    private static String fileText(String name) throws IOException {
        Path file = Path.of(name);
        if (Files.isDirectory(file)) {
            throw new IOException(name + ": this is a directory; name a seed file");
        }
        if (!Files.exists(file)) {
            throw new IOException(name + ": no such seed; built in are " + String.join(", ", names()));
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new IOException(name + ": too large for a seed, which has at most " + BYTES_MAX + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /**
     * Writes a seed so that the file is complete whenever it is seen.
     *
     * @throws IOException if it can't be written
     */
    public static void save(Path file, Seed seed) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException(file + " names no file");
        }
        Files.createDirectories(parent);
        Path part = Files.createTempFile(parent, "seed", ".part");
        try {
            Files.writeString(part, SeedFormat.write(seed));
            makeReadable(part);
            moveInto(part, file);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** A file made for oneself alone is of no use to colleagues. */
    private static void makeReadable(Path part) throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(part, PosixFileAttributeView.class);
        if (posix != null) {
            posix.setPermissions(PosixFilePermissions.fromString("rw-r--r--"));
        }
    }

    private static void moveInto(Path part, Path file) throws IOException {
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static @Nullable String resource(String path) {
        try (InputStream in = SeedShelf.class.getResourceAsStream(path)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
