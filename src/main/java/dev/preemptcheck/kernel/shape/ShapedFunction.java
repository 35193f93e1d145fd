package dev.preemptcheck.kernel.shape;

import java.util.List;

/**
 * A function, or a macro that is used like one.
 *
 * @param name its C name
 * @param body its statements, in order
 */
public record ShapedFunction(String name, List<Shape> body) {
    public ShapedFunction {
        body = List.copyOf(body);
    }

    /** A function of these statements. */
    public static ShapedFunction of(String name, Shape... body) {
        return new ShapedFunction(name, List.of(body));
    }
}
