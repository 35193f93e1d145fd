package dev.preemptcheck.oops;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Cuts bytes into lines of bounded length. The tail of a longer line is dropped and counted, so that a file without a single newline needs
 * no more memory than any other. Bytes are read as UTF-8, and what is not UTF-8 becomes U+FFFD. NUL bytes, which a crash leaves in the
 * middle of a log, are skipped and counted; other control characters become {@code ?}, so that a log can't drive the reader's terminal.
 */
final class LineSource {
    /** A line of klogd is at most 1 KiB (its buffer); a re-wrapped paragraph of a mail is put together later. */
    static final int LINE_BYTES_MAX = 8192;

    private static final byte DELETE = 0x7f;

    private final InputStream in;
    private final byte[] chunk = new byte[1 << 16];
    private final byte[] line = new byte[LINE_BYTES_MAX];
    private int length;
    private boolean overlong;
    private boolean plain;
    private int at;
    private int end;
    private long bytes;
    private long lines;
    private long overlongLines;
    private long nulBytes;

    LineSource(InputStream in) {
        this.in = in;
    }

    /** The next line without its terminator (LF or CR LF), or null at the end. */
    @Nullable
    String next() throws IOException {
        length = 0;
        overlong = false;
        plain = true;
        boolean any = false;
        boolean ended = false;
        while (!ended && (at < end || fill())) {
            any = true;
            int stop = lineEnd();
            take(stop);
            ended = stop < end;
            at = ended ? stop + 1 : stop;
        }
        if (!any) {
            return null;
        }
        lines++;
        overlongLines += overlong ? 1 : 0;
        return plain ? new String(line, 0, length, StandardCharsets.ISO_8859_1) : text();
    }

    private int lineEnd() {
        int stop = at;
        while (stop < end && chunk[stop] != '\n') {
            stop++;
        }
        return stop;
    }

    private void take(int stop) {
        for (int i = at; i < stop; i++) {
            byte b = chunk[i];
            if (b == 0) {
                nulBytes++;
            } else if (length == LINE_BYTES_MAX) {
                overlong = true;
            } else {
                plain &= b >= ' ' && b != DELETE;
                line[length++] = b;
            }
        }
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(chunk));
        bytes += end;
        return end > 0;
    }

    private String text() {
        int stop = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        for (int i = 0; i < stop; i++) {
            boolean control = line[i] >= 0 && line[i] < ' ' && line[i] != '\t';
            if (control || line[i] == DELETE) {
                line[i] = '?';
            }
        }
        return withoutC1(new String(line, 0, stop, StandardCharsets.UTF_8));
    }

    private static String withoutC1(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80 && c < 0xa0) {
                return withoutC1(text.replace(c, '?'));
            }
        }
        return text;
    }

    long bytes() {
        return bytes;
    }

    long lines() {
        return lines;
    }

    long overlongLines() {
        return overlongLines;
    }

    long nulBytes() {
        return nulBytes;
    }
}
