package dev.preemptcheck.litmus.program;

import java.util.function.IntBinaryOperator;

/** An access to memory at an address that is computed. Read-modify-writes are locked instructions, thus full fences. */
public sealed interface MemoryExpression extends Expression {

    /**
     * A load.
     *
     * @param marked whether the program says that others may store there at the same time
     */
    record Load(Expression address, boolean marked) implements MemoryExpression {
        @Override
        public int evaluate(RunningThread on) {
            return on.memory().load(address.evaluate(on), marked);
        }
    }

    /** A store; gives the value stored. */
    record Store(Expression address, Expression value, boolean marked) implements MemoryExpression {
        @Override
        public int evaluate(RunningThread on) {
            int to = address.evaluate(on);
            int stored = value.evaluate(on);
            on.memory().store(to, stored, marked);
            return stored;
        }
    }

    /** Gives the value before it. */
    record Exchange(Expression address, Expression value) implements MemoryExpression {
        @Override
        public int evaluate(RunningThread on) {
            int at = address.evaluate(on);
            return on.memory().exchange(at, value.evaluate(on));
        }
    }

    /** Gives the value before it. */
    record CompareExchange(Expression address, Expression expected, Expression fresh) implements MemoryExpression {
        @Override
        public int evaluate(RunningThread on) {
            int at = address.evaluate(on);
            int old = expected.evaluate(on);
            return on.memory().compareExchange(at, old, fresh.evaluate(on));
        }
    }

    /** As above, with the expected value in a register that takes the value found; gives whether it stored. */
    record TryCompareExchange(Expression address, int expected, Expression fresh) implements MemoryExpression {
        @Override
        public int evaluate(RunningThread on) {
            int at = address.evaluate(on);
            int old = on.register(expected);
            int found = on.memory().compareExchange(at, old, fresh.evaluate(on));
            on.set(expected, found);
            return found == old ? 1 : 0;
        }
    }

    /**
     * Locked addition.
     *
     * @param before whether it gives the value before it, or after it
     */
    record Add(Expression address, Expression delta, boolean before) implements MemoryExpression {
        @Override
        public int evaluate(RunningThread on) {
            int at = address.evaluate(on);
            int added = delta.evaluate(on);
            int after = on.memory().add(at, added);
            return before ? after - added : after;
        }
    }

    /**
     * Any other locked change. The processor here has no instruction for it, so it is made of a compare-and-exchange that is
     * tried until nobody came between.
     *
     * @param before whether it gives the value before it, or after it
     */
    record Change(Expression address, IntBinaryOperator operator, Expression operand, boolean before)
            implements MemoryExpression {
        @Override
        public int evaluate(RunningThread on) {
            int at = address.evaluate(on);
            int right = operand.evaluate(on);
            int old;
            int fresh;
            int found = on.memory().load(at, true);
            do {
                old = found;
                fresh = operator.applyAsInt(old, right);
                found = on.memory().compareExchange(at, old, fresh);
            } while (found != old);
            return before ? old : fresh;
        }
    }

    /**
     * Adds unless the word holds a certain value, and is no fence then.
     *
     * @param before whether it gives the value before it, or whether it added
     */
    record AddUnless(Expression address, Expression delta, Expression unless, boolean before)
            implements MemoryExpression {
        @Override
        public int evaluate(RunningThread on) {
            int at = address.evaluate(on);
            int added = delta.evaluate(on);
            int exception = unless.evaluate(on);
            int old;
            int found = on.memory().load(at, true);
            do {
                old = found;
                if (old == exception) {
                    return before ? old : 0;
                }
                found = on.memory().compareExchange(at, old, old + added);
            } while (found != old);
            return before ? old : 1;
        }
    }
}
