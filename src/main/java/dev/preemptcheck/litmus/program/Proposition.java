package dev.preemptcheck.litmus.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A proposition about a final state; its text is as herd prints it. */
public sealed interface Proposition {
    boolean holds(FinalState state);

    /** What it speaks about. */
    default Set<Place> places() {
        Set<Place> places = new TreeSet<>();
        parts().forEach(part -> places.addAll(part.places()));
        return places;
    }

    /** What it is composed of. */
    default List<Proposition> parts() {
        return List.of();
    }

    /** How tightly it binds, to know where parentheses are needed. */
    default int binding() {
        return 4;
    }

    private String within(int outer) {
        return binding() > outer ? toString() : "(" + this + ")";
    }

    private static String join(List<Proposition> parts, String sign, int binding) {
        return parts.stream().map(p -> p.within(binding)).collect(Collectors.joining(sign));
    }

    record Truth(boolean value) implements Proposition {
        @Override
        public boolean holds(FinalState state) {
            return value;
        }

        @Override
        public String toString() {
            return Boolean.toString(value);
        }
    }

    /**
     * A place compared with another, or with a value: exactly one of the two is there.
     *
     * @param equal whether they are to be equal, or different
     */
    record Compare(Place left, boolean equal, @Nullable Place right, Value value) implements Proposition {
        @Override
        public boolean holds(FinalState state) {
            int other = right != null ? state.at(right) : state.numberOf(value);
            return (state.at(left) == other) == equal;
        }

        @Override
        public Set<Place> places() {
            Set<Place> places = new TreeSet<>(List.of(left));
            if (right != null) {
                places.add(right);
            }
            return places;
        }

        @Override
        public String toString() {
            String comparison = left + "=" + (right != null ? right : value);
            return equal ? comparison : "not (" + comparison + ")";
        }
    }

    record Not(Proposition negated) implements Proposition {
        @Override
        public boolean holds(FinalState state) {
            return !negated.holds(state);
        }

        @Override
        public List<Proposition> parts() {
            return List.of(negated);
        }

        @Override
        public String toString() {
            return "not (" + negated + ")";
        }
    }

    record And(List<Proposition> parts) implements Proposition {
        public And {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean holds(FinalState state) {
            return parts.stream().allMatch(p -> p.holds(state));
        }

        @Override
        public int binding() {
            return 3;
        }

        @Override
        public String toString() {
            return join(parts, " /\\ ", binding());
        }
    }

    record Or(List<Proposition> parts) implements Proposition {
        public Or {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean holds(FinalState state) {
            return parts.stream().anyMatch(p -> p.holds(state));
        }

        @Override
        public int binding() {
            return 2;
        }

        @Override
        public String toString() {
            return join(parts, " \\/ ", binding());
        }
    }

    record Implies(Proposition premise, Proposition conclusion) implements Proposition {
        @Override
        public boolean holds(FinalState state) {
            return !premise.holds(state) || conclusion.holds(state);
        }

        @Override
        public List<Proposition> parts() {
            return new ArrayList<>(List.of(premise, conclusion));
        }

        @Override
        public int binding() {
            return 1;
        }

        @Override
        public String toString() {
            return premise.within(binding()) + " => " + conclusion.within(binding());
        }
    }
}
