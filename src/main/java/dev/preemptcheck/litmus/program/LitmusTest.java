package dev.preemptcheck.litmus.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A litmus test: a few threads on shared variables, and a question about the states in which they can end.
 *
 * @param name as the file's first line gives it
 * @param expected what the file says comes of it, or null
 * @param variables all shared variables, with what they hold at first, in the order in which they lie in memory
 * @param srcuSections how many {@code srcu_read_lock()} there are in the text
 * @param locations what is shown of a final state beside what the condition names
 * @param filter which final states count, or null if all do
 */
public record LitmusTest(
        String name,
        Dialect dialect,
        @Nullable Expected expected,
        Map<String, Value> variables,
        List<LitmusThread> threads,
        int srcuSections,
        List<Place> locations,
        @Nullable Proposition filter,
        Condition condition) {

    /** How the file is written. */
    public enum Dialect {
        X86,
        /** The Linux kernel's C. */
        C
    }

    /** What a {@code Result:} comment says. */
    public enum Expected {
        NEVER,
        SOMETIMES,
        ALWAYS,
        /** No execution comes to its end. */
        DEADLOCK,
        /** Plain accesses race; nothing is said of final states. */
        DATARACE
    }

    public LitmusTest {
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        threads = List.copyOf(threads);
        locations = List.copyOf(locations);
    }

    /** Whether some thread waits for a grace period. */
    public boolean awaitsReaders() {
        return threads.stream().anyMatch(LitmusThread::awaitsReaders);
    }

    /** What is shown of a final state, in the order in which it is shown. */
    public List<Place> shown() {
        Set<Place> places = new TreeSet<>(locations);
        places.addAll(condition.proposition().places());
        return List.copyOf(places);
    }

    /** What must be known of a final state. */
    public List<Place> observed() {
        Set<Place> places = new TreeSet<>(shown());
        if (filter != null) {
            places.addAll(filter.places());
        }
        return List.copyOf(places);
    }
}
