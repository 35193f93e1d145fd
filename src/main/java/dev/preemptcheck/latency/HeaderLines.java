package dev.preemptcheck.latency;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The header of a trace while its lines come in, in any order and of any version: v1.0 to v1.0.7, and the short forms of mails (fact 7.6).
 */
final class HeaderLines {
    static final String TITLE = "preemption latency trace";

    private static final Pattern TITLE_LINE = Pattern.compile(TITLE + "(?: (v\\S{1,32}))?(?: on (\\S{1,80}))?.{0,80}");
    private static final Pattern SIZE = Pattern.compile(
            "(?:latency: )?(\\d{1,12}) us(?:, entries: (\\d{1,9})(?: \\((\\d{1,9})\\))?)?(?:\\s*\\|\\s*\\[(.{0,80})\\]?)?");
    private static final Pattern LABEL = Pattern.compile("(\\d{1,3}) - (\\d{1,12}) usec\\b,?\\s*(.{0,200}).*");
    private static final Pattern SETTINGS =
            Pattern.compile("VP:(\\d{1,3}) KP:(\\d{1,3}) SP:(\\d{1,3}) HP:(\\d{1,3}) #CPUS:(\\d{1,4})\\]?");
    private static final Pattern TASK = Pattern.compile("\\| task: (.{0,64})/(\\d{1,7}), uid:(\\d{1,9})"
            + " nice:(-?\\d{1,3}) policy:(\\d{1,3}) rt_prio:(\\d{1,4}).{0,80}");
    private static final Pattern OLD_TASK = Pattern.compile("process: (.{0,64})/(\\d{1,7}), uid: (\\d{1,9})");
    private static final Pattern OLD_PRIORITY =
            Pattern.compile("nice: (-?\\d{1,3}), policy: (\\d{1,3}), rt_priority: (\\d{1,4})");
    private static final Pattern PLACE = Pattern.compile("(?:=> )?(started|ended) at:?\\s+(\\S.*)");

    String label = "";
    String note = "";
    private String version = "";
    private String kernel = "";
    private boolean titled;
    private boolean sized;
    private long latency = -1;
    private int shown = -1;
    private int total = -1;
    private @Nullable TraceSettings settings;
    private @Nullable TracedTask task;
    private @Nullable CodePlace startedAt;
    private @Nullable CodePlace endedAt;

    /** Whether a stripped text begins another trace where this header is read already, or lines have followed it. */
    boolean isBegunAnewBy(String text, boolean linesFollowed) {
        boolean label = LABEL.matcher(text).matches();
        boolean title = text.startsWith(TITLE);
        boolean size = SIZE.matcher(text).matches();
        return label || (title && (titled || sized || linesFollowed)) || (size && (sized || linesFollowed));
    }

    /** Whether a stripped text can begin a trace. */
    static boolean begins(String text) {
        return text.startsWith(TITLE)
                || (text.contains(" us, entries: ") && SIZE.matcher(text).matches())
                || (text.contains(" usec") && LABEL.matcher(text).matches());
    }

    /** Takes a stripped line of the header; false if it is none. */
    boolean take(String text) {
        return takeTitle(text) || takeSize(text) || takeTask(text) || takePlace(text) || isRule(text);
    }

    /** Whether a header line was wrapped, so that the next belongs to it. */
    static boolean isWrapped(String text) {
        boolean openSettings = text.startsWith("latency: ") && text.indexOf('[') > 0 && text.indexOf(']') < 0;
        boolean openTask = text.startsWith("| task: ") && !text.contains("rt_prio:");
        return openSettings || openTask;
    }

    private static boolean isRule(String text) {
        return text.length() >= 5 && (text.chars().allMatch(c -> c == '-') || text.equals("=======>"));
    }

    private boolean takeTitle(String text) {
        Matcher found = TITLE_LINE.matcher(text);
        Matcher labelled = LABEL.matcher(text);
        if (found.matches()) {
            titled = true;
            version = found.group(1) == null ? "" : found.group(1);
            kernel = found.group(2) == null ? "" : found.group(2);
            return true;
        }
        if (labelled.matches()) {
            label = labelled.group(1);
            latency = Long.parseLong(labelled.group(2));
            note = labelled.group(3).strip();
            return true;
        }
        return false;
    }

    private boolean takeSize(String text) {
        Matcher found = SIZE.matcher(text);
        if (!found.matches()) {
            return false;
        }
        sized = true;
        latency = Long.parseLong(found.group(1));
        shown = found.group(2) == null ? -1 : Integer.parseInt(found.group(2));
        total = found.group(3) == null ? -1 : Integer.parseInt(found.group(3));
        Matcher switches = SETTINGS.matcher(found.group(4) == null ? "" : found.group(4));
        if (switches.matches()) {
            List<Integer> s = numbers(switches, 1);
            settings = new TraceSettings(s.get(0), s.get(1), s.get(2), s.get(3), s.get(4));
        }
        return true;
    }

    private boolean takeTask(String text) {
        Matcher found = TASK.matcher(text);
        Matcher old = OLD_TASK.matcher(text);
        Matcher priority = OLD_PRIORITY.matcher(text);
        if (found.matches()) {
            List<Integer> n = numbers(found, 2);
            task = new TracedTask(found.group(1), n.get(0), n.get(1), n.get(2), n.get(3), n.get(4));
            return true;
        }
        if (old.matches()) {
            List<Integer> n = numbers(old, 2);
            task = new TracedTask(old.group(1), n.get(0), n.get(1), 0, 0, 0);
            return true;
        }
        if (task != null && priority.matches()) {
            List<Integer> n = numbers(priority, 1);
            task = new TracedTask(task.comm(), task.pid(), task.uid(), n.get(0), n.get(1), n.get(2));
            return true;
        }
        return false;
    }

    private static List<Integer> numbers(Matcher found, int first) {
        return IntStream.rangeClosed(first, found.groupCount())
                .mapToObj(group -> Integer.valueOf(found.group(group)))
                .toList();
    }

    private boolean takePlace(String text) {
        Matcher found = PLACE.matcher(text);
        if (!found.matches()) {
            return false;
        }
        CodePlace place = CodePlace.of(found.group(2).strip());
        if (found.group(1).equals("started")) {
            startedAt = place;
        } else {
            endedAt = place;
        }
        return true;
    }

    LatencyTrace trace(List<TraceLine> lines) {
        return new LatencyTrace(version, kernel, latency, shown, total, settings, task, startedAt, endedAt, lines);
    }
}
