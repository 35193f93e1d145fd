package dev.preemptcheck;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.preemptcheck.Nondeterminism.clockIsRead;
import static dev.preemptcheck.Nondeterminism.identityIsHashed;
import static dev.preemptcheck.Nondeterminism.orderIsSalted;
import static dev.preemptcheck.Nondeterminism.randomNumberIsDrawn;
import static dev.preemptcheck.Nondeterminism.workIsParallel;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.WeakHashMap;

/**
 * The same schedule gives the same run, bit for bit: the rules on what deterministic packages (all but {@code cli} and
 * {@code report}) may use. {@link ArchitectureTest} runs them.
 *
 * <p>Not caught: the {@code hashCode} of a record that holds an enum is an identity hash as well.
 */
final class DeterminismRules {
    private static final DescribedPredicate<JavaClass> DETERMINISTIC = resideInAPackage("dev.preemptcheck..")
            .and(resideOutsideOfPackages("dev.preemptcheck.cli..", "dev.preemptcheck.report.."))
            .as("reside in a deterministic package");

    private static final DescribedPredicate<JavaClass> DETERMINISTIC_ON_ONE_THREAD = DETERMINISTIC
            .and(resideOutsideOfPackages("dev.preemptcheck.hardware.carrier..", "dev.preemptcheck.explore.."))
            .as("reside in a deterministic package other than hardware.carrier and explore");

    private static final DescribedPredicate<JavaClass> MACHINE_STATE_ONLY =
            resideInAnyPackage("dev.preemptcheck.kernel..", "dev.preemptcheck.scenario..");

    @ArchTest
    static final ArchRule iterationOrderIsTheSameInEveryJvm = noClasses()
            .that(DETERMINISTIC)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(HashMap.class, HashSet.class, Hashtable.class, IdentityHashMap.class, WeakHashMap.class)
            .orShould()
            .accessTargetWhere(orderIsSalted());

    @ArchTest
    static final ArchRule timeIsNeverRead = noClasses()
            .that(DETERMINISTIC)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Clock.class, InstantSource.class, Date.class, Calendar.class)
            .orShould()
            .accessTargetWhere(clockIsRead());

    @ArchTest
    static final ArchRule identityIsNeverHashed =
            noClasses().that(DETERMINISTIC).should().accessTargetWhere(identityIsHashed());

    @ArchTest
    static final ArchRule numbersAreNeverRandom = noClasses()
            .that(DETERMINISTIC)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Random.class, SplittableRandom.class)
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.random..", "java.security..")
            .orShould()
            .accessTargetWhere(randomNumberIsDrawn());

    @ArchTest
    static final ArchRule threadsLiveInTheCarrierAndTheExplorerOnly = noClasses()
            .that(DETERMINISTIC_ON_ONE_THREAD)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Thread.class, ThreadLocal.class)
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.util.concurrent..")
            .orShould()
            .accessTargetWhere(workIsParallel());

    @ArchTest
    static final ArchRule stateOfKernelAndScenarioLivesInTheMachineOnly =
            fields().that().areDeclaredInClassesThat(MACHINE_STATE_ONLY).should(holdNoState());

    private DeterminismRules() {}

    private static ArchCondition<JavaField> holdNoState() {
        return new ArchCondition<>("be final, and no array unless a constant") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                boolean isFinal = field.getModifiers().contains(JavaModifier.FINAL);
                boolean isStatic = field.getModifiers().contains(JavaModifier.STATIC);
                boolean isArray = field.getRawType().isArray();
                if (!isFinal || (isArray && !isStatic)) {
                    String kind = isArray ? "an array outside a constant" : "not final";
                    events.add(SimpleConditionEvent.violated(field, field.getDescription() + " is " + kind));
                }
            }
        };
    }
}
