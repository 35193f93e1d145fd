package dev.preemptcheck.scenario;

/**
 * One of several implementations of the same thing in a kernel.
 *
 * @param id its name in the verdict table, which may hold slashes: {@code HM-0}, {@code PC-cr2/trap}
 * @param patch the patch that puts it in force, as seeds write it, or {@code none}
 * @param summary what it does, in one line
 */
public record Variant(String id, String patch, String summary) {
    /** The patch of what is as released. */
    public static final String NO_PATCH = "none";
}
