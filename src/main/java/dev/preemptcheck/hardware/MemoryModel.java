package dev.preemptcheck.hardware;

import java.util.Locale;

/** When a processor's stores reach memory, and so the other processors. */
public enum MemoryModel {
    /** At once: all accesses are in one order that respects every program's. */
    SC,
    /** Later, oldest first: x86-TSO (Sewell, Sarkar, Owens, Zappa Nardelli, Myreen, CACM 2010). */
    TSO,
    /** Later, in order for each word only: what code that also runs on weakly ordered machines must survive. */
    PSO;

    /** As options spell it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
