package dev.preemptcheck.kernel.kbuild;

/**
 * A function or word that code asks for by its name: not as a macro or inlined, which leave nothing to the linker.
 *
 * @param symbol its name
 * @param object what the code is in, as in {@link Definition}
 * @param function the C function, or the entry stub, that asks
 */
public record Reference(String symbol, String object, String function) {}
