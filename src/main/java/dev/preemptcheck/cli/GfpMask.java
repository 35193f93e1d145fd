package dev.preemptcheck.cli;

/** The masks of page allocations by their names in 2.4.10-pre4 and later (section S4). */
final class GfpMask {
    private GfpMask() {}

    /** The name in parentheses after a blank, or empty for a mask without one. */
    static String meaning(String gfp) {
        return switch (gfp) {
            case "70" -> " (NOHIGHIO: a bounce buffer, which falls back to its own pool)";
            case "30" -> " (NOIO)";
            case "20" -> " (ATOMIC)";
            case "f0" -> " (NOFS)";
            case "1f0" -> " (KERNEL)";
            default -> "";
        };
    }
}
