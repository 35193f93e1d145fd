package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Effect.Barrier;
import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.Expression.Assign;
import dev.preemptcheck.litmus.program.Expression.Binary;
import dev.preemptcheck.litmus.program.Expression.Constant;
import dev.preemptcheck.litmus.program.Expression.Register;
import dev.preemptcheck.litmus.program.Expression.Unary;
import dev.preemptcheck.litmus.program.MemoryExpression.Add;
import dev.preemptcheck.litmus.program.MemoryExpression.Change;
import dev.preemptcheck.litmus.program.MemoryExpression.CompareExchange;
import dev.preemptcheck.litmus.program.MemoryExpression.Exchange;
import java.util.Locale;
import java.util.function.IntBinaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one instruction, destination first. Without {@code LOCK} an instruction that changes memory is a load and a store, and
 * others may come between; {@code XCHG} with memory is always locked.
 */
final class X86Instruction {
    /** The suffix says that operands have 32 bits, which all of them have. */
    private static final Pattern SUFFIXED =
            Pattern.compile("^(MOV|XCHG|XADD|CMPXCHG|ADD|SUB|INC|DEC|NEG|NOT|AND|OR|XOR|CMP|TEST)L$");

    private static final Constant ONE = new Constant(1);
    private static final Constant ZERO = new Constant(0);

    private final TokenStream in;
    private final X86Code code;
    private final int line;
    private final boolean locked;
    private final String name;

    X86Instruction(TokenStream in, X86Code code) throws LitmusFormatException {
        this.in = in;
        this.code = code;
        this.line = in.peek().line();
        String first = in.word("an instruction").toUpperCase(Locale.ROOT);
        this.locked = first.equals("LOCK");
        String full = locked ? in.word("an instruction").toUpperCase(Locale.ROOT) : first;
        this.name = SUFFIXED.matcher(full).replaceFirst("$1");
    }

    void read() throws LitmusFormatException {
        switch (name) {
            case "MFENCE" -> code.add(Barrier.FULL);
            case "SFENCE" -> code.add(Barrier.STORES);
            case "LFENCE", "NOP" -> code.add(Barrier.NONE);
            case "MOV" -> move();
            case "XCHG" -> exchange();
            case "XADD" -> exchangeAdd();
            case "CMPXCHG" -> compareExchange();
            case "INC" -> change(X86Operand.parse(in, code), (a, b) -> a + b, ONE);
            case "DEC" -> change(X86Operand.parse(in, code), (a, b) -> a - b, ONE);
            case "NEG" -> change(X86Operand.parse(in, code), (a, b) -> -a, ONE);
            case "NOT" -> change(X86Operand.parse(in, code), (a, b) -> ~a, ONE);
            case "CMP" -> code.compare(X86Operand.parse(in, code).read(), second());
            case "TEST" ->
                code.compare(
                        new Binary((a, b) -> a & b, X86Operand.parse(in, code).read(), second()), ZERO);
            case "JMP" -> code.jump(in.word("a label"), line);
            default -> readBinaryOrJump();
        }
    }

    private void readBinaryOrJump() throws LitmusFormatException {
        IntBinaryOperator comparison = comparison(name);
        if (comparison != null) {
            code.jumpIf(comparison, in.word("a label"), line);
            return;
        }
        IntBinaryOperator operator = operator(name);
        if (operator == null) {
            throw new LitmusFormatException(line, "the instruction " + name);
        }
        X86Operand to = X86Operand.parse(in, code);
        change(to, operator, second());
    }

    private static @Nullable IntBinaryOperator comparison(String name) {
        return switch (name) {
            case "JE", "JZ" -> (a, b) -> a == b ? 1 : 0;
            case "JNE", "JNZ" -> (a, b) -> a != b ? 1 : 0;
            case "JL" -> (a, b) -> a < b ? 1 : 0;
            case "JLE" -> (a, b) -> a <= b ? 1 : 0;
            case "JG" -> (a, b) -> a > b ? 1 : 0;
            case "JGE" -> (a, b) -> a >= b ? 1 : 0;
            case "JS" -> (a, b) -> a - b < 0 ? 1 : 0;
            case "JNS" -> (a, b) -> a - b >= 0 ? 1 : 0;
            default -> null;
        };
    }

