package dev.preemptcheck.latency;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a critical section started or ended: {@code <sym>+0x<off>/0x<size>}, from v1.0.7 on with the address behind it (fact 7.6).
 *
 * @param symbol the function, or the whole text if it has no offset
 * @param offset bytes into the function; -1 if there is none
 * @param size bytes of the function; -1 if there is none
 * @param address hexadecimal digits as printed, or empty
 */
public record CodePlace(String symbol, int offset, int size, String address) {
    private static final Pattern TEXT = Pattern.compile(
            "(\\S{1,128})\\+0x([0-9a-f]{1,7})/0x([0-9a-f]{1,7})(?:\\s+\\[\\S{1,64}\\])?(?:\\s+<([0-9a-f]{8,16})>)?.{0,16}");
    private static final int SYMBOL_CHARS_MAX = 128;

    /** Reads a place; a text of another shape is a symbol alone. */
    static CodePlace of(String text) {
        Matcher found = TEXT.matcher(text);
        if (!found.matches()) {
            return new CodePlace(text.substring(0, Math.min(text.length(), SYMBOL_CHARS_MAX)), -1, -1, "");
        }
        return new CodePlace(
                found.group(1),
                Integer.parseInt(found.group(2), 16),
                Integer.parseInt(found.group(3), 16),
                found.group(4) == null ? "" : found.group(4));
    }

    /** The place as the tracer prints it. */
    public String text() {
        return symbol
                + (offset < 0 ? "" : "+0x" + Integer.toHexString(offset) + "/0x" + Integer.toHexString(size))
                + (address.isEmpty() ? "" : " <" + address + ">");
    }
}
