package dev.preemptcheck;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.preemptcheck.hardware.MemoryAccess;
import dev.preemptcheck.kernel.MarkedWord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The architecture as executable rules: who may know whom, how classes are called, and (in {@link DeterminismRules})
 * that a run depends on its schedule alone.
 *
 * <p>A new top-level package fails {@link #dependenciesPointDownwards} until it has its place in the list there.
 */
@AnalyzeClasses(packages = "dev.preemptcheck", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
    @ArchTest
    static final ArchTests determinism = ArchTests.in(DeterminismRules.class);

    /** Layers are optional, since they are built from the bottom up. Siblings may know each other one way. */
    @ArchTest
    static final ArchRule dependenciesPointDownwards = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.preemptcheck..")
            .withOptionalLayers(true)
            .layer("hardware")
            .definedBy("dev.preemptcheck.hardware..")
            .layer("kernel")
            .definedBy("dev.preemptcheck.kernel..")
            .layer("detect")
            .definedBy("dev.preemptcheck.detect..")
            .layer("scenario")
            .definedBy("dev.preemptcheck.scenario..")
            .layer("explore, seed")
            .definedBy("dev.preemptcheck.explore..", "dev.preemptcheck.seed..")
            .layer("verify, litmus")
            .definedBy("dev.preemptcheck.verify..", "dev.preemptcheck.litmus..")
            .layer("latency, oops, gate, report")
            .definedBy(
                    "dev.preemptcheck.latency..",
                    "dev.preemptcheck.oops..",
                    "dev.preemptcheck.gate..",
                    "dev.preemptcheck.report..")
            .layer("cli, junit")
            .definedBy("dev.preemptcheck.cli..", "dev.preemptcheck.junit..")
            .whereLayer("hardware")
            .mayNotAccessAnyLayer()
            .whereLayer("kernel")
            .mayOnlyAccessLayers("hardware")
            .whereLayer("detect")
            .mayOnlyAccessLayers("kernel", "hardware")
            .whereLayer("scenario")
            .mayOnlyAccessLayers("detect", "kernel", "hardware")
            .whereLayer("explore, seed")
            .mayOnlyAccessLayers("scenario", "detect", "kernel", "hardware")
            .whereLayer("verify, litmus")
            .mayOnlyAccessLayers("explore, seed", "scenario", "detect", "kernel", "hardware")
            .whereLayer("latency, oops, gate, report")
            .mayOnlyAccessLayers("verify, litmus", "explore, seed", "scenario", "detect", "kernel", "hardware")
            .whereLayer("cli, junit")
            .mayNotBeAccessedByAnyLayer()
            .ensureAllClassesAreContainedInArchitecture();

    /** A word is marked where it is laid out, with the reason, and accessed through that. */
    @ArchTest
    static final ArchRule noMarkIsWithoutItsReason = noClasses()
            .that()
            .resideInAnyPackage("dev.preemptcheck.kernel..", "dev.preemptcheck.scenario..")
            .and()
            .doNotBelongToAnyOf(MarkedWord.class)
            .should()
            .callMethodWhere(target(name("loadOnce").or(name("storeOnce")))
                    .and(target(owner(assignableTo(MemoryAccess.class)))));

    @ArchTest
    static final ArchRule packagesAreFreeOfCycles =
            slices().matching("dev.preemptcheck.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule classesAreNamedAfterWhatTheyAre =
            noClasses().should().haveNameMatching(".*(Manager|Helper|Utils?|Impl)");

    /** A name says by itself which class is meant, without its package. */
    @ArchTest
    static void noTwoTopLevelClassesShareAName(JavaClasses classes) {
        Map<String, List<String>> byName = classes.stream()
                .filter(c -> !c.isNestedClass() && !c.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
        byName.values().removeIf(names -> names.size() == 1);
        assertThat(byName).isEmpty();
    }
}
