package dev.preemptcheck.detect;

import static dev.preemptcheck.kernel.shape.Shape.ACQUIRE;
import static dev.preemptcheck.kernel.shape.Shape.EXIT;
import static dev.preemptcheck.kernel.shape.Shape.READ_CPU_ID;
import static dev.preemptcheck.kernel.shape.Shape.RELEASE;
import static dev.preemptcheck.kernel.shape.Shape.USE_CPU_ID;
import static dev.preemptcheck.kernel.shape.Shape.unbraced;
import static dev.preemptcheck.kernel.shape.Shape.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.detect.ShapeFault.Kind;
import dev.preemptcheck.kernel.shape.ConfigOption;
import dev.preemptcheck.kernel.shape.Guard;
import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.kernel.shape.Shape;
import dev.preemptcheck.kernel.shape.ShapePath;
import dev.preemptcheck.kernel.shape.ShapedFunction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** D6 on shapes: each pattern in the least code that has it, and what looks like it and is right. */
final class ShapeRuleTest {
    private static final Guard IT = new Guard.Fact("it is so", "it is not so");
    private static final Guard OTHER = new Guard.Fact("the other is so", "the other is not so");
    private static final Guard SMP = new Guard.Built(ConfigOption.CONFIG_SMP);
    private static final Guard DEBUG = new Guard.Built(ConfigOption.HIGHMEM_DEBUG);
    private static final Guard PREEMPT = new Guard.Built(ConfigOption.CONFIG_PREEMPT);
    private static final Shape WORK = new Shape.Step("work");

    private static Shape macro(boolean wrapped, Shape... statements) {
        return new Shape.Macro("end", wrapped, List.of(statements));
    }

    private static ShapedFunction function(String name, Shape... body) {
        return ShapedFunction.of(name, body);
    }

    private static Arguments guilty(Kind kind, String function, String options, Pairing pairing) {
        return Arguments.of(kind, function, options, pairing);
    }

    static Stream<Arguments> guilty() {
        return Stream.of(
                guilty(
                        Kind.EARLY_RETURN,
                        "one",
                        "CONFIG_PREEMPT",
                        Pairing.of(function("one", ACQUIRE, when(IT, EXIT), WORK, RELEASE))),
                guilty(
                        Kind.EARLY_RETURN,
                        "close",
                        "CONFIG_PREEMPT",
                        Pairing.of(
                                function("open", when(IT, EXIT), ACQUIRE, WORK, RELEASE),
                                function("close", ACQUIRE, when(IT, EXIT), WORK, RELEASE))),
                guilty(
                        Kind.EARLY_RETURN,
                        "open",
                        "CONFIG_PREEMPT",
                        Pairing.of(function("open", when(IT, EXIT), ACQUIRE), function("close", RELEASE))),
                guilty(
                        Kind.EARLY_RETURN,
                        "trylock",
                        "CONFIG_PREEMPT",
                        Pairing.of(
                                function("trylock", ACQUIRE, when(IT).orElse(EXIT)),
                                function("unlock", when(IT, RELEASE)))),
                guilty(
                        Kind.PREPROCESSOR_BRANCH,
                        "close",
                        "CONFIG_PREEMPT !CONFIG_SMP",
                        Pairing.of(function("open", when(SMP, ACQUIRE)), function("close", RELEASE))),
                guilty(
                        Kind.PREPROCESSOR_BRANCH,
                        "open",
                        "CONFIG_PREEMPT !CONFIG_SMP",
                        Pairing.of(function("open", ACQUIRE), function("close", when(SMP, RELEASE)))),
                guilty(
                        Kind.PREPROCESSOR_BRANCH,
                        "one",
                        "CONFIG_PREEMPT CONFIG_SMP !HIGHMEM_DEBUG",
                        Pairing.of(function("one", when(SMP, ACQUIRE), WORK, when(DEBUG, RELEASE)))),
                guilty(
                        Kind.PREPROCESSOR_BRANCH,
                        "close",
                        "CONFIG_PREEMPT !HIGHMEM_DEBUG",
                        Pairing.of(
                                function("open", when(IT, EXIT), ACQUIRE),
                                function("close", when(DEBUG, when(IT, EXIT), WORK), RELEASE))),
                guilty(
                        Kind.CPU_ID_BEFORE_ACQUIRE,
                        "one",
                        "CONFIG_PREEMPT CONFIG_SMP",
                        Pairing.of(function("one", READ_CPU_ID, ACQUIRE, USE_CPU_ID, RELEASE))),
                guilty(
                        Kind.CPU_ID_BEFORE_ACQUIRE,
                        "one",
                        "CONFIG_PREEMPT CONFIG_SMP",
                        Pairing.of(function(
                                "one", ACQUIRE, READ_CPU_ID, USE_CPU_ID, RELEASE, ACQUIRE, USE_CPU_ID, RELEASE))),
                guilty(
                        Kind.UNWRAPPED_MACRO,
                        "one",
                        "CONFIG_PREEMPT",
                        Pairing.of(function("one", when(IT, ACQUIRE), unbraced(IT, macro(false, WORK, RELEASE))))),
                guilty(
                        Kind.UNWRAPPED_MACRO,
                        "one",
                        "CONFIG_PREEMPT",
                        Pairing.of(function(
                                "one",
                                when(IT, ACQUIRE),
                                unbraced(IT, macro(false, WORK, RELEASE)).orElse(WORK)))),
                guilty(
                        Kind.UNPAIRED_EXIT,
                        "one",
                        "CONFIG_PREEMPT",
                        Pairing.of(function("one", when(IT, ACQUIRE), WORK, when(OTHER, RELEASE)))),
                guilty(
                        Kind.UNPAIRED_EXIT,
                        "one",
                        "CONFIG_PREEMPT",
                        Pairing.of(function("one", RELEASE, WORK, ACQUIRE))),
                guilty(
                        Kind.UNPAIRED_EXIT,
                        "close",
                        "CONFIG_PREEMPT",
                        Pairing.of(function("open", ACQUIRE), function("close", RELEASE, RELEASE))));
    }

