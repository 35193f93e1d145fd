package dev.preemptcheck.report;

import java.util.List;

/**
 * A complaint that the kernel prints on its console beside oopses.
 *
 * @param step how many steps there were before it
 * @param option the {@code CONFIG_} symbol without which it isn't printed, or empty
 * @param lines as the kernel prints them
 */
record ConsoleMessage(int step, String option, List<String> lines) {
    ConsoleMessage {
        lines = List.copyOf(lines);
    }

    /** What stands above it in a report. */
    String heading() {
        return "At step " + Math.max(0, step - 1) + " this kernel prints"
                + (option.isEmpty() ? "" : ", if it was built with " + option) + ":";
    }
}
