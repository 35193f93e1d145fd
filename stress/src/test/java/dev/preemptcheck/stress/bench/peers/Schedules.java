package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineListener;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every schedule of a program, with no reduction: before each step of the program, everybody who can moves. Ends and joins are
 * taken as soon as they can be. Shares nothing with the searches but the machine.
 */
final class Schedules implements AutoCloseable {
    private final Carrier carrier = Carrier.best();
    private final Machine machine;
    private final Footprint ignored;

    Schedules(PeerProgram program) {
        machine = program.setup().build(carrier, new MachineListener() {});
        ignored = new Footprint(machine.memory().size(), Footprint.Reduction.NONE);
    }

    /** A step as others can tell it: whose, on which word, and whether it writes. */
    private record Step(int cpu, int word, boolean writes) {
        static Step pending(Machine m, int cpu) {
            int op = m.pending().op(cpu);
            return new Step(cpu, m.pending().word(cpu), op != Op.LOAD && op != Op.AWAIT);
        }

        boolean isOrderedWith(Step other) {
            return cpu == other.cpu || (word >= 0 && word == other.word && (writes || other.writes));
        }
    }

    /** How many there are, by running each of them. */
    long count() {
        return enumerate(null);
    }

    /** How many there are that differ in more than the order of independent steps, by running each of them. */
    long classes() {
        Set<String> classes = new HashSet<>();
        enumerate(classes);
        return classes.size();
    }

    private long enumerate(@Nullable Set<String> classes) {
        List<Integer> path = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        long count = 0;
        do {
            Run run = new Run(path, left, true);
            run(run);
            count++;
            if (classes != null) {
                classes.add(order(run.steps));
            }
        } while (next(path, left));
        return count;
    }

    private static boolean next(List<Integer> path, List<Integer> left) {
        for (int last = path.size() - 1; last >= 0; last--) {
            int rest = left.get(last);
            if (rest != 0) {
                path.set(last, Integer.numberOfTrailingZeros(rest));
                left.set(last, rest & (rest - 1));
                return true;
            }
            path.remove(last);
            left.remove(last);
        }
        return false;
    }

    /** Which steps come before which, apart from what is only so by chance: by step, the number of each processor's. */
    private String order(List<Step> steps) {
        int[][] clocks = new int[steps.size()][machine.cpus()];
        Map<Integer, StringBuilder> byCpu = new HashMap<>();
        for (int i = 0; i < clocks.length; i++) {
            for (int before = 0; before < i; before++) {
                if (steps.get(before).isOrderedWith(steps.get(i))) {
                    for (int cpu = 0; cpu < machine.cpus(); cpu++) {
                        clocks[i][cpu] = Math.max(clocks[i][cpu], clocks[before][cpu]);
                    }
                }
            }
            int cpu = steps.get(i).cpu();
            clocks[i][cpu]++;
            byCpu.computeIfAbsent(cpu, any -> new StringBuilder()).append(Arrays.toString(clocks[i]));
        }
        return byCpu.toString();
    }

    /** How many there are, as the number of paths through the states: of those too that nobody could run. */
    long countThroughStates() {
        return countFrom(new ArrayList<>(), new HashMap<>());
    }

    private long countFrom(List<Integer> path, Map<Long, Long> known) {
        Run run = new Run(path, new ArrayList<>(), false);
        run(run);
        if (run.choices == 0) {
            return 1;
        }
        Long count = known.get(run.state);
        if (count == null) {
            long sum = 0;
            for (int rest = run.choices; rest != 0; rest &= rest - 1) {
                List<Integer> longer = new ArrayList<>(path);
                longer.add(Integer.numberOfTrailingZeros(rest));
                sum += countFrom(longer, known);
            }
            count = sum;
            known.put(run.state, count);
        }
        return count;
    }

    private void run(Run run) {
        machine.attach(run, ignored, null);
        machine.run(0);
    }

    @Override
    public void close() {
        carrier.close();
    }

    /** Follows a path; then takes the first choice each time, and adds to the path, or stops. */
    private static final class Run implements Arbiter {
        private final List<Integer> path;
        private final List<Integer> left;
        private final boolean goesOn;
        private final List<Step> steps = new ArrayList<>();
        private int depth;
        private int choices;
        private long state;

        Run(List<Integer> path, List<Integer> left, boolean goesOn) {
            this.path = path;
            this.left = left;
            this.goesOn = goesOn;
        }

        @Override
        public int choose(Machine m) {
            int own = 0;
            for (int rest = m.moves().steppable(); rest != 0; rest &= rest - 1) {
                int cpu = Integer.numberOfTrailingZeros(rest);
                if (!PeerProgram.isOwnStep(m, cpu)) {
                    return taken(m, cpu);
                }
                own |= 1 << cpu;
            }
            if (depth == path.size()) {
                choices = own;
                if (own == 0) {
                    return Agent.END;
                }
                if (!goesOn) {
                    state = m.fingerprint();
                    return Agent.STOP;
                }
                path.add(Integer.numberOfTrailingZeros(own));
                left.add(own & (own - 1));
            }
            return taken(m, path.get(depth++));
        }

        private int taken(Machine m, int cpu) {
            steps.add(Step.pending(m, cpu));
            return Agent.cpu(cpu);
        }

        @Override
        public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
            throw new IllegalStateException("nothing is picked in these programs");
        }
    }
}
