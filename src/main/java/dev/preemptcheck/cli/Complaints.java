package dev.preemptcheck.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The one line that a command which could not do its work leaves on standard error, and the status that goes with it.
 * With {@code -Dpreemptcheck.stackTrace=true} an internal error also leaves its stack trace.
 */
final class Complaints {
    private static final String STACK_TRACE = "preemptcheck.stackTrace";

    private Complaints() {}

    static int wrongUsage(ParameterException exception, String[] args) {
        CommandLine command = exception.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println("preemptcheck: " + oneLine(exception.getMessage()) + " (see: " + name + " --help)");
        return ExitStatus.WRONG_USAGE;
    }

    static int internalError(Exception exception, CommandLine command, ParseResult parsed) {
        return internalError(command.getErr(), exception);
    }

    static int internalError(PrintWriter err, Throwable fault) {
        StackTraceElement[] stack = fault.getStackTrace();
        String place = stack.length == 0 ? "an unknown place" : stack[0].toString();
        err.println("preemptcheck: internal error: " + oneLine(fault.toString()) + " at " + place
                + " (its stack trace: JAVA_TOOL_OPTIONS=-D" + STACK_TRACE + "=true)");
        if (Boolean.getBoolean(STACK_TRACE)) {
            fault.printStackTrace(err);
        }
        return ExitStatus.INTERNAL_ERROR;
    }

    private static String oneLine(@Nullable String text) {
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
