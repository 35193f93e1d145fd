package dev.preemptcheck.report;

import static java.util.Map.entry;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.scenario.Variant;
import java.util.Map;

/**
 * Where in a function a BUG or a return address lies, for the two kernels whose oopses are on record (fact 8): where a BUG
 * traps in a function, and where a function returns to in its caller.
 *
 * <p>An offset belongs to one build. So it is given only for what those users ran, UP with preemption, HIGHMEM_DEBUG and no
 * patch, and only for the slot they hit, the one mapped first; everything else is printed without.
 */
final class KnownOffsets {
    private static final Map<String, String> V2_4_10_PRE4 = Map.ofEntries(
            entry("do_wp_page", "636/1088"),
            entry("do_anonymous_page", "130/368"),
            entry("filemap_nopage", "300/1344"),
            entry("do_no_page < do_anonymous_page", "47/272"),
            entry("do_no_page < filemap_nopage", "114/272"),
            entry("handle_mm_fault < do_no_page", "94/224"),
            entry("handle_mm_fault < do_wp_page", "141/224"),
            entry("do_page_fault < handle_mm_fault", "375/1136"),
            entry("error_code < do_page_fault", "52/64"));

    private static final Map<String, String> V2_4_9_AC10 = Map.ofEntries(
            entry("do_wp_page", "604/912"),
            entry("do_anonymous_page", "160/304"),
            entry("filemap_nopage", "284/1168"),
            entry("do_no_page < do_anonymous_page", "49/336"),
            entry("do_no_page < filemap_nopage", "160/336"),
            entry("handle_mm_fault < do_no_page", "94/240"),
            entry("handle_mm_fault < do_wp_page", "145/240"),
            entry("do_page_fault < handle_mm_fault", "407/1200"),
            entry("error_code < do_page_fault", "56/68"));

    private final Map<String, String> offsets;

    private KnownOffsets(Map<String, String> offsets) {
        this.offsets = offsets;
    }

    /** What is known of the kernel that is built so. */
    static KnownOffsets of(KernelConfig config, String patch) {
        boolean onRecord =
                patch.equals(Variant.NO_PATCH) && config.cpus() == 1 && config.preempt() && config.highmemDebug();
        return new KnownOffsets(onRecord ? of(config.version()) : Map.of());
    }

    private static Map<String, String> of(KernelVersion version) {
        return switch (version) {
            case V2_4_10_PRE4 -> V2_4_10_PRE4;
            case V2_4_9_AC10 -> V2_4_9_AC10;
            case V2_6_9_RC1_VP, V2_6_9_RC4_RT -> Map.of();
        };
    }

    /** {@code [function+?/?]}. */
    String unknown(String function) {
        return symbol(function, "");
    }

    /** {@code [function+offset/size]} where the function finds its first slot in use. */
    String slotBusy(String function, String slotType) {
        return symbol(function, slotType.equals("USER0") ? function : "");
    }

    /** True if something is known of this kernel. */
    boolean any() {
        return !offsets.isEmpty();
    }

    /** {@code [caller+offset/size]} where {@code callee} returns to. */
    String returnTo(String caller, String callee) {
        return symbol(caller, caller + " < " + callee);
    }

    private String symbol(String function, String key) {
        return "[" + function + "+" + offsets.getOrDefault(key, "?/?") + "]";
    }
}
