package dev.preemptcheck.explore;

/**
 * Where a deviation is made, in terms that survive an edit of the kernel: right after an access of the code that was
 * running.
 *
 * @param context the task by name, or a handler as {@code timer<cpu>#<arrival>}
 * @param function the C function that made the last access, or {@code start} if the context had made none
 * @param entry which entry of that function in the context, from 1
 * @param access which access within that entry, from 1
 */
public record Anchor(String context, String function, int entry, int access) {
    static final String START = "start";

    @Override
    public String toString() {
        return context + " " + function + "#" + entry + "." + access;
    }
}
