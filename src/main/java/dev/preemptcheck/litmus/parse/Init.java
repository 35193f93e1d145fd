package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The init section: what variables and registers hold at first. */
final class Init {
    private static final Set<String> INITIALISERS =
            new TreeSet<>(List.of("ATOMIC_INIT", "ATOMIC64_INIT", "ATOMIC_LONG_INIT"));

    private final Map<String, Value> variables = new LinkedHashMap<>();
    private final Map<Integer, Map<String, Value>> registers = new TreeMap<>();
    private final Set<String> addressed = new TreeSet<>();

    Map<String, Value> variables() {
        return variables;
    }

    Map<String, Value> registers(int thread) {
        return registers.getOrDefault(thread, new TreeMap<>());
    }

    /** A variable that holds 0 if nothing else was said of it. */
    void mention(String variable) {
        variables.putIfAbsent(variable, Value.ZERO);
    }

    /** Reads from the opening to the closing brace. */
    void read(TokenStream in, boolean upperCaseRegisters) throws LitmusFormatException {
        in.expect("{");
        while (!in.takes("}")) {
            if (!in.takes(";") && !in.takes(",")) {
                entry(in, upperCaseRegisters);
            }
        }
    }

    private void entry(TokenStream in, boolean upperCaseRegisters) throws LitmusFormatException {
        while (isTypePart(in)) {
            in.next();
        }
        if (in.seesNumber()) {
            int thread = in.number();
            in.expect(":");
            String name = in.word("a register");
            String register = upperCaseRegisters ? name.toUpperCase(Locale.ROOT) : name;
            registers.computeIfAbsent(thread, t -> new LinkedHashMap<>()).put(register, initialValue(in));
            return;
        }
        boolean bracketed = in.takes("[");
        String name = in.word("a variable");
        if (bracketed) {
            in.expect("]");
        }
        if (in.sees("[")) {
            throw in.unknown("the array " + name);
        }
        variables.put(name, initialValue(in));
    }

    /** A word before another word, a star or a register's thread is part of a type. */
    private static boolean isTypePart(TokenStream in) {
        return in.sees("*")
                || (in.peek().isWord()
                        && (in.peek(1).isWord()
                                || in.peek(1).is("*")
                                || in.peek(1).kind() == Token.Kind.NUMBER));
    }

    private Value initialValue(TokenStream in) throws LitmusFormatException {
        return in.takes("=") ? value(in) : Value.ZERO;
    }

    private Value value(TokenStream in) throws LitmusFormatException {
        if (in.takes("(")) {
            Value inner = value(in);
            in.expect(")");
            return inner;
        }
        if (in.takes("{")) {
            Value inner = in.sees("}") ? Value.ZERO : value(in);
            in.expect("}");
            return inner;
        }
        in.takes("&");
        in.takes("$");
        if (in.seesNumber()) {
            return new Value.Literal(in.number());
        }
        String name = in.word("a value");
        if (INITIALISERS.contains(name)) {
            return value(in);
        }
        if (name.equals("NULL") || name.startsWith("__SPIN_LOCK_UNLOCKED")) {
            return Value.ZERO;
        }
        addressed.add(name);
        return new Value.Address(name);
    }

    /** Variables that are there because their address is. */
    void mentionAddressed() {
        addressed.forEach(this::mention);
    }
}
