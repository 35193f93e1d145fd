package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.Expression.Binary;
import dev.preemptcheck.litmus.program.Expression.Conditional;
import dev.preemptcheck.litmus.program.Expression.Constant;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** C's binary operators. */
final class COperator {
    static final int LOOSEST = 0;

    private static final Constant ZERO = new Constant(0);
    private static final Constant ONE = new Constant(1);

    /** From those that bind least to those that bind most. */
    private static final List<List<String>> BINDING = List.of(
            List.of("||"),
            List.of("&&"),
            List.of("|"),
            List.of("^"),
            List.of("&"),
            List.of("==", "!="),
            List.of("<", ">", "<=", ">="),
            List.of("<<", ">>"),
            List.of("+", "-"),
            List.of("*", "/", "%"));

    private COperator() {}

    /** How tightly an operator binds; -1 for what is none. */
    static int binds(String sign) {
        for (int i = 0; i < BINDING.size(); i++) {
            if (BINDING.get(i).contains(sign)) {
                return i;
            }
        }
        return -1;
    }

    static Expression apply(String sign, Expression left, Expression right) {
        return switch (sign) {
            case "&&" -> new Conditional(left, new Conditional(right, ONE, ZERO), ZERO);
            case "||" -> new Conditional(left, ONE, new Conditional(right, ONE, ZERO));
            default -> new Binary(operator(sign), left, right);
        };
    }

    private static IntBinaryOperator operator(String sign) {
        return switch (sign) {
            case "|" -> (a, b) -> a | b;
            case "^" -> (a, b) -> a ^ b;
            case "&" -> (a, b) -> a & b;
            case "==" -> (a, b) -> a == b ? 1 : 0;
            case "!=" -> (a, b) -> a != b ? 1 : 0;
            case "<" -> (a, b) -> a < b ? 1 : 0;
            case ">" -> (a, b) -> a > b ? 1 : 0;
            case "<=" -> (a, b) -> a <= b ? 1 : 0;
            case ">=" -> (a, b) -> a >= b ? 1 : 0;
            case "<<" -> (a, b) -> a << b;
            case ">>" -> (a, b) -> a >> b;
            case "+" -> (a, b) -> a + b;
            case "-" -> (a, b) -> a - b;
            case "*" -> (a, b) -> a * b;
            case "/" -> (a, b) -> b == 0 ? 0 : a / b;
            case "%" -> (a, b) -> b == 0 ? 0 : a % b;
            default -> throw new IllegalArgumentException("no operator is written " + sign);
        };
    }
}
