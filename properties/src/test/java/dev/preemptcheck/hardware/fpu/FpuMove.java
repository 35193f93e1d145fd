package dev.preemptcheck.hardware.fpu;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** One instruction of user code, with its operand. */
record FpuMove(Kind kind, int number, int value) {
    /** FLDCW unmasks the invalid operation for odd values and masks everything for even ones. */
    enum Kind {
        FLD,
        FST,
        FSTP,
        MOVQ_IN,
        MOVQ_OUT,
        EMMS,
        FLDCW,
        FNCLEX,
        FNINIT
    }

    static Arbitrary<FpuMove> any() {
        Arbitrary<Kind> kinds = Arbitraries.oneOf(Arbitraries.of(Kind.class), Arbitraries.of(Kind.FLD, Kind.FSTP));
        return Combinators.combine(
                        kinds,
                        Arbitraries.integers().between(0, 7),
                        Arbitraries.integers().between(1, 1000))
                .as(FpuMove::new)
                .withoutEdgeCases();
    }

    int controlWord() {
        return FpuUnit.CONTROL_INITIAL & ~(value & 1);
    }

    /** Executes it; what it reads, or 0. */
    int on(FpuUnit fpu) {
        switch (kind) {
            case FLD -> fpu.fld(value);
            case FST -> {
                return fpu.fst();
            }
            case FSTP -> {
                return fpu.fstp();
            }
            case MOVQ_IN -> fpu.movqIn(number, value);
            case MOVQ_OUT -> {
                return fpu.movqOut(number);
            }
            case EMMS -> fpu.emms();
            case FLDCW -> fpu.fldcw(controlWord());
            case FNCLEX -> fpu.fnclex();
            case FNINIT -> fpu.fninit();
        }
        return 0;
    }
}