    private static @Nullable IntBinaryOperator operator(String name) {
        return switch (name) {
            case "ADD" -> (a, b) -> a + b;
            case "SUB" -> (a, b) -> a - b;
            case "AND" -> (a, b) -> a & b;
            case "OR" -> (a, b) -> a | b;
            case "XOR" -> (a, b) -> a ^ b;
            default -> null;
        };
    }

    private Expression second() throws LitmusFormatException {
        in.expect(",");
        return X86Operand.parse(in, code).read();
    }

    private void move() throws LitmusFormatException {
        X86Operand to = X86Operand.parse(in, code);
        code.add(writable(to).write(second()));
    }

    private void exchange() throws LitmusFormatException {
        X86Operand one = writable(X86Operand.parse(in, code));
        in.expect(",");
        X86Operand other = writable(X86Operand.parse(in, code));
        X86Operand memory = one.isMemory() ? one : other;
        X86Operand register = one.isMemory() ? other : one;
        if (memory instanceof X86Operand.InMemory m) {
            code.add(register.write(new Exchange(m.address(), register.read())));
        } else {
            int kept = code.slot("%kept");
            code.add(new Assign(kept, one.read()));
            code.add(one.write(other.read()));
            code.add(other.write(new Register(kept)));
        }
    }

    /** Any change of the first operand by itself and another; the flags tell the result from 0. */
    private void change(X86Operand to, IntBinaryOperator operator, Expression operand) throws LitmusFormatException {
        writable(to);
        int result = code.slot("%result");
        if (locked && to instanceof X86Operand.InMemory memory) {
            code.add(new Assign(result, lockedChange(memory.address(), operator, operand)));
        } else {
            code.add(new Assign(result, new Binary(operator, to.read(), operand)));
            code.add(to.write(new Register(result)));
        }
        code.compare(new Register(result), ZERO);
    }

    /** Gives the value after it. */
    private Expression lockedChange(Expression address, IntBinaryOperator operator, Expression operand) {
        return switch (name) {
            case "ADD", "INC" -> new Add(address, operand, false);
            case "SUB", "DEC" -> new Add(address, new Unary(a -> -a, operand), false);
            default -> new Change(address, operator, operand, false);
        };
    }

    private void exchangeAdd() throws LitmusFormatException {
        X86Operand to = writable(X86Operand.parse(in, code));
        in.expect(",");
        X86Operand register = writable(X86Operand.parse(in, code));
        int kept = code.slot("%kept");
        if (locked && to instanceof X86Operand.InMemory memory) {
            code.add(new Assign(kept, new Add(memory.address(), register.read(), true)));
        } else {
            code.add(new Assign(kept, to.read()));
            code.add(to.write(new Binary((a, b) -> a + b, new Register(kept), register.read())));
        }
        code.add(register.write(new Register(kept)));
    }

    private void compareExchange() throws LitmusFormatException {
        X86Operand to = writable(X86Operand.parse(in, code));
        Expression fresh = second();
        int accumulator = code.slot("EAX");
        int kept = code.slot("%kept");
        if (locked && to instanceof X86Operand.InMemory memory) {
            code.add(new Assign(kept, new CompareExchange(memory.address(), new Register(accumulator), fresh)));
        } else {
            code.add(new Assign(kept, to.read()));
            Expression same = new Binary((a, b) -> a == b ? 1 : 0, new Register(kept), new Register(accumulator));
            code.add(to.write(new Expression.Conditional(same, fresh, new Register(kept))));
        }
        code.compare(new Register(accumulator), new Register(kept));
        code.add(new Assign(accumulator, new Register(kept)));
    }

    private X86Operand writable(X86Operand operand) throws LitmusFormatException {
        if (operand instanceof X86Operand.Immediate) {
            throw new LitmusFormatException(line, name + " to an immediate value");
        }
        return operand;
    }
}