    @ParameterizedTest
    @MethodSource("guilty")
    void aPatternIsFoundWhereItStandsAndUnderTheOptionsThatItNeeds(
            Kind kind, String function, String options, Pairing pairing) {
        List<ShapeFault> found = ShapeRule.faults(List.of(pairing)).stream()
                .filter(f -> !f.latent())
                .toList();
        assertThat(found).isNotEmpty().allMatch(f -> f.kind() == kind);
        assertThat(found)
                .anyMatch(f -> f.function().equals(function) && f.needs().equals(needs(options)));
    }

    private static Map<ConfigOption, Boolean> needs(String options) {
        Map<ConfigOption, Boolean> needs = new TreeMap<>();
        for (String option : options.split(" ", -1)) {
            needs.put(ConfigOption.valueOf(option.replace("!", "")), !option.startsWith("!"));
        }
        return needs;
    }

    static Stream<Pairing> innocent() {
        return Stream.of(
                // the return after the acquire is paired by the function that ends the section
                Pairing.of(function("begin", ACQUIRE, when(IT, WORK, EXIT), WORK), function("end", WORK, RELEASE)),
                // whoever returns early gives back first
                Pairing.of(function("one", ACQUIRE, when(IT, RELEASE, EXIT), WORK, RELEASE)),
                // nothing is taken before the return, and nothing given back after it
                Pairing.of(function("open", when(IT, EXIT), ACQUIRE), function("close", when(IT, EXIT), RELEASE)),
                // who doesn't get the lock has nothing to give back
                Pairing.of(
                        function("trylock", ACQUIRE, when(IT).orElse(RELEASE, EXIT)),
                        function("unlock", when(IT, RELEASE))),
                // a return leaves the called function only
                Pairing.of(function("one", ACQUIRE, new Shape.Call(function("inner", when(IT, EXIT), WORK)), RELEASE)),
                // both stand in the same branch, or in a branch of the same option
                Pairing.of(function("one", when(SMP, ACQUIRE, WORK, RELEASE))),
                Pairing.of(function("open", when(SMP, ACQUIRE)), function("close", when(SMP, RELEASE))),
                Pairing.of(
                        function("open", when(SMP, ACQUIRE).orElse(ACQUIRE, WORK)), function("close", WORK, RELEASE)),
                // without a count there is none to keep
                Pairing.of(function("open", when(PREEMPT, ACQUIRE)), function("close", RELEASE)),
                // the number is read again, or first, or nothing relies on a section
                Pairing.of(function("one", READ_CPU_ID, ACQUIRE, READ_CPU_ID, USE_CPU_ID, RELEASE)),
                Pairing.of(function("one", ACQUIRE, READ_CPU_ID, ACQUIRE, USE_CPU_ID, RELEASE, USE_CPU_ID, RELEASE)),
                Pairing.of(function("one", READ_CPU_ID, USE_CPU_ID, ACQUIRE, WORK, RELEASE)),
                // one statement for the compiler, or in braces
                Pairing.of(function("one", when(IT, ACQUIRE), unbraced(IT, macro(true, WORK, RELEASE)))),
                Pairing.of(function(
                        "one",
                        when(IT, ACQUIRE),
                        unbraced(IT, macro(true, WORK, RELEASE)).orElse(WORK))),
                Pairing.of(function("one", when(IT, ACQUIRE), unbraced(IT, macro(false, RELEASE)))));
    }

    @ParameterizedTest
    @MethodSource("innocent")
    void whatLooksGuiltyAndIsNotIsSilent(Pairing pairing) {
        assertThat(ShapeRule.faults(List.of(pairing))).isEmpty();
    }

    @Test
    void aMacroOfSeveralStatementsThatIsUsedRightIsLatent() {
        List<Pairing> uses = List.of(
                Pairing.of(function("one", ACQUIRE, macro(false, WORK, RELEASE))),
                Pairing.of(function("two", when(IT, ACQUIRE), when(IT, macro(false, WORK, RELEASE)))));
        assertThat(ShapeRule.faults(uses)).singleElement().satisfies(fault -> {
            assertThat(fault.latent()).isTrue();
            assertThat(fault.text()).contains("end is 2 statements and not wrapped");
        });
    }

    /** The rest runs in any case, which does no harm as long as the condition holds. */
    @Test
    void theRestOfAMacroIsAgainstTheRuleOnlyWhereItsConditionFails() {
        Pairing pairing = Pairing.of(function("one", when(IT, ACQUIRE), unbraced(IT, macro(false, WORK, RELEASE))));
        assertThat(ShapeRule.faults(List.of(pairing)).stream().filter(f -> !f.latent()))
                .singleElement()
                .satisfies(fault -> assertThat(fault.text()).endsWith("where it is not so"));
    }

    @Test
    void functionsWithMoreGuardsThanCanBeWalkedAreRefused() {
        Shape[] branches = IntStream.range(0, 13)
                .mapToObj(i -> when(new Guard.Fact("fact " + i, "no fact " + i), WORK))
                .toArray(Shape[]::new);
        assertThatThrownBy(() -> ShapePath.through(Pairing.of(function("one", branches))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("13 guards");
    }
}
