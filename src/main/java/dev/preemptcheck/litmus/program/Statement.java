package dev.preemptcheck.litmus.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of a thread's program, with the steps it is made of. */
public sealed interface Statement {

    void run(RunningThread on);

    /** An expression whose value nobody asks for. */
    record Evaluate(Expression expression) implements Statement {
        @Override
        public void run(RunningThread on) {
            expression.evaluate(on);
        }
    }

    record Block(List<Statement> statements) implements Statement {
        public Block {
            statements = List.copyOf(statements);
        }

        @Override
        public void run(RunningThread on) {
            statements.forEach(s -> s.run(on));
        }
    }

    record If(
            Expression condition,
            Statement whenTrue,
            @Nullable Statement whenFalse) implements Statement {
        @Override
        public void run(RunningThread on) {
            if (condition.evaluate(on) != 0) {
                whenTrue.run(on);
            } else if (whenFalse != null) {
                whenFalse.run(on);
            }
        }
    }

    /**
     * A loop.
     *
     * @param number its own within its thread
     * @param bodyFirst whether the condition is asked after the body only
     */
    record While(int number, boolean bodyFirst, Expression condition, Statement body) implements Statement {
        @Override
        public void run(RunningThread on) {
            boolean enters = bodyFirst;
            while (enters || condition.evaluate(on) != 0) {
                enters = false;
                body.run(on);
                on.loopHead(number);
            }
        }
    }

    /** A list of instructions, with jumps among them. */
    record Code(List<Instruction> instructions) implements Statement {
        public Code {
            instructions = List.copyOf(instructions);
        }

        @Override
        public void run(RunningThread on) {
            int at = 0;
            while (at < instructions.size()) {
                Instruction now = instructions.get(at);
                int next = now.condition.evaluate(on) != 0 ? now.target : at + 1;
                if (next <= at) {
                    on.loopHead(next);
                }
                at = next;
            }
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
