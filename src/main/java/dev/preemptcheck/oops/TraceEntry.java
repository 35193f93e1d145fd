package dev.preemptcheck.oops;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One address of a 2.4 oops as klogd decodes it: {@code [<sym>+<dec>/<dec>]}, with the module before a colon, or undecoded
 * {@code [<%08lx>]} (fact 7.4).
 *
 * @param symbol the function; for an undecoded address its brackets and digits
 * @param offset decimal offset into the function
 * @param size decimal size of the function; 0 for an undecoded address
 * @param module the module, or empty for the kernel proper
 * @param reliable whether the entry is part of the call chain: neither a stack leftover, nor a pushed function address, nor a false match
 *     of klogd with a module ({@code __insmod_} symbols, offsets outside the function)
 */
public record TraceEntry(String symbol, int offset, int size, String module, boolean reliable) {
    private static final Pattern ENTRY = Pattern.compile(
            "\\[(?:(<[0-9a-f]{8}>)|(?:([^\\s\\[\\]:<>]+):)?([^\\s\\[\\]:<>+]+)\\+(-?\\d{1,10})/(\\d{1,9}))\\]");

    /** All entries of a text, at most {@code max}. */
    static List<TraceEntry> allIn(String text, int max) {
        List<TraceEntry> entries = new ArrayList<>();
        Matcher found = ENTRY.matcher(text);
        while (entries.size() < max && found.find()) {
            entries.add(read(found));
        }
        return entries;
    }

    /** Whether the text begins with an entry. */
    static boolean isAtStartOf(String text) {
        return text.startsWith("[") && ENTRY.matcher(text).lookingAt();
    }

    private static TraceEntry read(Matcher found) {
        if (found.group(1) != null) {
            return new TraceEntry("[" + found.group(1) + "]", 0, 0, "", true);
        }
        long offset = Long.parseLong(found.group(4));
        int size = Integer.parseInt(found.group(5));
        String module = found.group(2) == null ? "" : found.group(2);
        boolean matches = offset >= 0 && offset < size && !found.group(3).startsWith("__insmod_");
        int clamped = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, offset));
        return new TraceEntry(found.group(3), clamped, size, module, matches);
    }

    /** Whether klogd found a symbol. */
    public boolean isDecoded() {
        return !symbol.startsWith("[");
    }

    /** The same entry, not part of the call chain. */
    TraceEntry asLeftover() {
        return new TraceEntry(symbol, offset, size, module, false);
    }

    /** The entry as the log has it, without brackets around a decoded one. */
    public String text() {
        if (!isDecoded()) {
            return symbol;
        }
        return (module.isEmpty() ? "" : module + ":") + symbol + "+" + offset + "/" + size;
    }
}
