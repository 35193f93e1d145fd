package dev.preemptcheck.arbitraries;

import java.util.List;

/** What a generated task or handler does next. Words and locks are numbered from 0. */
public sealed interface Act {

    /** Reads a word; a task's reads are part of the outcome. */
    record Load(int word) implements Act {
        @Override
        public String toString() {
            return "LD m" + word;
        }
    }

    /** Writes a constant. */
    record Store(int word, int value) implements Act {
        @Override
        public String toString() {
            return "ST m" + word + " " + value;
        }
    }

    /** Adds 1, locked. */
    record Increment(int word) implements Act {
        @Override
        public String toString() {
            return "INC m" + word;
        }
    }

    /** Reads, adds 1 and writes: two accesses. */
    record Add(int word) implements Act {
        @Override
        public String toString() {
            return "ADD m" + word;
        }
    }

    /** Reads one word and writes what it held to another: two accesses. */
    record Copy(int from, int to) implements Act {
        @Override
        public String toString() {
            return "MOV m" + to + " m" + from;
        }
    }

    /** Reads a word and reports a bug if it is not 0, which ends the run. */
    record Check(int word) implements Act {
        @Override
        public String toString() {
            return "CHK m" + word;
        }
    }

    /** Reads the word of the translated page; a task's reads are part of the outcome. */
    record LoadMapped() implements Act {
        @Override
        public String toString() {
            return "LD va";
        }
    }

    /** Writes a constant to the translated page. */
    record StoreMapped(int value) implements Act {
        @Override
        public String toString() {
            return "ST va " + value;
        }
    }

    /** Stores a page-table entry of that page: a sum of {@link Mapping}'s bits. */
    record Map(int entry) implements Act {
        @Override
        public String toString() {
            return "PTE " + Mapping.name(entry);
        }
    }

    /** Drops the page from the processor's TLB. */
    record Flush() implements Act {
        @Override
        public String toString() {
            return "INVLPG";
        }
    }

    /** Loads CR3, with what it holds anyway. */
    record LoadCr3() implements Act {
        @Override
        public String toString() {
            return "CR3";
        }
    }

    /** Waits until earlier stores have reached memory. */
    record Fence() implements Act {
        @Override
        public String toString() {
            return "FENCE";
        }
    }

    /** Sends a message to processors, a bit each, for their handlers; waits until the one before has arrived. */
    record Send(int targets) implements Act {
        @Override
        public String toString() {
            return "IPI 0b" + Integer.toBinaryString(targets);
        }
    }

    /** Reads the number of the processor. */
    record CpuId() implements Act {
        @Override
        public String toString() {
            return "CPU";
        }
    }

    /** Retries until the word is not 0; earlier reads are forgotten. Tasks only. */
    record Retry(int word) implements Act {
        @Override
        public String toString() {
            return "SPIN m" + word;
        }
    }

    /**
     * Sets its own word and clears it again; in between, retries unless the other word is 0, its own being cleared meanwhile.
     * Earlier reads are forgotten. Tasks only.
     */
    record BackOff(int own, int other) implements Act {
        @Override
        public String toString() {
            return "TRY m" + own + " m" + other;
        }
    }

    /** Goes to user mode and comes back; earlier reads are forgotten. Tasks only, outside sections. */
    record User() implements Act {
        @Override
        public String toString() {
            return "USER";
        }
    }

    /** What a section keeps out, or forgets. */
    enum Guard {
        /** Preemption of the task; only where a scheduler runs. */
        PREEMPTION,
        /** Interrupts on the processor. */
        INTERRUPTS,
        /** Whoever wants lock 0 or 1, on any processor. */
        LOCK0,
        LOCK1,
        /** Nobody; but what was read in it is forgotten at its end. Tasks only. */
        SCOPE
    }

    /** Does its body under a guard. */
    record Section(Guard guard, List<Act> body) implements Act {
        public Section {
            body = List.copyOf(body);
        }

        @Override
        public String toString() {
            return guard + body.toString();
        }
    }

    /** True if one of {@code acts} is about the translated page. */
    static boolean translate(List<Act> acts) {
        return acts.stream()
                .anyMatch(a -> a instanceof LoadMapped
                        || a instanceof StoreMapped
                        || a instanceof Map
                        || a instanceof Flush
                        || a instanceof LoadCr3
                        || (a instanceof Section section && translate(section.body())));
    }

    /** Number of acts in {@code acts}, a section counting as one more than its body. */
    static int count(List<Act> acts) {
        return acts.stream()
                .mapToInt(a -> a instanceof Section section ? 1 + count(section.body()) : 1)
                .sum();
    }
}
