package dev.preemptcheck.report;

import dev.preemptcheck.kernel.kbuild.Link;
import dev.preemptcheck.kernel.kbuild.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code ld} prints when a kernel does not link, and {@code make} after it, in the form that fact 7.7 shows. Offsets belong
 * to one build, and stand as question marks.
 */
public final class LinkerText {
    private static final String OFFSET = "(.text+0x????): ";

    private LinkerText() {}

    /** The lines; none if it links. */
    public static List<String> of(Link link) {
        List<String> lines = new ArrayList<>();
        for (Link.Clash clash : link.multiple()) {
            String symbol = clash.first().symbol();
            lines.add(clash.again() + OFFSET + "multiple definition of `" + symbol + "'");
            lines.add(clash.first().object() + OFFSET + "first defined here");
        }
        String where = "";
        for (Reference reference : link.undefined()) {
            String here = reference.object() + ": In function `" + reference.function() + "':";
            if (!here.equals(where)) {
                lines.add(here);
                where = here;
            }
            lines.add(reference.object() + OFFSET + "undefined reference to `" + reference.symbol() + "'");
        }
        if (!lines.isEmpty()) {
            lines.add("make: *** [vmlinux] Error 1");
        }
        return List.copyOf(lines);
    }
}
