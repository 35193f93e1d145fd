package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts, for each context, entries into functions and accesses within them, step by step.
 *
 * <p>A function is taken to be entered anew when it appears in the call chain where it did not stand at the context's last
 * access.
 */
final class AnchorTracker {

    /** What is known of one context. */
    private static final class Track {
        private List<String> chain = List.of();
        private final Map<String, Integer> entries = new LinkedHashMap<>();
        private int access;
        private Anchor last;

        Track(String context) {
            last = new Anchor(context, Anchor.START, 1, 0);
        }
    }

    private final Machine machine;
    private final Map<String, Track> tracks = new LinkedHashMap<>();
    private final int[] arrivals;
    private final int[] inHandler;

    AnchorTracker(Machine machine) {
        this.machine = machine;
        this.arrivals = new int[machine.cpus()];
        this.inHandler = new int[machine.cpus()];
    }

    /** Takes note of a step; {@code functions} are those with a frame, innermost first. */
    void step(int cpu, int task, int vector, List<String> functions) {
        if (vector != 0 && vector != inHandler[cpu]) {
            arrivals[cpu]++;
        }
        inHandler[cpu] = vector;
        Track track = track(contextName(cpu, task, vector));
        List<String> outermostFirst = new ArrayList<>(functions);
        java.util.Collections.reverse(outermostFirst);
        int common = 0;
        while (common < outermostFirst.size()
                && common < track.chain.size()
                && outermostFirst.get(common).equals(track.chain.get(common))) {
            common++;
        }
        for (int i = common; i < outermostFirst.size(); i++) {
            track.entries.merge(outermostFirst.get(i), 1, Integer::sum);
        }
        boolean same = common == outermostFirst.size() && common == track.chain.size();
        track.access = same ? track.access + 1 : 1;
        track.chain = outermostFirst;
        String function = functions.isEmpty() ? "user" : functions.get(0);
        track.last = new Anchor(track.last.context(), function, track.entries.getOrDefault(function, 1), track.access);
    }

    /** Where the code on the running processor stands. */
    Anchor here() {
        int cpu = machine.running();
        return track(contextName(cpu, machine.taskOn(cpu), machine.handler(cpu))).last;
    }

    /** A task's name, or {@code timer<cpu>#<arrival>} or {@code irq11@<cpu>#<arrival>} in the handler of that vector. */
    String contextName(int cpu, int task, int vector) {
        if (vector == 0) {
            return machine.taskName(task);
        }
        String name = MachineSetup.vectorName(vector);
        boolean numbered = Character.isDigit(name.charAt(name.length() - 1));
        return name + (numbered ? "@" : "") + cpu + "#" + arrivals[cpu];
    }

    private Track track(String context) {
        return tracks.computeIfAbsent(context, Track::new);
    }
}
