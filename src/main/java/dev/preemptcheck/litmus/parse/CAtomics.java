package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.Expression.Binary;
import dev.preemptcheck.litmus.program.Expression.Constant;
import dev.preemptcheck.litmus.program.Expression.Unary;
import dev.preemptcheck.litmus.program.MemoryExpression.Add;
import dev.preemptcheck.litmus.program.MemoryExpression.AddUnless;
import dev.preemptcheck.litmus.program.MemoryExpression.Change;
import dev.preemptcheck.litmus.program.MemoryExpression.CompareExchange;
import dev.preemptcheck.litmus.program.MemoryExpression.Exchange;
import dev.preemptcheck.litmus.program.MemoryExpression.Load;
import dev.preemptcheck.litmus.program.MemoryExpression.Store;
import java.util.function.IntBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The kernel's {@code atomic_*()} family: the variable comes first in some, last in others. */
final class CAtomics {
    private static final Pattern NAME = Pattern.compile("atomic(?:64|_long)?_(\\w+)");

    /** {@code fetch_add} gives the value before, {@code add_return} the value after, {@code add} none. */
    private static final Pattern CHANGE =
            Pattern.compile("(fetch_)?(add|sub|inc|dec|and|or|xor|andnot)(_return|_and_test|_negative)?");

    private static final Constant ONE = new Constant(1);

    private CAtomics() {}

    /** A call of that function, or null if it is not of the family. */
    static @Nullable Expression call(String name, CArguments with) throws LitmusFormatException {
        Matcher family = NAME.matcher(name);
        if (!family.matches()) {
            return null;
        }
        String operation = family.group(1);
        if (operation.equals("set_release")) {
            return CCalls.release(with.argument(0, 2), with.argument(1, 2));
        }
        String unordered = CCalls.withoutOrder(operation);
        Expression simple = simple(unordered, with);
        return simple != null ? simple : change(unordered, with);
    }

    private static @Nullable Expression simple(String operation, CArguments with) throws LitmusFormatException {
        return switch (operation) {
            case "read" -> new Load(with.argument(0, 1), true);
            case "set" -> new Store(with.argument(0, 2), with.argument(1, 2), true);
            case "xchg" -> new Exchange(with.argument(0, 2), with.argument(1, 2));
            case "cmpxchg" -> new CompareExchange(with.argument(0, 3), with.argument(1, 3), with.argument(2, 3));
            case "add_unless" -> addUnless(with, false);
            case "fetch_add_unless" -> addUnless(with, true);
            case "inc_not_zero" -> new AddUnless(with.argument(0, 1), ONE, new Constant(0), false);
            default -> null;
        };
    }

    private static Expression addUnless(CArguments with, boolean before) throws LitmusFormatException {
        return new AddUnless(with.argument(0, 3), with.argument(1, 3), with.argument(2, 3), before);
    }

    private static @Nullable Expression change(String operation, CArguments with) throws LitmusFormatException {
        Matcher parts = CHANGE.matcher(operation);
        if (!parts.matches()) {
            return null;
        }
        String verb = parts.group(2);
        boolean byOne = verb.equals("inc") || verb.equals("dec");
        Expression address = byOne ? with.argument(0, 1) : with.argument(1, 2);
        Expression operand = byOne ? ONE : with.argument(0, 2);
        Expression changed = changed(verb, address, operand, parts.group(1) != null);
        String tested = parts.group(3);
        if (tested == null || tested.equals("_return")) {
            return changed;
        }
        return tested.equals("_and_test")
                ? test((a, b) -> a == b ? 1 : 0, changed)
                : test((a, b) -> a < b ? 1 : 0, changed);
    }

    private static Expression test(IntBinaryOperator comparison, Expression value) {
        return new Binary(comparison, value, new Constant(0));
    }

    private static Expression changed(String verb, Expression address, Expression operand, boolean before) {
        return switch (verb) {
            case "add", "inc" -> new Add(address, operand, before);
            case "sub", "dec" -> new Add(address, new Unary(a -> -a, operand), before);
            case "and" -> new Change(address, (a, b) -> a & b, operand, before);
            case "andnot" -> new Change(address, (a, b) -> a & ~b, operand, before);
            case "or" -> new Change(address, (a, b) -> a | b, operand, before);
            default -> new Change(address, (a, b) -> a ^ b, operand, before);
        };
    }
}
