package dev.preemptcheck.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A function that some kernels inline and others call: where {@link KernelConfig#isOutOfLine} says so, it has a frame of its own,
 * whatever {@link Inlined} says of it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OutOfLine {
    /** What it is a part of. */
    Part value();

    /** What of the kernel moved out of line, and how it is called there. */
    enum Part {
        /** Spinlocks and rwlocks: {@code spin_lock} is {@code _spin_lock} there. */
        LOCKS("_"),
        /** {@code irq_exit}, a macro before. */
        IRQ_EXIT(""),
        /** What takes more than one processor: inlined, or a macro, in kernels for one. */
        PROCESSORS("");

        private final String prefix;

        Part(String prefix) {
            this.prefix = prefix;
        }

        /** What stands before the name of the inlined form. */
        public String prefix() {
            return prefix;
        }
    }
}
