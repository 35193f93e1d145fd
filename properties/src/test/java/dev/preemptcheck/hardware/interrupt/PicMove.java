package dev.preemptcheck.hardware.interrupt;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Something that happens to the 8259s. */
record PicMove(Kind kind, int irq) {
    /** RAISE and DROP are the device's, EDGE is the timer's, ANSWER and GO_ON the processor's, the rest is the kernel's. */
    enum Kind {
        RAISE,
        DROP,
        EDGE,
        ANSWER,
        GO_ON,
        MASK,
        UNMASK,
        END,
        END_CASCADE
    }

    /** What happens to the given lines in a row, after the kernel has unmasked them. */
    static Arbitrary<List<PicMove>> lives(int movesMax, Integer... irqs) {
        Arbitrary<Kind> kinds =
                Arbitraries.oneOf(Arbitraries.of(Kind.class), Arbitraries.of(Kind.RAISE, Kind.ANSWER, Kind.ANSWER));
        List<PicMove> unmasked =
                Stream.of(irqs).map(irq -> new PicMove(Kind.UNMASK, irq)).toList();
        return Combinators.combine(kinds, Arbitraries.of(irqs))
                .as(PicMove::new)
                .withoutEdgeCases()
                .list()
                .ofMaxSize(movesMax)
                .map(moves -> Stream.concat(unmasked.stream(), moves.stream()).toList());
    }

    /** Makes the move; the line given to the processor if it is an answer, else -1. */
    int on(Pic8259 pic) {
        switch (kind) {
            case RAISE -> pic.line(irq, true);
            case DROP -> pic.line(irq, false);
            case EDGE -> pic.edge(irq);
            case GO_ON -> pic.unanswered();
            case MASK -> pic.mask(irq);
            case UNMASK -> pic.unmask(irq);
            case END -> pic.endOfInterrupt(irq);
            case END_CASCADE -> pic.out(0x20, 0x62);
            case ANSWER -> {
                return pic.acknowledge();
            }
        }
        return -1;
    }

    int on(ReferencePic pic) {
        switch (kind) {
            case RAISE -> pic.line(irq, true);
            case DROP -> pic.line(irq, false);
            case EDGE -> pic.edge(irq);
            case GO_ON -> pic.unanswered();
            case MASK -> pic.masked(irq, true);
            case UNMASK -> pic.masked(irq, false);
            case END -> pic.end(irq);
            case END_CASCADE -> pic.endCascade();
            case ANSWER -> {
                return pic.acknowledge();
            }
        }
        return -1;
    }
}
