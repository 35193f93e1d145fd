package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineListener;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every interleaving of a machine, to collect how each ends: depth first over all choices, from the start each time. It
 * shares nothing with the explorer, and of its reductions uses one: a state met before is not gone through again.
 *
 * <p>Oopses kill their task only. Timer interrupts come at most so often as it is told, and only where they preempt the
 * running task at once: a reschedule that is due comes to the same a few steps later, when preemption is back on.
 */
final class Interleavings implements Arbiter {
    private final int interruptsMax;
    private final Map<Long, Integer> seen = new TreeMap<>();
    private final List<int[]> path = new ArrayList<>();
    private int depth;
    private int interruptsLeft;

    /** What a run ended with, as JCStress prints it. */
    @FunctionalInterface
    interface Outcome {
        String of(Machine machine);
    }

    private Interleavings(int interruptsMax) {
        this.interruptsMax = interruptsMax;
    }

    /** The outcomes of all interleavings. */
    static SortedSet<String> outcomes(MachineSetup setup, int interruptsMax, Outcome outcome) {
        SortedSet<String> all = new TreeSet<>();
        Interleavings choices = new Interleavings(interruptsMax);
        try (Carrier carrier = Carrier.best()) {
            Machine machine = setup.build(carrier, new MachineListener() {});
            machine.surviveOopses(true);
            do {
                choices.depth = 0;
                choices.interruptsLeft = interruptsMax;
                machine.attach(choices, new Footprint(machine.memory().size(), Footprint.Reduction.NONE), null);
                machine.run(0);
                if (!machine.wasCut()) {
                    all.add(outcome.of(machine));
                }
            } while (choices.next());
        }
        return all;
    }

    @Override
    public int choose(Machine machine) {
        int cpus = machine.moves().steppable();
        if (cpus == 0 && machine.unfinished() == 0) {
            return Agent.END;
        }
        int timers = interruptsLeft > 0 && machine.preemptibleHere()
                ? machine.moves().raisable()
                : 0;
        if (cpus == 0 && timers == 0) {
            return Agent.END;
        }
        if (depth == path.size() && covered(machine, 0)) {
            return Agent.STOP;
        }
        int choice = choice(Integer.bitCount(cpus) + Integer.bitCount(timers)) - Integer.bitCount(cpus);
        if (choice < 0) {
            return Agent.cpu(bit(cpus, choice + Integer.bitCount(cpus)));
        }
        interruptsLeft--;
        return Agent.timer(bit(timers, choice));
    }

    @Override
    public int pick(Machine machine, int candidates, int preferred, boolean involuntary) {
        if (depth == path.size() && covered(machine, candidates)) {
            return Agent.STOP;
        }
        return bit(candidates, choice(Integer.bitCount(candidates)));
    }

    private boolean covered(Machine machine, int salt) {
        long state = machine.fingerprint() + salt;
        Integer left = seen.get(state);
        if (left != null && left >= interruptsLeft) {
            return true;
        }
        seen.put(state, interruptsLeft);
        return false;
    }

    private int choice(int alternatives) {
        if (depth == path.size()) {
            path.add(new int[] {0, alternatives});
        }
        return path.get(depth++)[0];
    }

    /** Moves to the next path; false if there is none. */
    private boolean next() {
        while (!path.isEmpty()) {
            int[] last = path.get(path.size() - 1);
            if (++last[0] < last[1]) {
                return true;
            }
            path.remove(path.size() - 1);
        }
        return false;
    }

    private static int bit(int mask, int index) {
        int rest = mask;
        for (int i = 0; i < index; i++) {
            rest &= rest - 1;
        }
        return Integer.numberOfTrailingZeros(rest);
    }
}
