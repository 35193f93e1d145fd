package dev.preemptcheck.hardware.fpu;

import java.util.ArrayList;
import java.util.List;

/** What the unit does, told with a register object per register and flags instead of words. */
final class ReferenceFpu {
    private static final class Register {
        int value;
        boolean empty = true;
    }

    private final List<Register> registers = new ArrayList<>();
    private int top;
    private boolean invalidMasked = true;
    private boolean invalidFlag;

    ReferenceFpu() {
        for (int i = 0; i < 8; i++) {
            registers.add(new Register());
        }
    }

    int execute(FpuMove move) {
        switch (move.kind()) {
            case FLD -> push(move.value());
            case FST -> {
                return read();
            }
            case FSTP -> {
                boolean stays = registers.get(top).empty && !invalidMasked;
                int value = read();
                if (!stays) {
                    registers.get(top).empty = true;
                    top = top == 7 ? 0 : top + 1;
                }
                return value;
            }
            case MOVQ_IN -> {
                mmx(false);
                registers.get(move.number()).value = move.value();
            }
            case MOVQ_OUT -> {
                mmx(false);
                return registers.get(move.number()).value;
            }
            case EMMS -> mmx(true);
            case FLDCW -> invalidMasked = move.value() % 2 == 0;
            case FNCLEX -> invalidFlag = false;
            case FNINIT -> {
                mmx(true);
                invalidMasked = true;
                invalidFlag = false;
            }
        }
        return 0;
    }

    boolean exceptionPending() {
        return invalidFlag && !invalidMasked;
    }

    private void push(int value) {
        int below = top == 0 ? 7 : top - 1;
        Register register = registers.get(below);
        if (register.empty) {
            register.value = value;
        } else {
            invalidFlag = true;
            if (!invalidMasked) {
                return;
            }
            register.value = FpuUnit.INDEFINITE;
        }
        register.empty = false;
        top = below;
    }

    private int read() {
        Register register = registers.get(top);
        invalidFlag |= register.empty;
        return register.empty ? FpuUnit.INDEFINITE : register.value;
    }

    private void mmx(boolean empty) {
        top = 0;
        registers.forEach(register -> register.empty = empty);
    }
}
