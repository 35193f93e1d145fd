package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Condition;
import dev.preemptcheck.litmus.program.Place;
import dev.preemptcheck.litmus.program.Proposition;
import dev.preemptcheck.litmus.program.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The end of a litmus text: {@code locations [...]}, {@code filter ...} and the condition. {@code ~} binds most tightly, then
 * {@code /\}, {@code \/} and {@code =>}.
 */
final class PropositionParser {
    private final TokenStream in;
    private final boolean upperCaseRegisters;
    private final List<Place> locations = new ArrayList<>();
    private final Set<String> variables = new TreeSet<>();
    private @Nullable Proposition filter;

    PropositionParser(TokenStream in, boolean upperCaseRegisters) {
        this.in = in;
        this.upperCaseRegisters = upperCaseRegisters;
    }

    /** True if what comes next is no program any more. */
    static boolean begins(TokenStream in) {
        return in.sees("exists")
                || in.sees("forall")
                || in.sees("filter")
                || (in.sees("locations") && in.peek(1).is("["))
                || ((in.sees("~") || in.sees("not")) && in.peek(1).is("exists"));
    }

    List<Place> locations() {
        return locations;
    }

    /** Variables that it names. */
    Set<String> variables() {
        return variables;
    }

    @Nullable
    Proposition filter() {
        return filter;
    }

    /** The condition; where a text has none, every final state will do, as herd has it. */
    Condition condition() throws LitmusFormatException {
        while (in.sees("locations") || in.sees("filter")) {
            if (in.next().is("locations")) {
                readLocations();
            } else {
                filter = implication();
            }
        }
        if (in.atEnd()) {
            return new Condition(Condition.Quantifier.FORALL, new Proposition.Truth(true));
        }
        Condition condition = new Condition(quantifier(), implication());
        in.takes(";");
        if (!in.atEnd()) {
            throw in.unknown(in.peek() + " after the condition");
        }
        return condition;
    }

    private void readLocations() throws LitmusFormatException {
        in.expect("[");
        while (!in.takes("]")) {
            locations.add(place());
            if (!in.takes(";")) {
                in.takes(",");
            }
        }
    }

    private Condition.Quantifier quantifier() throws LitmusFormatException {
        if (in.takes("exists")) {
            return Condition.Quantifier.EXISTS;
        }
        if (in.takes("forall")) {
            return Condition.Quantifier.FORALL;
        }
        if (in.takes("~") || in.takes("not")) {
            in.expect("exists");
            return Condition.Quantifier.NOT_EXISTS;
        }
        throw in.unknown("exists, ~exists or forall is expected, not " + in.peek());
    }

    private Proposition implication() throws LitmusFormatException {
        Proposition premise = disjunction();
        return in.takes("=>") ? new Proposition.Implies(premise, implication()) : premise;
    }

    private Proposition disjunction() throws LitmusFormatException {
        List<Proposition> parts = new ArrayList<>();
        do {
            parts.add(conjunction());
        } while (in.takes("\\/"));
        return parts.size() == 1 ? parts.get(0) : new Proposition.Or(parts);
    }

    private Proposition conjunction() throws LitmusFormatException {
        List<Proposition> parts = new ArrayList<>();
        do {
            parts.add(negation());
        } while (in.takes("/\\"));
        return parts.size() == 1 ? parts.get(0) : new Proposition.And(parts);
    }

    private Proposition negation() throws LitmusFormatException {
        if (in.takes("~") || in.takes("not")) {
            return new Proposition.Not(negation());
        }
        if (in.takes("(")) {
            Proposition inner = implication();
            in.expect(")");
            return inner;
        }
        if (in.takes("true")) {
            return new Proposition.Truth(true);
        }
        return in.takes("false") ? new Proposition.Truth(false) : comparison();
    }

    private Proposition comparison() throws LitmusFormatException {
        Place left = place();
        boolean equal = in.takes("=") || in.takes("==");
        if (!equal) {
            in.expect("!=");
        }
        if (in.sees("[") || in.sees("*") || in.peek(1).is(":")) {
            return new Proposition.Compare(left, equal, place(), Value.ZERO);
        }
        in.takes("&");
        return new Proposition.Compare(left, equal, null, value());
    }

    private Value value() throws LitmusFormatException {
        if (in.seesNumber()) {
            return new Value.Literal(in.number());
        }
        String variable = in.word("a value");
        variables.add(variable);
        return new Value.Address(variable);
    }

    private Place place() throws LitmusFormatException {
        if (in.seesNumber()) {
            int thread = in.number();
            in.expect(":");
            return new Place.Register(thread, register(in.word("a register")));
        }
        boolean bracketed = in.takes("[");
        if (!bracketed) {
            in.takes("*");
        }
        String name = in.word("a register or variable");
        if (bracketed) {
            in.expect("]");
        }
        if (in.sees("[") || in.sees(".") || in.sees("->")) {
            throw in.unknown("a part of a variable, " + name + in.peek().text());
        }
        variables.add(name);
        return new Place.Variable(name);
    }

    private String register(String name) {
        return upperCaseRegisters ? name.toUpperCase(Locale.ROOT) : name;
    }
}
