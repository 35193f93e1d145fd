package dev.preemptcheck.cli;

import java.io.PrintWriter;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

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
        String hint = exception instanceof UnmatchedArgumentException unmatched ? hint(unmatched, command) : "";
        command.getErr()
                .println("preemptcheck: " + oneLine(exception.getMessage()) + hint + " (see: " + name + " --help)");
        return ExitStatus.WRONG_USAGE;
    }

    /** The option or command that was perhaps meant. */
    private static String hint(UnmatchedArgumentException exception, CommandLine command) {
        String typed = exception.getUnmatched().get(0).replaceFirst("=.*", "");
        Collection<String> known = typed.startsWith("-")
                ? command.getCommandSpec().optionsMap().keySet()
                : command.getSubcommands().keySet();
        return Nearest.hint(typed, known);
    }

    static int internalError(Exception exception, CommandLine command, ParseResult parsed) {
        return internalError(command.getErr(), exception);
    }

    static int internalError(PrintWriter err, Throwable fault) {
        if (fault instanceof VirtualMachineError used) {
            return usedUp(err, used);
        }
        StackTraceElement[] stack = fault.getStackTrace();
        String place = stack.length == 0 ? "an unknown place" : stack[0].toString();
        err.println("preemptcheck: internal error: " + oneLine(fault.toString()) + " at " + place
                + " (its stack trace: JAVA_TOOL_OPTIONS=-D" + STACK_TRACE + "=true)");
        printStackTrace(err, fault);
        return ExitStatus.INTERNAL_ERROR;
    }

    /** What the JVM gave is used up: that is mended by more of it, not by us. */
    private static int usedUp(PrintWriter err, VirtualMachineError fault) {
        if (fault instanceof OutOfMemoryError) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            err.println("preemptcheck: out of memory: " + megabytes + " MB of heap are full ("
                    + oneLine(fault.getMessage()) + "); give it more: JAVA_TOOL_OPTIONS=-Xmx" + 2 * megabytes + "m");
        } else if (fault instanceof StackOverflowError) {
            err.println(
                    "preemptcheck: out of stack: the input is nested too deeply, or this is our fault; give it more:"
                            + " JAVA_TOOL_OPTIONS=-Xss16m");
        } else {
            err.println("preemptcheck: the JVM gave up: " + oneLine(fault.toString()));
        }
        printStackTrace(err, fault);
        return ExitStatus.INTERNAL_ERROR;
    }

    private static void printStackTrace(PrintWriter err, Throwable fault) {
        if (Boolean.getBoolean(STACK_TRACE)) {
            fault.printStackTrace(err);
        }
    }

    private static String oneLine(@Nullable String text) {
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
