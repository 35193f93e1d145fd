package dev.preemptcheck.oops;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Source places of the form {@code file:line}. A BUG line has the path of whoever built the kernel, a seed has the path below
 * the kernel's root, so places are compared by the tail of the file and the line.
 */
final class SourcePlace {
    private static final Pattern ROOT = Pattern.compile(".*/linux(?:-[^/]*)?/(.+)");

    private SourcePlace() {}

    /** The place of a BUG line, below the root of the kernel source where the path shows it; without a line that is not known. */
    static String of(BugLine bug) {
        Matcher root = ROOT.matcher(bug.path());
        String file = root.matches() ? root.group(1) : bug.path();
        return bug.line() == BugLine.UNKNOWN ? file : file + ":" + bug.line();
    }

    /** Whether two places may be one: equal, or one the tail of the other at a slash. An empty place is equal to none. */
    static boolean same(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return false;
        }
        String one = portable(a);
        String other = portable(b);
        return one.equals(other) || one.endsWith("/" + other) || other.endsWith("/" + one);
    }

    /** The place with {@code asm-i386}, which {@code asm} links to, written as {@code asm}, and no leading dot or slash. */
    static String portable(String place) {
        return place.replace("/asm-i386/", "/asm/").replaceFirst("^[./]+", "");
    }
}
