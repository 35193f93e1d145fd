package dev.preemptcheck.kernel.net;

/** How the listing of tracked connections keeps its place and the table still (fact S7). */
public enum ConntrackVariant {
    CT_0("CT-0", "none", "locks from start to stop, and allocates its position in between", true, true),
    CT_1("CT-1", "conntrack/iterator", "locks from start to stop, with the position in the iterator", true, false),
    CT_2("CT-2", "conntrack/bucket", "locks while it prints a bucket", false, false);

    private final String id;
    private final String patch;
    private final String summary;
    private final boolean throughout;
    private final boolean allocates;

    ConntrackVariant(String id, String patch, String summary, boolean throughout, boolean allocates) {
        this.id = id;
        this.patch = patch;
        this.summary = summary;
        this.throughout = throughout;
        this.allocates = allocates;
    }

    /** As the verdict table calls it. */
    public String id() {
        return id;
    }

    /** As seeds call it. */
    public String patch() {
        return patch;
    }

    /** What it does, in one line. */
    public String summary() {
        return summary;
    }

    boolean throughout() {
        return throughout;
    }

    boolean allocates() {
        return allocates;
    }
}
