package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The scenarios that a user has written: every public concrete class of a class path that implements {@link Scenario} and has a
 * public constructor without arguments. Close it when nothing runs any more.
 */
public final class UserScenarios implements AutoCloseable {
    private static final int NAME_MAX = 80;
    /** What a seed can hold on one line and give back. */
    private static final Pattern NAME =
            Pattern.compile("[^\\p{Cc}\\p{Cf}\\p{Z}]([^\\p{Cc}\\p{Cf}]*[^\\p{Cc}\\p{Cf}\\p{Z}])?");

    private final ScenarioClasses classes;
    private final List<UserScenario> scenarios;

    private UserScenarios(ScenarioClasses classes, List<UserScenario> scenarios) {
        this.classes = classes;
        this.scenarios = scenarios;
    }

    /**
     * Finds, loads and initialises them, and sets each up once.
     *
     * @param classpath jars and directories, separated as the platform does
     * @throws ClasspathException if it has none, or one that can't be used; the message is one line
     * @throws UserCodeException if one throws when it is asked what it is
     */
    public static UserScenarios on(String classpath) throws ClasspathException {
        ScenarioClasses classes = ScenarioClasses.on(classpath);
        boolean kept = false;
        try {
            List<UserScenario> found = new ArrayList<>();
            for (Scenario own : classes.scenarios()) {
                found.add(checked(UserScenario.of(own)));
            }
            checkNames(found);
            kept = true;
            return new UserScenarios(classes, List.copyOf(found));
        } finally {
            if (!kept) {
                classes.close();
            }
        }
    }

    private static UserScenario checked(UserScenario user) throws ClasspathException {
        String type = "class " + user.own().getClass().getName();
        if (!NAME.matcher(user.name()).matches() || user.name().length() > NAME_MAX) {
            throw new ClasspathException(
                    type + ": its name() is not printable text without blanks at its ends, of at most " + NAME_MAX
                            + " characters");
        }
        user.setup();
        try {
            SeedFormat.config(user.particulars().config());
        } catch (IllegalArgumentException e) {
            throw new ClasspathException(type + ": no seed can hold its configuration: " + e.getMessage());
        }
        return user;
    }

    /** Two that differ in no letter or digit would overwrite each other's seeds. */
    private static void checkNames(List<UserScenario> found) throws ClasspathException {
        Map<String, UserScenario> byFile = new TreeMap<>();
        for (UserScenario user : found) {
            UserScenario other = byFile.put(Verifier.inFileName(user.name()), user);
            if (other != null) {
                throw new ClasspathException("class " + other.own().getClass().getName() + " and class "
                        + user.own().getClass().getName() + " have the same name, '" + user.name()
                        + "', or one that looks the same in the name of a file; rename one");
            }
        }
    }

    /** A row for each, in the order of the class path and of the names of classes. No detector may fire. */
    public List<CatalogueRow> rows() {
        return scenarios.stream()
                .map(UserSystem::new)
                .map(system -> new CatalogueRow(
                        system, system.user().variant(), system.configs().get(0), Expectation.SAFE))
                .toList();
    }

    /**
     * The scenario that a seed names.
     *
     * @throws IllegalArgumentException if there is none, or it is not for that kernel any more
     */
    public Scenario scenario(Seed seed) {
        UserScenario user = scenarios.stream()
                .filter(s -> s.name().equals(seed.scenario()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no scenario on the class path is called '" + seed.scenario() + "'; there are "
                                + scenarios.stream().map(UserScenario::name).collect(Collectors.joining(", "))));
        KernelConfig config = user.particulars().config();
        String patch = user.particulars().variant().patch();
        if (!config.equals(seed.config()) || !patch.equals(seed.patch())) {
            throw new IllegalArgumentException("the seed is for kernel "
                    + kernel(seed.config(), seed.patch()) + ", but '" + user.name() + "' is for "
                    + kernel(config, patch) + "; find it anew with verify");
        }
        return user;
    }

    /**
     * {@code work} on {@code scenario}.
     *
     * @throws UserCodeException if the scenario is a user's and its code throws
     */
    public static <T> T naming(Scenario scenario, Supplier<T> work) {
        return UserScenario.naming(scenario, work);
    }

    private static String kernel(KernelConfig config, String patch) {
        return config.version().release() + " " + SeedFormat.config(config) + " patch " + patch;
    }

    @Override
    public void close() {
        classes.close();
    }
}
