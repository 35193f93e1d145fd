package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.Expression.Assign;
import dev.preemptcheck.litmus.program.Expression.Binary;
import dev.preemptcheck.litmus.program.Expression.Constant;
import dev.preemptcheck.litmus.program.Expression.Register;
import dev.preemptcheck.litmus.program.Statement.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;

/**
 * A thread's instructions while they are read. What a jump asks of the flags is what the last comparison compared, so that
 * is kept, in two registers without a name.
 */
final class X86Code {
    private static final String FLAGS_LEFT = "%left";
    private static final String FLAGS_RIGHT = "%right";

    /** A jump to a label that may come later. */
    private record Jump(Expression condition, String label, int line) {}

    private final ThreadBuilder thread;
    private final List<Instruction> plain = new ArrayList<>();
    private final Map<Integer, Jump> jumps = new TreeMap<>();
    private final Map<String, Integer> labels = new TreeMap<>();

    X86Code(ThreadBuilder thread) {
        this.thread = thread;
    }

    int slot(String register) {
        return thread.writtenSlot(register);
    }

    /** The address of a variable. */
    Expression address(String variable) {
        return new Register(thread.addressSlot(variable));
    }

    void label(String name) {
        labels.put(name, plain.size());
    }

    void add(Expression effect) {
        plain.add(Instruction.plain(effect));
    }

    /** Keeps {@code left} and {@code right} for the jumps that follow. */
    void compare(Expression left, Expression right) {
        add(new Assign(slot(FLAGS_LEFT), left));
        add(new Assign(slot(FLAGS_RIGHT), right));
    }

    void jump(String label, int line) {
        jump(new Constant(1), label, line);
    }

    void jumpIf(IntBinaryOperator comparison, String label, int line) {
        Expression flags = new Binary(comparison, new Register(slot(FLAGS_LEFT)), new Register(slot(FLAGS_RIGHT)));
        jump(flags, label, line);
    }

    private void jump(Expression condition, String label, int line) {
        jumps.put(plain.size(), new Jump(condition, label, line));
        add(new Constant(0));
    }

    List<Instruction> instructions() throws LitmusFormatException {
        List<Instruction> all = new ArrayList<>(plain);
        for (Map.Entry<Integer, Jump> entry : jumps.entrySet()) {
            Jump jump = entry.getValue();
            Integer target = labels.get(jump.label);
            if (target == null) {
                throw new LitmusFormatException(
                        jump.line, "a jump to the label '" + jump.label + "', which is nowhere");
            }
            all.set(entry.getKey(), new Instruction(jump.condition, target));
        }
        return all;
    }
}
