package dev.preemptcheck.report;

import static dev.preemptcheck.report.StepText.hex;

import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.init.UserCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The registers at a busy slot, as far as the records (fact 8) say what they hold there and the model knows that: esi is the
 * {@code struct page} that was to be mapped, in 2.4.10-pre4 ebx the address that faulted, in do_wp_page of 2.4.9-ac10 ebp the
 * page-table entry. All others are printed as question marks.
 */
final class Registers {
    private static final int MEM_MAP = 0xC1000010;
    private static final int SIZEOF_STRUCT_PAGE = 68;
    private static final String UNKNOWN = "????????";

    private final Map<String, String> known = new LinkedHashMap<>();

    private Registers() {}

    static Registers of(Incident incident, KnownOffsets offsets) {
        Registers registers = new Registers();
        UserCall.Fault fault =
                incident.cast().fault(incident.steps(), incident.finding().victim());
        boolean first = incident.outcome().equals("BUG-slot-busy")
                && incident.slotType().equals("USER0");
        if (fault != null && first && offsets.any()) {
            registers.fill(incident, fault);
        }
        return registers;
    }

    private void fill(Incident incident, UserCall.Fault fault) {
        List<String> chain = incident.finding().signature().chain();
        String function = chain.isEmpty() ? "" : chain.get(0);
        known.put("esi", hex(MEM_MAP + SIZEOF_STRUCT_PAGE * fault.source().pfn()));
        if (incident.cast().config().version() == KernelVersion.V2_4_10_PRE4) {
            if (!function.equals("filemap_nopage")) {
                known.put("ebx", hex(fault.address()));
            }
        } else if (function.equals("do_wp_page")) {
            var entry = incident.last(s -> s.symbol().contains(".pte["));
            known.put("ebp", entry == null ? UNKNOWN : hex(entry.value()));
        }
    }

    /** The two lines of general registers. */
    List<String> lines() {
        return List.of(line("eax", "ebx", "ecx", "edx"), line("esi", "edi", "ebp", "esp"));
    }

    private String line(String... names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            text.append(text.isEmpty() ? "" : "   ")
                    .append(name)
                    .append(": ")
                    .append(known.getOrDefault(name, UNKNOWN));
        }
        return text.toString();
    }
}
