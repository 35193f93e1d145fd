package dev.preemptcheck.oops;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A register dump while it is being read, line by line, noise already left out. It is in the state of the {@link OopsPart} read
 * last, and holds a bounded number of words and entries.
 */
final class OopsDump {
    static final int STACK_WORDS = 24;
    static final int CODE_BYTES = 20;
    private static final int TRACE_ENTRIES_MAX = 256;
    private static final int PARTS_OF_A_DUMP_MIN = 3;
    private static final Pattern REGISTER = Pattern.compile("\\b([a-z]{2,3}):\\s+([0-9a-f]{4,8})\\b");
    private static final Pattern NUMBER = Pattern.compile("CPU:\\s+(\\d{1,4})");
    private static final Pattern EIP = Pattern.compile("([0-9a-f]{4}):(\\[.*)");
    private static final Pattern EFLAGS = Pattern.compile("EFLAGS:\\s+([0-9a-f]{8})");
    private static final Pattern PROCESS =
            Pattern.compile("Process (.*) \\(pid: (\\d{1,9}),\\s+stackpage=(?:([0-9a-f]{8})|\\?{8})\\).*");

    final long startNumber;
    final String time;
    final int quoteDepth;
    final EnumSet<OopsPart> parts = EnumSet.noneOf(OopsPart.class);
    final Map<String, Long> registers = new LinkedHashMap<>();
    final List<Long> stack = new ArrayList<>();
    final List<TraceEntry> trace = new ArrayList<>();
    final List<Integer> code = new ArrayList<>();
    String trap = "";
    int cpu = -1;

    @Nullable
    TraceEntry eip;

    String process = "";
    int pid = -1;
    long stackPage = -1;
    private @Nullable OopsPart state;

    OopsDump(String time, int quoteDepth, long startNumber) {
        this.time = time;
        this.quoteDepth = quoteDepth;
        this.startNumber = startNumber;
    }

    /** Whether this line belongs here, given the part that it begins (or null). */
    @Nullable
    OopsPart partOf(String text, @Nullable OopsPart started) {
        return started == null && state != null && state.isContinuedBy(text) ? state : started;
    }

    /** Whether the part may come next; if not, the dump is over and another begins. */
    boolean accepts(OopsPart next) {
        return state == null || state.mayMoveTo(next);
    }

    /** Reads a line of the given part and moves there. */
    void take(OopsPart part, String text) {
        moveTo(part);
        switch (part) {
            case TRAP -> trap = OopsPart.trapOf(text);
            case CPU -> cpu = (int) number(NUMBER, text, 10);
            case EIP -> takeEip(text);
            case EFLAGS -> registers.put("eflags", number(EFLAGS, text, 16));
            case EAX_ROW, ESI_ROW, SEGMENTS -> takeRegisters(text);
            case PROCESS -> takeProcess(text);
            case STACK -> takeWords(text, stack, 8, STACK_WORDS);
            case TRACE -> trace.addAll(TraceEntry.allIn(text, TRACE_ENTRIES_MAX - trace.size()));
            case CODE -> takeCode(text);
        }
    }

    private void moveTo(OopsPart next) {
        if (!accepts(next)) {
            throw new IllegalStateException("no move from " + state + " to " + next);
        }
        state = next;
        parts.add(next);
    }

    /** Whether the code, the last part, has been read. */
    boolean isComplete() {
        return state == OopsPart.CODE;
    }

    /** Whether so much was read that it is an oops, and not a stray line that looks like a part of one. */
    boolean isOops() {
        return parts.contains(OopsPart.TRAP) || parts.contains(OopsPart.CODE) || parts.size() >= PARTS_OF_A_DUMP_MIN;
    }

    /** Whether it is a BUG: the trap of ud2, or its code where the trap line is lost. */
    boolean isBug() {
        return trap.isEmpty() ? OopsChecks.startsWithUd2(code) : trap.equals(OopsPart.BUG_TRAP);
    }

    /** The line number that a verbose BUG pushed, or -1. */
    long pushedLine() {
        return stack.size() > 2 ? stack.get(2) : -1;
    }

    private void takeEip(String text) {
        Matcher found = EIP.matcher(text);
        if (found.find()) {
            registers.put("cs", Long.parseLong(found.group(1), 16));
            List<TraceEntry> entries = TraceEntry.allIn(found.group(2), 1);
            eip = entries.isEmpty() ? null : entries.get(0);
        }
    }

    private void takeRegisters(String text) {
        Matcher found = REGISTER.matcher(text);
        while (found.find() && registers.size() < 16) {
            registers.put(found.group(1), Long.parseLong(found.group(2), 16));
        }
    }

    private void takeProcess(String text) {
        Matcher found = PROCESS.matcher(text);
        if (found.matches()) {
            process = found.group(1);
            pid = Integer.parseInt(found.group(2));
            stackPage = found.group(3) == null ? -1 : Long.parseLong(found.group(3), 16);
        }
    }

    private void takeCode(String text) {
        List<Long> bytes = new ArrayList<>();
        takeWords(text, bytes, 2, CODE_BYTES);
        bytes.forEach(b -> code.add(b.intValue()));
    }

    /** Adds the hexadecimal words after the label, up to the first thing that is none. */
    private static void takeWords(String text, List<Long> into, int digits, int max) {
        int label = text.indexOf(':') + 1;
        int at = skipBlanks(text, label);
        while (into.size() < max && isWord(text, at, digits)) {
            into.add(Long.parseLong(text, at, at + digits, 16));
            at = skipBlanks(text, at + digits);
        }
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isWord(String text, int at, int digits) {
        int end = at + digits;
        if (end > text.length() || (end < text.length() && !Character.isWhitespace(text.charAt(end)))) {
            return false;
        }
        for (int i = at; i < end; i++) {
            if ("0123456789abcdef".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static long number(Pattern pattern, String text, int radix) {
        Matcher found = pattern.matcher(text);
        return found.find() ? Long.parseLong(found.group(1), radix) : -1;
    }
}
