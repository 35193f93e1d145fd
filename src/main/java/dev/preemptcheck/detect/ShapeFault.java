package dev.preemptcheck.detect;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.shape.ConfigOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What rule D6 has against the shape of a function.
 *
 * @param kind which pattern it is
 * @param subject the function or macro that is to be mended
 * @param function the function in which it shows
 * @param text what happens there, in one line
 * @param needs how these options have to be for that to happen
 * @param latent true if it never happens as things stand, but one more use of the macro would make it
 */
public record ShapeFault(
        Kind kind, String subject, String function, String text, Map<ConfigOption, Boolean> needs, boolean latent) {

    /** The patterns of fact 5, D6. */
    public enum Kind {
        /** A macro of several statements is not one statement for the compiler. */
        UNWRAPPED_MACRO("unwrapped-macro"),
        /** A return between an acquire and its release, or before the acquire whose release comes anyway. */
        EARLY_RETURN("early-return"),
        /** Acquire and release, or the return that leaves one out, stand in different preprocessor branches. */
        PREPROCESSOR_BRANCH("preprocessor-branch"),
        /** The number of the processor is read before the acquire of the section that uses it. */
        CPU_ID_BEFORE_ACQUIRE("cpu-id-before-acquire"),
        /** Acquire and release don't pair in another way. */
        UNPAIRED_EXIT("unpaired-exit");

        private final String id;

        Kind(String id) {
            this.id = id;
        }

        /** As signatures write it. */
        public String id() {
            return id;
        }
    }

    public ShapeFault {
        needs = new TreeMap<>(needs);
    }

    /** How these options have to be; a copy. */
    @Override
    public Map<ConfigOption, Boolean> needs() {
        return new TreeMap<>(needs);
    }

    /** Whether it happens in that kernel. */
    public boolean happensIn(KernelConfig config) {
        return !latent && missingIn(config).isEmpty();
    }

    /** What would have to be otherwise in that kernel for it to happen: {@code HIGHMEM_DEBUG off}. */
    public List<String> missingIn(KernelConfig config) {
        return needs.entrySet().stream()
                .filter(need -> need.getKey().in(config) != need.getValue())
                .map(need -> need.getKey() + (need.getValue() ? " on" : " off"))
                .collect(Collectors.toUnmodifiableList());
    }

    /** In one line, with what would have to be otherwise in that kernel. */
    public String describe(KernelConfig config) {
        List<String> missing = missingIn(config);
        return signature() + ": " + text + (missing.isEmpty() ? "" : " (with " + String.join(" and ", missing) + ")");
    }

    /** What two faults have in common that have the same cause. */
    public Signature signature() {
        return new Signature(ShapeRule.RULE, kind.id, "", List.of(function));
    }
}
