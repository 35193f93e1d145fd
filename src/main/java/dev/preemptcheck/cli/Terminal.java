package dev.preemptcheck.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the terminal, if there is one: whether to colour, and whether to draw progress.
 *
 * @param attended true if somebody looks at standard error as it is written
 * @param colour true if colours may be used on standard output
 */
record Terminal(boolean attended, boolean colour) {
    /** Set by the launcher, which can ask the shell: {@code 1} or {@code 0} for standard output, then standard error. */
    static final String PROPERTY = "preemptcheck.terminal";

    private static final int ON_TERMINAL = 80;
    private static final int PIPED = 120;
    private static final int COLUMNS_MIN = 40;
    private static final int COLUMNS_MAX = 1000;

    /** How wide the output may be: {@code COLUMNS} if it is set, else 80 on a terminal and 120 where it goes elsewhere. */
    static int columns() {
        return columns(System.getenv("COLUMNS"), outputIsTerminal());
    }

    static int columns(@Nullable String variable, boolean terminal) {
        if (variable != null && variable.matches("\\d{1,6}")) {
            return Math.max(COLUMNS_MIN, Math.min(COLUMNS_MAX, Integer.parseInt(variable)));
        }
        return terminal ? ON_TERMINAL : PIPED;
    }

    private static boolean outputIsTerminal() {
        String told = System.getProperty(PROPERTY, "");
        return told.isEmpty() ? interactive() : told.startsWith("1");
    }

    /** As found; {@code NO_COLOR} and a dumb terminal are respected. */
    static Terminal find() {
        String told = System.getProperty(PROPERTY, "");
        boolean out = outputIsTerminal();
        boolean err = told.isEmpty() ? interactive() : told.endsWith("1");
        String noColour = System.getenv("NO_COLOR");
        boolean dumb = "dumb".equals(System.getenv("TERM"));
        return new Terminal(err && !dumb, out && !dumb && (noColour == null || noColour.isEmpty()));
    }

    /** Since Java 22 there is a console without a terminal, too, and only then a way to ask. */
    @SuppressWarnings("SystemConsoleNull") // null up to Java 21, where nobody can be asked
    private static boolean interactive() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException older) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code text} in green, red or yellow, where colours may be used. */
    String green(String text) {
        return paint("32", text);
    }

    String red(String text) {
        return paint("31", text);
    }

    String yellow(String text) {
        return paint("33", text);
    }

    private String paint(String code, String text) {
        return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
