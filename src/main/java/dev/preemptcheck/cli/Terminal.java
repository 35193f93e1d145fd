package dev.preemptcheck.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** How wide the output may be: {@code COLUMNS} if it is set, else 80 on a terminal and 120 where it is piped or redirected. */
final class Terminal {
    private static final int ON_TERMINAL = 80;
    private static final int PIPED = 120;
    private static final int MIN = 40;
    private static final int MAX = 1000;

    private Terminal() {}

    static int columns() {
        return columns(System.getenv("COLUMNS"), isTerminal(System.console()));
    }

    static int columns(@Nullable String variable, boolean terminal) {
        if (variable != null && variable.matches("\\d{1,6}")) {
            return Math.max(MIN, Math.min(MAX, Integer.parseInt(variable)));
        }
        return terminal ? ON_TERMINAL : PIPED;
    }

    /** Java 22 and newer have a console even where nothing is a terminal, and {@code isTerminal()} to tell. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException older) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException unexpected) {
            return false;
        }
    }
}
