package dev.preemptcheck.explore;

import dev.preemptcheck.detect.ShapeFault;
import dev.preemptcheck.detect.ShapeFault.Kind;
import dev.preemptcheck.kernel.shape.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * D6 on recorded runs, where no shape is stated: within one call the processor's number is not older than the section that uses
 * it; and where a run breaks D1, the innermost function is named whose calls leave the count differently, or that gives back
 * without what it did before that in another call.
 *
 * <p>A kernel for one processor reads no number, so nothing is said of it there. A function may well leave the count
 * differently, as a trylock does, so that alone is nothing to say.
 */
public final class TraceRule {
    private static final String BALANCE = "D1";

    private final Recording run;
    private final List<Activation> calls;
    private final List<ShapeFault> faults = new ArrayList<>();
    /** Steps that have read a number too early; the call is named that is the innermost around one. */
    private final Set<Integer> early = new TreeSet<>();

    private TraceRule(Recording run) {
        this.run = run;
        this.calls = Activation.of(run.steps());
    }

    /** What these runs show; nothing twice. */
    public static List<ShapeFault> faults(List<Recording> runs) {
        return runs.stream()
                .flatMap(run -> new TraceRule(run).judged().stream())
                .distinct()
                .toList();
    }

    private List<ShapeFault> judged() {
        for (int i = calls.size() - 1; i >= 0; i--) {
            cpuId(calls.get(i));
        }
        Stream.of(Optional.ofNullable(run.failure()).stream(), run.hazards().stream(), run.later().stream())
                .flatMap(found -> found)
                .filter(found -> found.signature().rule().equals(BALANCE))
                .findFirst()
                .ifPresent(found -> unbalanced(found.culprit()));
        return faults;
    }

    private void fault(Kind kind, String function, String text) {
        faults.add(new ShapeFault(kind, function, function, text, new TreeMap<>(), false));
    }

    // ---- the number of the processor

    private void cpuId(Activation call) {
        int read = -1;
        boolean loose = false;
        boolean old = false;
        for (Activation.Own own : call.own()) {
            Shape shape = own.shape();
            if (shape.equals(Shape.READ_CPU_ID)) {
                read = own.step().number();
                loose = own.depth() <= 1 && own.before() == 0 && own.step().interruptsOn();
                old = false;
            } else if (shape.equals(Shape.ACQUIRE)) {
                old |= loose && own.before() == 0;
            } else if (shape.equals(Shape.USE_CPU_ID) && old && own.before() > 0) {
                old = false;
                if (early.add(read)) {
                    tooEarly(call.function());
                }
            }
        }
    }

    private void tooEarly(String function) {
        fault(
                Kind.CPU_ID_BEFORE_ACQUIRE,
                function,
                function + " has read the processor's number before it took the level under which it used it");
    }

    // ---- what is taken and given back

    private void unbalanced(int task) {
        List<Activation> of = calls.stream().filter(c -> c.task() == task).toList();
        Optional<Activation> half = of.isEmpty() ? Optional.empty() : halfDone(task);
        if (half.isPresent()) {
            String function = half.get().function();
            fault(
                    Kind.UNPAIRED_EXIT,
                    function,
                    function + " has given back a level without what it did before that in another call");
            return;
        }
        Map<String, List<Integer>> changes = new TreeMap<>();
        of.forEach(call ->
                changes.computeIfAbsent(call.function(), f -> new ArrayList<>()).add(call.change()));
        changes.values().removeIf(all -> all.stream().distinct().count() < 2);
        for (Activation call : of) {
            List<String> outer = call.chain().subList(0, call.chain().size() - 1);
            if (changes.containsKey(call.function())) {
                outer.stream().filter(f -> !f.equals(call.function())).forEach(changes::remove);
            }
        }
        changes.forEach((function, all) -> fault(
                Kind.UNPAIRED_EXIT,
                function,
                function + " has left the count changed by "
                        + String.join(
                                " and by ",
                                all.stream().distinct().map(TraceRule::signed).toList())));
    }

    private static String signed(int change) {
        return change > 0 ? "+" + change : String.valueOf(change);
    }

    /** The innermost call that gives back first of all, and last in the run, where another one does the same after more. */
    private Optional<Activation> halfDone(int task) {
        int last = run.steps().get(run.steps().size() - 1).number();
        return calls.stream()
                .filter(c -> c.task() == task
                        && c.own().get(c.own().size() - 1).step().number() == last)
                .filter(c -> c.own().get(0).shape().equals(Shape.RELEASE))
                .filter(c -> calls.stream()
                        .anyMatch(other -> other.function().equals(c.function())
                                && !other.own().get(0).shape().equals(Shape.RELEASE)
                                && other.events().indexOf(Shape.RELEASE) == 0))
                .reduce((outer, inner) -> inner);
    }
}
