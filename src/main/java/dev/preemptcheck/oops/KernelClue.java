package dev.preemptcheck.oops;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a line of the log says about the kernel that wrote it: the boot banner, klogd's start-up lines (fact 7.1), or the path of a BUG
 * line. {@code Symbols match kernel version 2.4.9.} is left out: klogd drops the extra version there.
 */
final class KernelClue {
    private static final Pattern INSPECTING = Pattern.compile("Inspecting \\S*System\\.map-(\\S+)");
    private static final Pattern BANNER = Pattern.compile("Linux version (\\S+) .*");
    private static final Pattern SOURCE_PATH = Pattern.compile(".*/linux-(\\d[^/]*)/.*");
    private static final Pattern MODULE_PATH = Pattern.compile(".*/lib/modules/(\\d[^/]*)/.*");

    private KernelClue() {}

    /** The version that a start-up line names, or empty. */
    static String inStartUp(String text) {
        if (text.startsWith("Inspecting ")) {
            return first(INSPECTING, text);
        }
        return text.startsWith("Linux version ") ? first(BANNER, text) : "";
    }

    /** The version in the path of a BUG line, or empty. */
    static String inPath(String path) {
        return first(SOURCE_PATH, path);
    }

    /** The version in the path of a module symbol of the trace, or empty. */
    static String inTrace(List<TraceEntry> trace) {
        return trace.stream()
                .map(entry -> first(MODULE_PATH, entry.symbol()))
                .filter(v -> !v.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.matches() ? found.group(1) : "";
    }
}
