package dev.preemptcheck.oops;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One address of a 2.4 oops as klogd decodes it: {@code [<sym>+<dec>/<dec>]}, with the module before a colon, or undecoded
 * {@code [<%08lx>]} (fact 7.4). A replay prints {@code [<sym>+?/?]} where it doesn't know the offset.
 *
 * @param symbol the function; for an undecoded address its brackets and digits
 * @param offset decimal offset into the function; {@link #UNKNOWN} where a replay printed none
 * @param size decimal size of the function; 0 for an undecoded address
 * @param module the module, or empty for the kernel proper
 * @param reliable whether the entry is part of the call chain: neither a stack leftover, nor a pushed function address, nor a false match
 *     of klogd with a module ({@code __insmod_} symbols, offsets outside the function)
 */
public record TraceEntry(String symbol, int offset, int size, String module, boolean reliable) {
    /** An offset that the text does not say. */
    public static final int UNKNOWN = Integer.MIN_VALUE;

    private static final Pattern ENTRY = Pattern.compile(
            "\\[(?:(<[0-9a-f]{8}>)|(?:([^\\s\\[\\]:<>]+):)?([^\\s\\[\\]:<>+]+)\\+(?:\\?/\\?|(-?\\d{1,10})/(\\d{1,9})))\\]");

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
        String module = found.group(2) == null ? "" : found.group(2);
        if (found.group(4) == null) {
            return new TraceEntry(found.group(3), UNKNOWN, 0, module, true);
        }
        long offset = Long.parseLong(found.group(4));
        int size = Integer.parseInt(found.group(5));
        boolean matches = offset >= 0 && offset < size && !found.group(3).startsWith("__insmod_");
        int clamped = (int) Math.max(UNKNOWN + 1, Math.min(Integer.MAX_VALUE, offset));
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
        String name = (module.isEmpty() ? "" : module + ":") + symbol;
        return offset == UNKNOWN ? name : name + "+" + offset + "/" + size;
    }
}
