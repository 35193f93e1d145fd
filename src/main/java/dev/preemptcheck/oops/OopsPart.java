package dev.preemptcheck.oops;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a 2.4 register dump in the order the kernel prints them (fact 7.4), and the states of reading one.
 *
 * <p>Legal moves: forward to any later part, since lines get lost; {@code STACK} to {@code STACK} and {@code TRACE} to {@code TRACE} for
 * their continuation lines; {@code CODE} ends the dump. Anything else is the beginning of the next dump. A continuation line is one only
 * in its state. Other lines (firewall and driver noise, BUG lines of other tasks) do not move the state.
 */
enum OopsPart {
    TRAP("the trap line"),
    CPU("CPU"),
    EIP("EIP"),
    EFLAGS("EFLAGS"),
    EAX_ROW("eax to edx"),
    ESI_ROW("esi to esp"),
    SEGMENTS("segments"),
    PROCESS("Process"),
    STACK("Stack"),
    TRACE("Call Trace"),
    CODE("Code");

    static final String BUG_TRAP = "invalid operand";
    private static final List<String> TRAPS = List.of(
            BUG_TRAP,
            "Oops",
            "general protection fault",
            "divide error",
            "double fault",
            "invalid TSS",
            "stack segment",
            "alignment check");
    private static final Pattern CPU_LINE = Pattern.compile("CPU:\\s+\\d{1,4}");
    private static final Pattern EIP_LINE = Pattern.compile("(?:E?I?P?:\\s*)?[0-9a-f]{4}:\\[.*");
    private static final Pattern STACK_ROW = Pattern.compile("[0-9a-f]{8}(?:\\s+[0-9a-f]{8}){0,23}");
    private static final Pattern CODE_LINE = Pattern.compile("Code:\\s+(?:(?:[0-9a-f]{2}\\b\\s*){8,}|Bad EIP).*");

    private final String label;

    OopsPart(String label) {
        this.label = label;
    }

    /** What the part is called in a report. */
    String label() {
        return label;
    }

    /** Whether a dump that has read this part last may read {@code next} now. */
    boolean mayMoveTo(OopsPart next) {
        return next.compareTo(this) > 0 || (next == this && (this == STACK || this == TRACE));
    }

    /** The part that a stripped kernel text begins, whatever came before; null if it is none. */
    static @Nullable OopsPart startedBy(String text) {
        if (text.isEmpty()) {
            return null;
        }
        return switch (text.charAt(0)) {
            case 'C' -> startedByC(text);
            case 'E' -> text.startsWith("EFLAGS: ") ? EFLAGS : eipOrTrap(text);
            case 'P' -> text.startsWith("Process ") && text.contains("(pid: ") ? PROCESS : eipOrTrap(text);
            case 'S' -> text.startsWith("Stack: ") ? STACK : trapOrNull(text);
            case 'd' -> text.startsWith("ds: ") ? SEGMENTS : trapOrNull(text);
            case 'e' -> text.startsWith("eax: ") ? EAX_ROW : text.startsWith("esi: ") ? ESI_ROW : trapOrNull(text);
            default -> eipOrTrap(text);
        };
    }

    private static @Nullable OopsPart startedByC(String text) {
        if (text.startsWith("Call Trace:")) {
            return TRACE;
        }
        if (text.startsWith("Code:")) {
            return CODE_LINE.matcher(text).matches() ? CODE : null;
        }
        return CPU_LINE.matcher(text).matches() ? CPU : trapOrNull(text);
    }

    private static @Nullable OopsPart eipOrTrap(String text) {
        int bracket = text.indexOf(":[");
        boolean eip = bracket >= 0 && bracket <= 12 && EIP_LINE.matcher(text).matches();
        return eip ? EIP : trapOrNull(text);
    }

    private static @Nullable OopsPart trapOrNull(String text) {
        return trapOf(text).isEmpty() ? null : TRAP;
    }

    /** The trap that a text ends with, such as {@code invalid operand} for {@code invalid operand: 0000}; empty if none. */
    static String trapOf(String text) {
        int colon = text.length() - 6;
        if (colon < 4 || text.charAt(colon) != ':' || !text.substring(colon).matches(": [0-9a-f]{4}")) {
            return "";
        }
        String words = text.substring(0, colon);
        for (String trap : TRAPS) {
            boolean whole = words.equals(trap) || words.endsWith(" " + trap);
            boolean tail = words.length() >= 7 && trap.endsWith(words);
            if (whole || tail) {
                return trap;
            }
        }
        return "";
    }

    /** Whether a stripped text continues this part on another line. */
    boolean isContinuedBy(String text) {
        return (this == STACK && STACK_ROW.matcher(text).matches()) || (this == TRACE && TraceEntry.isAtStartOf(text));
    }
}
