package dev.preemptcheck.kernel.shape;

import java.util.List;

/**
 * A statement, as far as rule D6 looks at it.
 *
 * <p>A path that ends in an oops has no shape: nobody is left there to give anything back. Loops have none either; what a loop
 * does once stands for all of it, if it keeps the count.
 */
public sealed interface Shape {
    Shape ACQUIRE = new Acquire();
    Shape RELEASE = new Release();
    Shape READ_CPU_ID = new ReadCpuId();
    Shape USE_CPU_ID = new UseCpuId();
    Shape EXIT = new Exit();

    /** Takes a level of the preempt count: {@code ctx_sw_off}, {@code preempt_disable}, a lock. */
    record Acquire() implements Shape {}

    /** Gives a level back. */
    record Release() implements Shape {}

    /** Reads the number of the processor, to reach something of that processor's by it. */
    record ReadCpuId() implements Shape {}

    /** Reaches that, however often. */
    record UseCpuId() implements Shape {}

    /** Leaves the function: {@code return}. */
    record Exit() implements Shape {}

    /** Anything else, by the name of what it does. */
    record Step(String name) implements Shape {}

    /** Calls a function; its {@link Exit}s leave only that. */
    record Call(ShapedFunction function) implements Shape {}

    /**
     * A macro used as a statement.
     *
     * @param name its C name
     * @param wrapped whether it is one statement for the compiler, by {@code do \{..\} while (0)} or braces
     * @param statements at least one
     */
    record Macro(String name, boolean wrapped, List<Shape> statements) implements Shape {
        public Macro {
            statements = List.copyOf(statements);
            if (statements.isEmpty()) {
                throw new IllegalArgumentException("a macro that is nothing needs no shape: " + name);
            }
        }

        /** True if what stands before it, such as an {@code if}, takes hold of its first statement only. */
        public boolean isLoose() {
            return !wrapped && statements.size() > 1;
        }
    }

    /**
     * Two branches.
     *
     * @param guard what it depends on
     * @param braced false for an {@code if} without braces, which takes hold of one statement
     * @param then what is done if it holds
     * @param otherwise the {@code else}
     */
    record Branch(Guard guard, boolean braced, List<Shape> then, List<Shape> otherwise) implements Shape {
        public Branch {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
            if (!braced && (then.size() != 1 || guard instanceof Guard.Built)) {
                throw new IllegalArgumentException("an if without braces is before one statement, and no #if has any");
            }
        }

        /** The same with an {@code else}. */
        public Branch orElse(Shape... other) {
            return new Branch(guard, braced, then, List.of(other));
        }
    }

    /** {@code if (guard) \{ .. \}}, or {@code #if guard}. */
    static Branch when(Guard guard, Shape... then) {
        return new Branch(guard, true, List.of(then), List.of());
    }

    /** {@code if (guard) statement;}. */
    static Branch unbraced(Guard guard, Shape then) {
        return new Branch(guard, false, List.of(then), List.of());
    }
}
