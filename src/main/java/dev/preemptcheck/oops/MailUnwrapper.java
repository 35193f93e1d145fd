package dev.preemptcheck.oops;

import java.util.function.Consumer;

/**
 * Undoes what a mail does to a log (fact 7.4, variant 4): quote marks ({@code > } one to several deep, or glued to the text),
 * and re-wrapping at about 76 columns, which can split a line anywhere and start the next envelope in mid-line. A wrapped
 * paragraph is joined again and then cut before every envelope. Lines of a plain log pass through untouched.
 *
 * <p>An unquoted line continues the one before only if that could have been wrapped: it has at most 80 columns, and the next
 * word would not have fitted. One paragraph is held, of bounded length.
 */
final class MailUnwrapper {
    private static final int PARAGRAPH_CHARS_MAX = 16_384;
    private static final int WRAP_COLUMN_MIN = 60;
    private static final int WRAPPED_COLUMNS_MAX = 80;

    private final Consumer<LogicalLine> sink;
    private final StringBuilder paragraph = new StringBuilder();
    private int searchFrom;
    private int depth;
    private long startNumber;
    private int lastColumns;

    MailUnwrapper(Consumer<LogicalLine> sink) {
        this.sink = sink;
    }

    /** Takes the next physical line. */
    void accept(String line, long number) {
        int bodyAt = quoteEnd(line);
        if (bodyAt == 0) {
            acceptPlain(line, number);
        } else {
            acceptQuoted(line.substring(bodyAt), marks(line, bodyAt), number);
        }
        lastColumns = line.length();
    }

    /** Hands on what is still held; to be called at the end of a file. */
    void flush() {
        if (paragraph.length() > 0) {
            emit(paragraph.toString());
            paragraph.setLength(0);
        }
    }

    private void acceptPlain(String line, long number) {
        if (SyslogLine.isEnvelopeAt(line, 0)) {
            flush();
            if (line.length() <= WRAPPED_COLUMNS_MAX) {
                start(line, 0, number);
                cut(number);
            } else {
                sink.accept(new LogicalLine(line, 0, number));
            }
        } else if (paragraph.length() > 0 && !line.isBlank() && isWrappedBefore(line)) {
            append(line, number);
        } else {
            flush();
            if (!line.isBlank()) {
                sink.accept(new LogicalLine(line, 0, number));
            }
        }
    }

    private boolean isWrappedBefore(String next) {
        String word = next.stripLeading();
        int blank = word.indexOf(' ');
        int length = blank < 0 ? word.length() : blank;
        return (depth > 0 || lastColumns <= WRAPPED_COLUMNS_MAX) && lastColumns + 1 + length > WRAP_COLUMN_MIN;
    }

    private void acceptQuoted(String body, int marks, long number) {
        if (body.isBlank()) {
            flush();
        } else if (paragraph.length() > 0 && !SyslogLine.isEnvelopeAt(body, 0)) {
            append(body, number);
        } else {
            int running = paragraph.length() > 0 && depth > 0 ? depth : marks;
            flush();
            if (envelopeIn(body, 0) >= 0) {
                start("", running, number);
                append(body, number);
            } else {
                sink.accept(new LogicalLine(body, marks, number));
            }
        }
    }

    private void start(String text, int marks, long number) {
        paragraph.append(text);
        depth = marks;
        startNumber = number;
        searchFrom = 1;
    }

    private void append(String body, long number) {
        for (String word : body.trim().split("[ \\t]+", -1)) {
            String bare = word.substring(quoteEnd(word));
            if (!bare.isEmpty()) {
                if (paragraph.length() > 0 && !Wrap.isInsideWord(paragraph, bare)) {
                    paragraph.append(' ');
                }
                paragraph.append(bare);
            }
        }
        cut(number);
    }

    private void cut(long number) {
        String text = paragraph.toString();
        int from = 0;
        int first = envelopeIn(text, searchFrom);
        boolean mayCut = depth > 0 || first < 0 || SyslogLine.of(text).fromKernel();
        for (int at = mayCut ? first : -1; at >= 0; at = envelopeIn(text, at + 1)) {
            emit(text.substring(from, at).stripTrailing());
            from = at;
            startNumber = number;
        }
        boolean full = text.length() - from > PARAGRAPH_CHARS_MAX;
        if (full) {
            emit(text.substring(from));
        }
        paragraph.delete(0, full ? text.length() : from);
        searchFrom = Math.max(1, paragraph.length() - LineSource.LINE_BYTES_MAX / 16);
    }

    private void emit(String text) {
        sink.accept(new LogicalLine(text, depth, startNumber));
    }

    private static int envelopeIn(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean begins = (c >= 'A' && c <= 'S') || (c >= '1' && c <= '2');
            if (begins && (i == 0 || text.charAt(i - 1) == ' ') && SyslogLine.isEnvelopeAt(text, i)) {
                return i;
            }
        }
        return -1;
    }

    /** Where the text begins after {@code >} marks, each with at most one blank before it; 0 if there are none. */
    private static int quoteEnd(String line) {
        int at = 0;
        for (int i = 0; i < line.length() && i <= at + 1; i++) {
            if (line.charAt(i) == '>') {
                at = i + 1;
            } else if (line.charAt(i) != ' ') {
                break;
            }
        }
        return at > 0 && at < line.length() && line.charAt(at) == ' ' ? at + 1 : at;
    }

    private static int marks(String line, int end) {
        return (int) line.substring(0, end).chars().filter(c -> c == '>').count();
    }
}
