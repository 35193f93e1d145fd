package dev.preemptcheck.litmus.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of a thread's program, with the steps it is made of. */
public sealed interface Statement {

    /** Where a thread goes on after a statement. */
    enum Flow {
        ON,
        /** Behind the innermost loop. */
        BREAK,
        /** At the end of the innermost loop's body. */
        CONTINUE,
        /** At the end of the thread. */
        RETURN
    }

    Flow run(RunningThread on);

    /** An expression whose value nobody asks for. */
    record Evaluate(Expression expression) implements Statement {
        @Override
        public Flow run(RunningThread on) {
            expression.evaluate(on);
            return Flow.ON;
        }
    }

    /** {@code break}, {@code continue} or {@code return}. */
    record Leave(Flow to) implements Statement {
        @Override
        public Flow run(RunningThread on) {
            return to;
        }
    }

    record Block(List<Statement> statements) implements Statement {
        public Block {
            statements = List.copyOf(statements);
        }

        @Override
        public Flow run(RunningThread on) {
            Flow flow = Flow.ON;
            for (int i = 0; flow == Flow.ON && i < statements.size(); i++) {
                flow = statements.get(i).run(on);
            }
            return flow;
        }
    }

    record If(
            Expression condition,
            Statement whenTrue,
            @Nullable Statement whenFalse) implements Statement {
        @Override
        public Flow run(RunningThread on) {
            if (condition.evaluate(on) != 0) {
                return whenTrue.run(on);
            }
            return whenFalse == null ? Flow.ON : whenFalse.run(on);
        }
    }

    /**
     * A loop.
     *
     * @param number its own within its thread
     * @param bodyFirst whether the condition is asked after the body only
     * @param step what is done after each turn
     */
    record While(int number, boolean bodyFirst, Expression condition, Statement body, Expression step)
            implements Statement {
        @Override
        public Flow run(RunningThread on) {
            boolean enters = bodyFirst;
            while (enters || condition.evaluate(on) != 0) {
                enters = false;
                Flow flow = body.run(on);
                if (flow == Flow.BREAK || flow == Flow.RETURN) {
                    return flow == Flow.RETURN ? flow : Flow.ON;
                }
                step.evaluate(on);
                on.loopHead(number);
            }
            return Flow.ON;
        }
    }

    /** A list of instructions, with jumps among them. */
    record Code(List<Instruction> instructions) implements Statement {
        public Code {
            instructions = List.copyOf(instructions);
        }

        @Override
        public Flow run(RunningThread on) {
            int at = 0;
            while (at < instructions.size()) {
                Instruction now = instructions.get(at);
                int next = now.condition.evaluate(on) != 0 ? now.target : at + 1;
                if (next <= at) {
                    on.loopHead(next);
                }
                at = next;
            }
            return Flow.ON;
        }
    }

    /**
     * An instruction.
     *
     * @param condition what it does; if that gives another value than 0, it jumps
     * @param target where to: the index of an instruction in the code
     */
    record Instruction(Expression condition, int target) {
        /** An instruction that does not jump. */
        public static Instruction plain(Expression effect) {
            return new Instruction(new Effect.Then(effect, new Expression.Constant(0)), 0);
        }
    }
}
