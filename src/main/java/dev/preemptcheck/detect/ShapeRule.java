package dev.preemptcheck.detect;

import dev.preemptcheck.detect.ShapeFault.Kind;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.shape.ConfigOption;
import dev.preemptcheck.kernel.shape.Guard;
import dev.preemptcheck.kernel.shape.Pairing;
import dev.preemptcheck.kernel.shape.Shape;
import dev.preemptcheck.kernel.shape.ShapePath;
import dev.preemptcheck.kernel.shape.ShapePath.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * D6, on what implementations state of their shape (fact 5): on every path through functions that pair, levels of the count are
 * given back after they were taken, and all of them; the number of the processor is not older than the section that uses it; and
 * a macro of several statements is one for the compiler.
 *
 * <p>A return with a level taken is right if the function that pairs gives it back on that path, as after
 * {@code kernel_fpu_begin()} (fact S2): a path goes through all of them. What nothing keeps at all is not for this rule to find.
 */
public final class ShapeRule {
    /** The rule's name in the catalogue of detectors. */
    public static final String RULE = "D6";

    private static final int NOWHERE = -1;

    private final List<ShapePath> paths;
    private final List<ShapeFault> faults = new ArrayList<>();

    private ShapeRule(Pairing pairing) {
        this.paths = ShapePath.through(pairing);
    }

    /** What is wrong with them under any configuration; nothing twice. */
    public static List<ShapeFault> faults(List<Pairing> pairings) {
        return pairings.stream()
                .flatMap(pairing -> new ShapeRule(pairing).judged().stream())
                .distinct()
                .toList();
    }

    /**
     * What is worth saying of them in that kernel: what happens there, or else in others of the kind; nothing where it isn't
     * preemptible. One fault of each kind and subject.
     */
    public static List<ShapeFault> faults(List<Pairing> pairings, KernelConfig config) {
        Map<List<String>, ShapeFault> said = new LinkedHashMap<>();
        if (config.preempt()) {
            List<ShapeFault> all = faults(pairings);
            Stream.concat(
                            all.stream().filter(f -> f.happensIn(config)),
                            Stream.concat(
                                    all.stream().filter(f -> !f.latent()),
                                    all.stream().filter(ShapeFault::latent)))
                    .forEach(f -> said.putIfAbsent(List.of(f.kind().id(), f.subject()), f));
        }
        return List.copyOf(said.values());
    }

    private List<ShapeFault> judged() {
        for (ShapePath path : paths) {
            if (!Boolean.FALSE.equals(path.guards().get(new Guard.Built(ConfigOption.CONFIG_PREEMPT)))) {
                macros(path);
                balance(path);
                cpuId(path);
            }
        }
        return faults;
    }

    // ---- macros

    private void macros(ShapePath path) {
        for (Event event : path.events()) {
            if (event.what() instanceof Shape.Macro macro && macro.isLoose()) {
                String text = String.format(
                        "%s is %d statements and not wrapped: an if without braces takes hold of the first only",
                        macro.name(), macro.statements().size());
                faults.add(
                        new ShapeFault(Kind.UNWRAPPED_MACRO, macro.name(), macro.name(), text, new TreeMap<>(), true));
                if (!path.compiles()) {
                    broken(path, macro, event.function(), "does not compile before an else");
                }
            }
        }
    }

    private void broken(ShapePath path, Shape.Macro macro, String function, String what) {
        String text = String.format(
                "%s, %d statements and not wrapped, %s",
                macro.name(), macro.statements().size(), what);
        faults.add(new ShapeFault(Kind.UNWRAPPED_MACRO, macro.name(), function, text, needs(path), false));
    }

    // ---- what is taken and given back

    private void balance(ShapePath path) {
        List<Integer> held = path.held();
        int below = held.indexOf(-1);
        if (!path.compiles() || path.keepsCount()) {
            return;
        }
        int escaped = firstEscaped(path);
        if (escaped >= 0) {
            Event rest = path.events().get(escaped);
            broken(
                    path,
                    macroBefore(path, escaped),
                    rest.function(),
                    "goes on behind an if without braces" + facts(path));
        } else if (below >= 0) {
            tooMany(path, below);
        } else {
            tooFew(path);
        }
    }

    private static int firstEscaped(ShapePath path) {
        List<Event> events = path.events();
        return events.stream()
                .filter(Event::escaped)
                .map(events::indexOf)
                .findFirst()
                .orElse(-1);
    }

