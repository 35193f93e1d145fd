package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.Expression.Assign;
import dev.preemptcheck.litmus.program.Expression.Constant;
import dev.preemptcheck.litmus.program.Expression.Register;
import dev.preemptcheck.litmus.program.MemoryExpression.Load;
import dev.preemptcheck.litmus.program.MemoryExpression.Store;
import java.util.List;
import java.util.Locale;

/** An operand of an instruction: how to read it, and how to write it where that is possible. */
sealed interface X86Operand {
    List<String> REGISTERS = List.of("EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP");
    /** Size words, which say nothing here: all operands have 32 bits. */
    List<String> SIZES = List.of("DWORD", "PTR", "dword", "ptr");

    Expression read();

    record Immediate(Expression value) implements X86Operand {
        @Override
        public Expression read() {
            return value;
        }
    }

    record InRegister(int slot) implements X86Operand {
        @Override
        public Expression read() {
            return new Register(slot);
        }
    }

    record InMemory(Expression address) implements X86Operand {
        @Override
        public Expression read() {
            return new Load(address, true);
        }
    }

    /** The instruction that leaves {@code value} in the operand. */
    default Expression write(Expression value) {
        return this instanceof InMemory memory
                ? new Store(memory.address, value, true)
                : new Assign(((InRegister) this).slot, value);
    }

    default boolean isMemory() {
        return this instanceof InMemory;
    }

    static X86Operand parse(TokenStream in, X86Code code) throws LitmusFormatException {
        while (SIZES.contains(in.peek().text())) {
            in.next();
        }
        if (in.takes("[")) {
            X86Operand inside = named(in, code);
            if (!in.sees("]")) {
                throw in.unknown("an address that is more than a variable or register, at " + in.peek());
            }
            in.next();
            return new InMemory(inside.read());
        }
        in.takes("$");
        return in.seesNumber() ? new Immediate(new Constant(in.number())) : named(in, code);
    }

    /** A register, or the address of a variable. */
    private static X86Operand named(TokenStream in, X86Code code) throws LitmusFormatException {
        in.takes("%");
        String name = in.word("an operand");
        String register = name.toUpperCase(Locale.ROOT);
        if (REGISTERS.contains(register)) {
            return new InRegister(code.slot(register));
        }
        if (register.matches("R[A-D]X|R[SD]I|R[BS]P|R([89]|1[0-5])[DWB]?|[A-D][XLH]|[SD]I|[BS]P")) {
            throw in.unknown("the register " + name + ", which has not 32 bits");
        }
        return new Immediate(code.address(name));
    }
}
