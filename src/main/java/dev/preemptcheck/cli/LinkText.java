package dev.preemptcheck.cli;

import dev.preemptcheck.report.LinkerText;
import dev.preemptcheck.verify.LinkResult;
import dev.preemptcheck.verify.LinkRow;
import dev.preemptcheck.verify.RowResult.Agreement;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * What {@code verify} says of the configuration matrix: a line for cells that come to the same, with the linker's own lines where
 * they don't link, then the sum.
 */
final class LinkText {
    private final PrintWriter out;
    private final Terminal terminal;

    LinkText(PrintWriter out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Prints it; nothing if no cell was chosen. */
    void print(List<LinkResult> results) {
        if (results.isEmpty()) {
            return;
        }
        LinkRow first = results.get(0).row();
        out.println("link: " + Counted.of(results.size(), "configuration") + " of " + first.systemId() + ", kernel "
                + first.version().release());
        List<LinkGroup> groups = LinkGroup.of(results);
        int width = groups.stream().mapToInt(g -> g.name().length()).max().orElse(0);
        for (LinkGroup group : groups) {
            print(group, "%-" + width + "s ");
        }
        sum(results);
        out.flush();
    }

    private void print(LinkGroup group, String nameFormat) {
        LinkResult result = group.results().get(0);
        boolean differs = result.agreement() == Agreement.DIFFERS;
        out.println(String.format(Locale.ROOT, nameFormat, group.name())
                + (differs ? terminal.red("DIFFERS    ") : terminal.green("as expected"))
                + (result.link().succeeds() ? " links: " : " does not link: ")
                + group.configurations());
        LinkerText.of(result.link()).forEach(line -> out.println("    " + line));
        if (differs) {
            out.println("    expected: " + result.row().expectation());
        }
    }

    private void sum(List<LinkResult> results) {
        long differ =
                results.stream().filter(r -> r.agreement() == Agreement.DIFFERS).count();
        long link = results.stream().filter(r -> r.link().succeeds()).count();
        out.printf(
                Locale.ROOT,
                "%s: %d as expected, %d differ; %s, %s not%n",
                Counted.of(results.size(), "configuration"),
                results.size() - differ,
                differ,
                Counted.of(link, "links", "link"),
                Counted.of(results.size() - link, "does", "do"));
    }
}
