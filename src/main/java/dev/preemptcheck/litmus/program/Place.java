package dev.preemptcheck.litmus.program;

import java.util.Comparator;
import java.util.List;

/** Something that holds a value in a final state. Ordered as herd prints a state: registers by thread, then variables. */
public sealed interface Place extends Comparable<Place> {
    Comparator<Place> ORDER = Comparator.comparingInt(Place::rank)
            .thenComparingInt(Place::registerRank)
            .thenComparing(Place::name);

    /** The order of the processor's registers; others follow by name. */
    List<String> REGISTERS = List.of("EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP");

    String name();

    private int rank() {
        return this instanceof Register register ? register.thread : Integer.MAX_VALUE;
    }

    private int registerRank() {
        int rank = this instanceof Register ? REGISTERS.indexOf(name()) : -1;
        return rank < 0 ? REGISTERS.size() : rank;
    }

    @Override
    default int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    /** A register or local of a thread. */
    record Register(int thread, String name) implements Place {
        @Override
        public String toString() {
            return thread + ":" + name;
        }
    }

    /** A shared variable. */
    record Variable(String name) implements Place {
        @Override
        public String toString() {
            return "[" + name + "]";
        }
    }
}
