package dev.preemptcheck.scenario;

import dev.preemptcheck.kernel.shape.Pairing;
import java.util.List;

/**
 * One of several implementations of the same thing in a kernel.
 *
 * @param id its name in the verdict table, which may hold slashes: {@code HM-0}, {@code PC-cr2/trap}
 * @param patch the patch that puts it in force, as seeds write it, or {@code none}
 * @param summary what it does, in one line
 * @param shape what rule D6 is to look at before anything is run; empty if it states none
 */
public record Variant(String id, String patch, String summary, List<Pairing> shape) {
    /** The patch of what is as released. */
    public static final String NO_PATCH = "none";

    public Variant {
        shape = List.copyOf(shape);
    }

    /** One that states nothing of its shape. */
    public Variant(String id, String patch, String summary) {
        this(id, patch, summary, List.of());
    }
}
