package dev.preemptcheck.stress.bench.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The programs that other tools are measured by, by name.
 *
 * <p>{@code P1} to {@code P5} can go wrong, {@code P1f} to {@code P5f} are the same without the fault. {@code P6-TxN} is safe:
 * T threads, 1 to {@value #THREADS_MAX}, of N increments.
 */
public final class PeerPrograms {
    private static final int THREADS_MAX = 7;
    private static final Pattern SAFE = Pattern.compile("P6-([1-" + THREADS_MAX + "])x([1-9][0-9]?)");

    private static final SortedMap<String, Threads.Layout> FIXED_SIZE = new TreeMap<>();

    static {
        FIXED_SIZE.put("P1", memory -> KmapSlot.asReleased(memory, true));
        FIXED_SIZE.put("P1f", KmapSlot::fixed);
        FIXED_SIZE.put("P2", memory -> TornEntry.asReleased(memory, true));
        FIXED_SIZE.put("P2f", TornEntry::fixed);
        FIXED_SIZE.put("P3", memory -> PreemptCount.asReleased(memory, true));
        FIXED_SIZE.put("P3f", PreemptCount::fixed);
        FIXED_SIZE.put("P4", LostWakeup::asReleased);
        FIXED_SIZE.put("P4f", LostWakeup::fixed);
        FIXED_SIZE.put("P5", Philosophers::asReleased);
        FIXED_SIZE.put("P5f", Philosophers::fixed);
    }

    private PeerPrograms() {}

    /** Those of one size, in order. */
    public static List<String> names() {
        return Collections.unmodifiableList(new ArrayList<>(FIXED_SIZE.keySet()));
    }

    /**
     * The program of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static PeerProgram named(String name) {
        Threads.Layout layout = FIXED_SIZE.get(name);
        if (layout != null) {
            return new PeerProgram(name, layout);
        }
        Matcher safe = SAFE.matcher(name);
        if (!safe.matches()) {
            throw new IllegalArgumentException(
                    "no program " + name + ": there are " + String.join(", ", FIXED_SIZE.keySet()) + " and P6-TxN");
        }
        int threads = Integer.parseInt(safe.group(1));
        int increments = Integer.parseInt(safe.group(2));
        return new PeerProgram(name, memory -> TwoLocks.of(memory, threads, increments));
    }

    /**
     * The program of that name where no thread looks at what it finds, so that each comes to its end, or waits for ever.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static PeerProgram unchecked(String name) {
        return switch (name) {
            case "P1" -> new PeerProgram(name, memory -> KmapSlot.asReleased(memory, false));
            case "P2" -> new PeerProgram(name, memory -> TornEntry.asReleased(memory, false));
            case "P3" -> new PeerProgram(name, memory -> PreemptCount.asReleased(memory, false));
            default -> named(name);
        };
    }
}
