package dev.preemptcheck.kernel.kbuild;

/**
 * A function or word that an object defines.
 *
 * @param symbol its name
 * @param object what the linker takes it from, {@code kernel/kernel.o} or {@code lib/lib.a(dec_and_lock.o)}
 */
public record Definition(String symbol, String object) {}
