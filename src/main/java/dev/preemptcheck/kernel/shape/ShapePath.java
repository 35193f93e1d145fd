package dev.preemptcheck.kernel.shape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A way through functions that pair.
 *
 * @param guards what it depended on, and how that was, in the order in which it was asked
 * @param events what was done
 * @param compiles false if it goes through an {@code else} that belongs to no {@code if}; it ends there
 */
public record ShapePath(Map<Guard, Boolean> guards, List<Event> events, boolean compiles) {
    /** Branches that differ, in functions that pair. */
    private static final int GUARDS_MAX = 12;

    /**
     * Something done.
     *
     * @param what a statement that is no {@link Shape.Branch} and no {@link Shape.Call}; macros stand before what is in them
     * @param function the innermost function it stands in
     * @param escaped whether it is the rest of a macro whose first statement alone belongs to an {@code if}
     */
    public record Event(Shape what, String function, boolean escaped) {}

    public ShapePath {
        guards = new LinkedHashMap<>(guards);
        events = List.copyOf(events);
    }

    /** What it depended on; a copy. */
    @Override
    public Map<Guard, Boolean> guards() {
        return new LinkedHashMap<>(guards);
    }

    /** Every way through them, for all that their guards can be. */
    public static List<ShapePath> through(Pairing pairing) {
        Set<Guard> guards = new LinkedHashSet<>();
        pairing.functions().forEach(f -> collect(f.body(), guards));
        if (guards.size() > GUARDS_MAX) {
            throw new IllegalArgumentException(
                    guards.size() + " guards in functions that pair, where at most " + GUARDS_MAX + " are expected");
        }
        Set<ShapePath> paths = new LinkedHashSet<>();
        for (int bits = 0; bits < 1 << guards.size(); bits++) {
            paths.add(new Walk(List.copyOf(guards), bits).through(pairing));
        }
        return List.copyOf(paths);
    }

    /** Levels of the count that were taken and not given back, after each event. */
    public List<Integer> held() {
        List<Integer> held = new ArrayList<>();
        int now = 0;
        for (Event event : events) {
            now += event.what() instanceof Shape.Acquire ? 1 : event.what() instanceof Shape.Release ? -1 : 0;
            held.add(now);
        }
        return held;
    }

    /** True if nothing is given back that was not taken before, and everything that was taken is. */
    public boolean keepsCount() {
        List<Integer> held = held();
        return held.stream().allMatch(level -> level >= 0) && (held.isEmpty() || held.get(held.size() - 1) == 0);
    }

    private static void collect(List<Shape> body, Set<Guard> guards) {
        for (Shape shape : body) {
            if (shape instanceof Shape.Branch branch) {
                guards.add(branch.guard());
                collect(branch.then(), guards);
                collect(branch.otherwise(), guards);
            } else if (shape instanceof Shape.Macro macro) {
                collect(macro.statements(), guards);
            } else if (shape instanceof Shape.Call call) {
                collect(call.function().body(), guards);
            }
        }
    }

    /** Goes one way; guard {@code i} holds if bit {@code i} is set. */
    private static final class Walk {
        private final List<Guard> all;
        private final int bits;
        private final Map<Guard, Boolean> asked = new LinkedHashMap<>();
        private final List<Event> events = new ArrayList<>();
        /** Macros before an {@code else} that lost its {@code if} by them. */
        private final List<Shape.Macro> broken = new ArrayList<>();

        Walk(List<Guard> all, int bits) {
            this.all = all;
            this.bits = bits;
        }

        ShapePath through(Pairing pairing) {
            pairing.functions().forEach(f -> run(f.body(), f.name(), false));
            return new ShapePath(asked, events, broken.isEmpty());
        }

        /** True if the function is left. */
        private boolean run(List<Shape> body, String function, boolean escaped) {
            for (Shape shape : body) {
                if (!broken.isEmpty() || run(shape, function, escaped)) {
                    return true;
                }
            }
            return false;
        }

        private boolean run(Shape shape, String function, boolean escaped) {
            if (shape instanceof Shape.Branch branch) {
                return branch(branch, function, escaped);
            }
            if (shape instanceof Shape.Call call) {
                run(call.function().body(), call.function().name(), escaped);
                return false;
            }
            events.add(new Event(shape, function, escaped));
            return shape instanceof Shape.Exit
                    || (shape instanceof Shape.Macro macro && run(macro.statements(), function, escaped));
        }

        private boolean branch(Shape.Branch branch, String function, boolean escaped) {
            boolean holds = (bits >> all.indexOf(branch.guard()) & 1) != 0;
            asked.put(branch.guard(), holds);
            if (!branch.braced() && branch.then().get(0) instanceof Shape.Macro macro && macro.isLoose()) {
                return loose(macro, holds, branch.otherwise().isEmpty(), function, escaped);
            }
            return run(holds ? branch.then() : branch.otherwise(), function, escaped);
        }

        private boolean loose(Shape.Macro macro, boolean holds, boolean noElse, String function, boolean escaped) {
            events.add(new Event(macro, function, escaped));
            if (!noElse) {
                broken.add(macro);
            }
            int last = macro.statements().size();
            return (holds && run(macro.statements().subList(0, 1), function, escaped))
                    || run(macro.statements().subList(1, last), function, true);
        }
    }
}
