package dev.preemptcheck.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The C name of a function whose Java name does not give it back, such as {@code __alloc_pages} or {@code do_IRQ}. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
public @interface CName {
    String value();
}
