package dev.preemptcheck.report;

import dev.preemptcheck.detect.CallChain.Function;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.hardware.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The parts of a step in words. */
final class StepText {
    private static final String COUNT = ".preempt_count";
    private static final String SLOT = "kmap_pte[";

    private StepText() {}

    /** Eight digits, as kernels print words and counts: -1 is {@code ffffffff}. */
    static String hex(int value) {
        return String.format(Locale.ROOT, "%08x", value);
    }

    /** The innermost function, inlined or not. */
    static String function(Step step) {
        return step.functions().isEmpty() ? "" : step.functions().get(0).name();
    }

    /** The innermost function and those that it is inlined in, up to the one with a frame: {@code kmap_atomic <- do_wp_page}. */
    static String inlining(Step step) {
        List<String> names = new ArrayList<>();
        for (Function f : step.functions()) {
            if (names.isEmpty() || !names.get(names.size() - 1).equals(f.name())) {
                names.add(f.name());
            }
            if (!f.inlined()) {
                break;
            }
        }
        return String.join(" <- ", names);
    }

    /** The text with blanks behind it, up to that width. */
    static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** True if the step is taken by code of mapping or unmapping itself, not by a handler on top of it. */
    static boolean isOfKmap(Step step) {
        for (Function f : step.functions()) {
            if (!f.inlined()) {
                return false;
            }
            if (f.name().equals("kmap_atomic") || f.name().equals("kunmap_atomic")) {
                return true;
            }
        }
        return false;
    }

    /** True if the step's word is the page-table entry of a slot. */
    static boolean isSlot(Step step) {
        return step.symbol().startsWith(SLOT);
    }

    /** True if the step changes a preempt count. */
    static boolean changesCount(Step step) {
        return step.op() == Op.LOCKED && step.symbol().endsWith(COUNT);
    }

    /** True if the step goes through a mapping. */
    static boolean isTranslated(Step step) {
        return step.op() == Op.VLOAD || step.op() == Op.VSTORE;
    }

    /** What the step did, with the word and its value. */
    static String access(Step step, Cast cast) {
        String op = Op.name(step.op());
        return switch (step.op()) {
            case Op.SWITCH -> "switch to " + cast.name(step.value());
            case Op.CPU_ID -> "cpu id = " + step.value();
            case Op.USER -> "entry from user mode";
            case Op.CLI -> "interrupts off";
            case Op.STI -> "interrupts on";
            case Op.INVLPG -> "invlpg " + step.symbol();
            case Op.LOAD_PART, Op.STORE_PART ->
                op + 8 * Part.bytes(step.value()) + " " + symbol(step, cast)
                        + (Part.offset(step.value()) == 0 ? "" : " byte " + Part.offset(step.value())) + " = "
                        + hex(Part.value(step.value()));
            case Op.CR3 -> "cr3 = " + hex(step.value());
            default -> step.symbol().isEmpty() ? op : op + " " + symbol(step, cast) + " = " + hex(step.value());
        };
    }

    private static String symbol(Step step, Cast cast) {
        if (isTranslated(step) && isSlot(step)) {
            return "through " + step.symbol();
        }
        String own = cast.name(step.task()) + ".";
        return step.symbol().startsWith(own) ? step.symbol().substring(own.length()) : step.symbol();
    }
}
