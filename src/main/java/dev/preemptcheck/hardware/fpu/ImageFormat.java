package dev.preemptcheck.hardware.fpu;

/**
 * How the unit's state lies in memory. An image that is loaded in the other format than it was stored in is garbage, as on
 * the real unit: the first words mean different things.
 *
 * <p>Modelled words stand for what the instruction writes, without instruction and operand pointers, MXCSR and XMM
 * registers: kernel code of this time never looks at them. Registers are stored in the order of the stack, ST(0) first,
 * in both formats.
 */
public enum ImageFormat {
    /** {@code fnsave} and {@code frstor}: control, status and the full tag word, two bits per register. */
    FNSAVE(3) {
        @Override
        void storeHead(int[] into, int at, int control, int status, int valid) {
            into[at] = control;
            into[at + 1] = status;
            into[at + 2] = fullTags(valid);
        }

        @Override
        int control(int[] from, int at) {
            return from[at] & 0xFFFF;
        }

        @Override
        int status(int[] from, int at) {
            return from[at + 1] & 0xFFFF;
        }

        @Override
        int valid(int[] from, int at) {
            return abridgedTags(from[at + 2]);
        }
    },

    /** {@code fxsave} and {@code fxrstor}: control and status share a word, tags are one bit per register. */
    FXSAVE(2) {
        @Override
        void storeHead(int[] into, int at, int control, int status, int valid) {
            into[at] = status << 16 | control;
            into[at + 1] = valid;
        }

        @Override
        int control(int[] from, int at) {
            return from[at] & 0xFFFF;
        }

        @Override
        int status(int[] from, int at) {
            return from[at] >>> 16;
        }

        @Override
        int valid(int[] from, int at) {
            return from[at + 1] & 0xFF;
        }
    };

    private final int registers;

    ImageFormat(int registers) {
        this.registers = registers;
    }

    /** Offset of the first word that holds a register; that of ST(i) is i words further. */
    public int registers() {
        return registers;
    }

    /** Length of the image in modelled words. */
    public int words() {
        return registers + FpuUnit.REGISTERS;
    }

    abstract void storeHead(int[] into, int at, int control, int status, int valid);

    abstract int control(int[] from, int at);

    abstract int status(int[] from, int at);

    /** Registers that aren't empty, a bit each. */
    abstract int valid(int[] from, int at);

    private static int fullTags(int valid) {
        int tags = 0;
        for (int i = 0; i < FpuUnit.REGISTERS; i++) {
            tags |= (valid & 1 << i) != 0 ? 0 : 0b11 << (2 * i);
        }
        return tags;
    }

    private static int abridgedTags(int tags) {
        int valid = 0;
        for (int i = 0; i < FpuUnit.REGISTERS; i++) {
            valid |= (tags >>> (2 * i) & 0b11) == 0b11 ? 0 : 1 << i;
        }
        return valid;
    }
}
