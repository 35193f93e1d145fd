package dev.preemptcheck.oops;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * Opens a log for reading, plain or gzip. Gzip is told by its first two bytes, so that it also works from a pipe; a file that is named
 * {@code .gz} and is not gzip is refused.
 */
public final class LogInput {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int GZIP_MAGIC = 0x1f8b;

    private LogInput() {}

    /**
     * Opens the named file.
     *
     * @throws UnreadableLogException if it is missing, a directory, unreadable, or not gzip though named so
     */
    public static InputStream open(String name) throws UnreadableLogException {
        InputStream file = openFile(name);
        try {
            return unpack(name, file, name.toLowerCase(Locale.ROOT).endsWith(".gz"));
        } catch (IOException e) {
            closeQuietly(file);
            throw e instanceof UnreadableLogException known ? known : unreadable(name, e);
        }
    }

    /**
     * Wraps a stream that is already open, such as standard input.
     *
     * @throws UnreadableLogException if its first bytes can't be read or start a damaged gzip header
     */
    public static InputStream open(String name, InputStream stream) throws UnreadableLogException {
        try {
            return unpack(name, stream, false);
        } catch (IOException e) {
            throw e instanceof UnreadableLogException known ? known : unreadable(name, e);
        }
    }

    private static InputStream openFile(String name) throws UnreadableLogException {
        try {
            Path path = Path.of(name);
            if (!Files.exists(path)) {
                throw new UnreadableLogException(name + ": no such file; check the path, or use - for standard input");
            }
            if (Files.isDirectory(path)) {
                throw new UnreadableLogException(name
                        + ": is a directory, not a syslog; name the files in it, for example " + name + "/messages");
            }
            return Files.newInputStream(path);
        } catch (AccessDeniedException e) {
            throw new UnreadableLogException(
                    name + ": permission denied; run as a user who may read it, or chmod the file", e);
        } catch (InvalidPathException e) {
            throw new UnreadableLogException("'" + name.replace('\0', '?') + "': not a file name; check the path", e);
        } catch (UnreadableLogException e) {
            throw e;
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static InputStream unpack(String name, InputStream raw, boolean mustBeGzip) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER_BYTES);
        in.mark(2);
        int first = in.read();
        int second = first < 0 ? -1 : in.read();
        in.reset();
        if (first << 8 == (GZIP_MAGIC & 0xff00) && second == (GZIP_MAGIC & 0xff)) {
            return unzip(name, in);
        }
        if (mustBeGzip) {
            throw new UnreadableLogException(name + ": named .gz but "
                    + (first < 0 ? "empty" : "not gzip, which starts with the bytes 1f 8b")
                    + "; drop .gz from its name, or fetch the file again");
        }
        return in;
    }

    private static InputStream unzip(String name, InputStream in) throws UnreadableLogException {
        try {
            return new GZIPInputStream(in, BUFFER_BYTES);
        } catch (IOException e) {
            throw new UnreadableLogException(
                    name + ": damaged gzip header; fetch the file again, or check it with: gzip -t " + name, e);
        }
    }

    private static UnreadableLogException unreadable(String name, IOException e) {
        return new UnreadableLogException(
                name + ": can't be read (" + e.getMessage() + "); check the file and its device", e);
    }

    private static void closeQuietly(InputStream stream) {
        try {
            stream.close();
        } catch (IOException ignored) {
            // The first failure is the one to report.
        }
    }
}
