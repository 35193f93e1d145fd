package dev.preemptcheck.litmus.program;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** What gives a value, perhaps by touching memory; an effect that gives none gives 0. */
public sealed interface Expression
        permits Expression.Constant,
                Expression.Register,
                Expression.Unary,
                Expression.Binary,
                Expression.Conditional,
                Expression.Assign,
                MemoryExpression,
                Effect {

    int evaluate(RunningThread on);

    record Constant(int value) implements Expression {
        @Override
        public int evaluate(RunningThread on) {
            return value;
        }
    }

    /** A register by its number; see {@link LitmusThread#registers()}. */
    record Register(int slot) implements Expression {
        @Override
        public int evaluate(RunningThread on) {
            return on.register(slot);
        }
    }

    record Unary(IntUnaryOperator operator, Expression operand) implements Expression {
        @Override
        public int evaluate(RunningThread on) {
            return operator.applyAsInt(operand.evaluate(on));
        }
    }

    record Binary(IntBinaryOperator operator, Expression left, Expression right) implements Expression {
        @Override
        public int evaluate(RunningThread on) {
            int first = left.evaluate(on);
            return operator.applyAsInt(first, right.evaluate(on));
        }
    }

    /** Evaluates one of the two only. */
    record Conditional(Expression condition, Expression whenTrue, Expression whenFalse) implements Expression {
        @Override
        public int evaluate(RunningThread on) {
            return condition.evaluate(on) != 0 ? whenTrue.evaluate(on) : whenFalse.evaluate(on);
        }
    }

    /** Gives what the register holds afterwards. */
    record Assign(int slot, Expression value) implements Expression {
        @Override
        public int evaluate(RunningThread on) {
            int now = value.evaluate(on);
            on.set(slot, now);
            return now;
        }
    }
}