    private static Shape.Macro macroBefore(ShapePath path, int escaped) {
        return path.events().subList(0, escaped).stream()
                .map(Event::what)
                .filter(Shape.Macro.class::isInstance)
                .map(Shape.Macro.class::cast)
                .filter(Shape.Macro::isLoose)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private void tooMany(ShapePath path, int below) {
        Event release = path.events().get(below);
        String early = path.events().subList(0, below).stream()
                .filter(e -> e.what() instanceof Shape.Exit)
                .map(Event::function)
                .findFirst()
                .orElse("");
        String text = release.function() + " gives back a level that nobody has taken" + facts(path);
        if (keptOtherwise(path)) {
            fault(Kind.PREPROCESSOR_BRANCH, release.function(), text, path);
        } else if (!early.isEmpty()) {
            fault(Kind.EARLY_RETURN, early, text + ", for " + early + " returns before it takes one", path);
        } else {
            fault(Kind.UNPAIRED_EXIT, release.function(), text, path);
        }
    }

    private void tooFew(ShapePath path) {
        Event last = path.events().get(path.events().size() - 1);
        Event acquire = path.events().stream()
                .filter(e -> e.what() instanceof Shape.Acquire)
                .reduce((first, second) -> second)
                .orElseThrow();
        if (last.what() instanceof Shape.Exit) {
            String text = last.function() + " returns early with a level taken that nobody gives back" + facts(path);
            fault(Kind.EARLY_RETURN, last.function(), text, path);
        } else {
            String text = acquire.function() + " takes a level that nobody gives back" + facts(path);
            fault(keptOtherwise(path) ? Kind.PREPROCESSOR_BRANCH : Kind.UNPAIRED_EXIT, acquire.function(), text, path);
        }
    }

    /** True if all is well where one option is the other way, and everything else as it is. */
    private boolean keptOtherwise(ShapePath path) {
        return paths.stream().anyMatch(other -> other.keepsCount() && differInOneOption(path.guards(), other.guards()));
    }

    private static boolean differInOneOption(Map<Guard, Boolean> here, Map<Guard, Boolean> there) {
        List<Guard> differing = here.keySet().stream()
                .filter(guard -> there.containsKey(guard) && !Objects.equals(here.get(guard), there.get(guard)))
                .toList();
        return differing.size() == 1 && differing.get(0) instanceof Guard.Built;
    }

    // ---- the number of the processor

    private void cpuId(ShapePath path) {
        List<Integer> held = path.held();
        int section = 0;
        int readIn = NOWHERE;
        for (int i = 0; i < held.size(); i++) {
            Event event = path.events().get(i);
            section += event.what() instanceof Shape.Acquire && held.get(i) == 1 ? 1 : 0;
            int here = held.get(i) > 0 ? section : 0;
            if (event.what() instanceof Shape.ReadCpuId) {
                readIn = here;
            } else if (event.what() instanceof Shape.UseCpuId && readIn != NOWHERE && here != readIn && here > 0) {
                String text =
                        event.function() + " reads the processor's number before it takes the level under which it uses"
                                + " it" + facts(path);
                Map<ConfigOption, Boolean> needs = needs(path);
                needs.put(ConfigOption.CONFIG_SMP, true);
                faults.add(new ShapeFault(
                        Kind.CPU_ID_BEFORE_ACQUIRE, event.function(), event.function(), text, needs, false));
            }
        }
    }

    // ---- words

    private void fault(Kind kind, String function, String text, ShapePath path) {
        faults.add(new ShapeFault(kind, function, function, text, needs(path), false));
    }

    private static String facts(ShapePath path) {
        String facts = path.guards().entrySet().stream()
                .filter(g -> g.getKey() instanceof Guard.Fact)
                .map(g -> g.getKey().text(g.getValue()))
                .collect(Collectors.joining(" and "));
        return facts.isEmpty() ? "" : ", where " + facts;
    }

    private static Map<ConfigOption, Boolean> needs(ShapePath path) {
        Map<ConfigOption, Boolean> needs = new TreeMap<>();
        path.guards().forEach((guard, holds) -> {
            if (guard instanceof Guard.Built built) {
                needs.put(built.option(), holds);
            }
        });
        needs.put(ConfigOption.CONFIG_PREEMPT, true);
        return needs;
    }
}
