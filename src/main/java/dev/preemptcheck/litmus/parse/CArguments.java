package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.MemoryExpression.Load;
import java.util.List;

/** The arguments of a call. */
record CArguments(int line, String function, List<Expression> all) {

    /** The argument at {@code index}, of {@code count} that the function takes. */
    Expression argument(int index, int count) throws LitmusFormatException {
        if (all.size() != count) {
            throw new LitmusFormatException(
                    line, function + "() with " + all.size() + " arguments, where it takes " + count);
        }
        return all.get(index);
    }

    /** The first argument, whatever follows. */
    Expression first() throws LitmusFormatException {
        return argument(0, Math.max(1, all.size()));
    }

    /** The address of an argument that names a place in memory. */
    Expression place(int index, int count) throws LitmusFormatException {
        if (argument(index, count) instanceof Load load) {
            return load.address();
        }
        throw new LitmusFormatException(line, function + "() of what is no place in memory, such as *x");
    }
}
