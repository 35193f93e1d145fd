package dev.preemptcheck;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.List;

/** Calls of the JDK, and references to its methods, whose answer is not the same in every run. */
final class Nondeterminism {
    private static final List<String> SALTED_FACTORIES = List.of(
            "java.util.Set.of",
            "java.util.Set.copyOf",
            "java.util.Map.of",
            "java.util.Map.ofEntries",
            "java.util.Map.copyOf");

    private Nondeterminism() {}

    /** Their order is salted per JVM, or is that of a {@code HashMap}. */
    static DescribedPredicate<JavaAccess<?>> orderIsSalted() {
        return describe("the order is salted or hashed", access -> {
            AccessTarget target = access.getTarget();
            return SALTED_FACTORIES.contains(qualifiedName(target)) || hashes(target);
        });
    }

    static DescribedPredicate<JavaAccess<?>> clockIsRead() {
        return describe("a clock is read", access -> {
            String name = qualifiedName(access.getTarget());
            return name.equals("java.lang.System.nanoTime")
                    || name.equals("java.lang.System.currentTimeMillis")
                    || (name.startsWith("java.time.") && name.endsWith(".now"));
        });
    }

    static DescribedPredicate<JavaAccess<?>> identityIsHashed() {
        return describe("an identity hash is taken", access -> {
            AccessTarget target = access.getTarget();
            return qualifiedName(target).equals("java.lang.System.identityHashCode")
                    || (target.getName().equals("hashCode") && target.getOwner().isAssignableTo(Enum.class));
        });
    }

    static DescribedPredicate<JavaAccess<?>> randomNumberIsDrawn() {
        return describe("a random number is drawn", access -> {
            String name = qualifiedName(access.getTarget());
            return name.equals("java.lang.Math.random")
                    || name.equals("java.lang.StrictMath.random")
                    || name.equals("java.util.UUID.randomUUID")
                    || name.equals("java.util.Collections.shuffle");
        });
    }

    static DescribedPredicate<JavaAccess<?>> workIsParallel() {
        return describe("a stream is parallel", access -> {
            String name = access.getTarget().getName();
            return qualifiedName(access.getTarget()).startsWith("java.util.")
                    && (name.equals("parallelStream") || name.equals("parallel"));
        });
    }

    /** Collectors into a HashMap or HashSet; those that are given the map to fill are fine. */
    private static boolean hashes(AccessTarget target) {
        if (!(target instanceof CodeUnitAccessTarget method)
                || !method.getOwner().getName().equals("java.util.stream.Collectors")) {
            return false;
        }
        int parameters = method.getRawParameterTypes().size();
        return switch (method.getName()) {
            case "toSet", "toUnmodifiableSet", "toUnmodifiableMap" -> true;
            case "toMap" -> parameters < 4;
            case "groupingBy" -> parameters < 3;
            default -> false;
        };
    }

    private static String qualifiedName(AccessTarget target) {
        return target.getOwner().getName() + "." + target.getName();
    }
}
