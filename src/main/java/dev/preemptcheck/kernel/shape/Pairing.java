package dev.preemptcheck.kernel.shape;

import java.util.List;

/**
 * Functions that pair: who calls each of them once, in this order, has the preempt count of before. A function that gives back
 * itself what it takes is alone.
 *
 * @param functions at least one
 */
public record Pairing(List<ShapedFunction> functions) {
    public Pairing {
        functions = List.copyOf(functions);
        if (functions.isEmpty()) {
            throw new IllegalArgumentException("functions pair with each other, so there is at least one");
        }
    }

    /** These functions pair. */
    public static Pairing of(ShapedFunction... functions) {
        return new Pairing(List.of(functions));
    }
}
