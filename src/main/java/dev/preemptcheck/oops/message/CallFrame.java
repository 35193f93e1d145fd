package dev.preemptcheck.oops.message;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One entry of a call trace of 2.6 and later: {@code [<8hex>] sym+0xoff/0xsize [module] (frame size)}, {@code [sym+dec/dec]
 * sym+0xoff/0xsize} where klogd decoded it, or {@code sym+0xoff/0xsize [module]} as today; also the bare {@code [sym+dec/dec]}
 * of 2.4 and an address without a symbol (fact 7.5). A replay prints {@code [<????????>] sym+0x?/0x?}: the model has no
 * addresses.
 *
 * @param symbol the function, or the address in brackets
 * @param offset bytes into it; -1 if there is no symbol, or a replay printed it
 * @param size bytes of it; -1 if there is no symbol, or a replay printed it
 * @param module empty for the kernel proper
 * @param reliable false for an entry that the kernel marks with a question mark: a word on the stack that may be left over
 */
public record CallFrame(String symbol, int offset, int size, String module, boolean reliable) {
    private static final String NAME = "[A-Za-z_.$][\\w.$@-]{0,127}";
    private static final Pattern FRAME = Pattern.compile(
            "(?:(\\[<(?:[0-9a-f]{8,16}|\\?{8})>\\])|\\[(?:[\\w.$-]{1,64}:)?(" + NAME
                    + ")\\+(\\d{1,9})/(\\d{1,9})\\])?\\s*(\\? )?(?:(?:[\\w.$-]{1,64}:)?(" + NAME
                    + ")\\+0x([0-9a-f]{1,7}|\\?)/0x([0-9a-f]{1,7}|\\?)(?:\\s+\\[([\\w.$-]{1,64})[^\\]]{0,32}\\])?(?:\\s+\\(\\d{1,9}\\))?)?");

    /** The entries that a stripped text begins with, at most {@code max}; none if it begins with something else. */
    static List<CallFrame> allIn(String text, int max) {
        List<CallFrame> frames = new ArrayList<>();
        Matcher found = FRAME.matcher(text);
        int at = 0;
        while (frames.size() < max && found.find(at) && found.start() == at && found.end() > at) {
            if (found.group(1) == null && found.group(2) == null && found.group(6) == null) {
                break;
            }
            frames.add(read(found));
            at = skipBlanks(text, found.end());
        }
        return frames;
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }

    private static CallFrame read(Matcher found) {
        boolean reliable = found.group(5) == null;
        if (found.group(6) != null) {
            String module = found.group(9) == null ? "" : found.group(9);
            return new CallFrame(found.group(6), hex(found.group(7)), hex(found.group(8)), module, reliable);
        }
        if (found.group(2) != null) {
            int offset = Integer.parseInt(found.group(3));
            return new CallFrame(found.group(2), offset, Integer.parseInt(found.group(4)), "", reliable);
        }
        return new CallFrame(found.group(1), -1, -1, "", reliable);
    }

    private static int hex(String digits) {
        return digits.equals("?") ? -1 : Integer.parseInt(digits, 16);
    }
}
