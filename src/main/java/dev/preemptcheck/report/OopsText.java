package dev.preemptcheck.report;

import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * The oops that the kernel prints for a failure, in its own format (fact 7.4).
 *
 * <p>Nothing is invented: what the model does not have is a row of question marks, and Stack and Code are left out. The path in
 * the BUG line starts at the source tree; a kernel prints the folder it was built in before that, which no seed knows (eax,
 * the length of that message, is unknown for the same reason). Of EFLAGS, IF is known, but not the arithmetic flags beside
 * it; it is told in words below the oops.
 */
final class OopsText {
    private static final int ENTRIES_PER_LINE = 5;

    private final Incident incident;
    private final KnownOffsets offsets;
    private final List<String> lines = new ArrayList<>();

    private OopsText(Incident incident) {
        this.incident = incident;
        this.offsets = KnownOffsets.of(
                incident.cast().config(), incident.cast().variant().patch());
    }

    /** The lines of the oops of {@code incident}, which is one. */
    static List<String> of(Incident incident) {
        OopsText text = new OopsText(incident);
        text.reason();
        text.processor();
        text.callTrace();
        return text.lines;
    }

    private void reason() {
        if (incident.outcome().equals("paging-request")) {
            Step access = incident.shows();
            lines.add("Unable to handle kernel paging request at virtual address ????????");
            lines.add(" printing eip:");
            lines.add("????????");
            lines.add("*pde = ????????");
            lines.add("*pte = " + StepText.hex(access == null ? 0 : access.value()));
            lines.add("Oops: " + (access != null && access.op() == Op.VSTORE ? "0002" : "0000"));
            return;
        }
        String place = incident.finding().signature().place();
        if (incident.cast().config().version().verboseBug() && !place.isEmpty()) {
            boolean hasLine = place.matches(".*:[1-9]\\d*");
            lines.add("kernel BUG at " + (hasLine ? place : place.replaceFirst(":0$", "") + ":?") + "!");
        }
        lines.add("invalid operand: 0000");
    }

    private void processor() {
        Step shows = incident.shows();
        List<String> chain = incident.finding().signature().chain();
        String function = chain.isEmpty() ? "?" : chain.get(0);
        boolean slotBusy = incident.outcome().equals("BUG-slot-busy");
        lines.add("CPU:    " + (shows == null ? 0 : shows.cpu()));
        lines.add("EIP:    0010:"
                + (slotBusy ? offsets.slotBusy(function, incident.slotType()) : offsets.unknown(function)));
        lines.add("EFLAGS: ????????");
        lines.addAll(Registers.of(incident, offsets).lines());
        lines.add("ds: 0018   es: 0018   ss: 0018");
        int victim = incident.finding().victim();
        lines.add("Process " + incident.cast().name(victim) + " (pid: "
                + incident.cast().pid(victim) + ", stackpage=????????)");
    }

    private void callTrace() {
        List<String> chain = new ArrayList<>(incident.finding().signature().chain());
        if (!chain.isEmpty() && chain.get(chain.size() - 1).equals("do_page_fault")) {
            chain.add("error_code");
        }
        List<String> entries = new ArrayList<>();
        for (int i = 1; i < chain.size(); i++) {
            entries.add(offsets.returnTo(chain.get(i), chain.get(i - 1)));
        }
        for (int i = 0; i < entries.size() || i == 0; i += ENTRIES_PER_LINE) {
            String part = String.join(" ", entries.subList(i, Math.min(i + ENTRIES_PER_LINE, entries.size())));
            lines.add((i == 0 ? "Call Trace: " : "   ") + part);
        }
    }
}
