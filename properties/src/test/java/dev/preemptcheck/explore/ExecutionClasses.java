package dev.preemptcheck.explore;

import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How many complete executions a program has that differ in more than the order of independent steps: by running every
 * schedule, and writing down for each step which steps must come before it. Tasks stay where they are.
 *
 * <p>Shares nothing with the search but the machine. Steps that touch no word are taken at once.
 */
final class ExecutionClasses {
    private final Set<List<List<Integer>>> classes = new HashSet<>();
    private final List<Integer> path = new ArrayList<>();
    private final List<Integer> left = new ArrayList<>();

    /** There are more schedules than were allowed. */
    static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private record Step(int cpu, int op, int word) {
        boolean writes() {
            return op != Op.LOAD && op != Op.AWAIT;
        }

        boolean isOrderedWith(Step other) {
            return cpu == other.cpu || (word == other.word && (writes() || other.writes()));
        }
    }

    private ExecutionClasses() {}

    static int count(Program program, int schedulesMax) {
        ExecutionClasses all = new ExecutionClasses();
        try (Subject subject = new Subject(new ProgramScenario(program), Carrier.best())) {
            Footprint ignored = subject.footprint(Footprint.Reduction.NONE);
            int schedules = 0;
            do {
                if (++schedules > schedulesMax) {
                    throw new TooManyException();
                }
                Run run = all.new Run();
                subject.run(run, ignored, 0, null);
                if (run.complete) {
                    all.classes.add(order(run.steps));
                }
            } while (all.next());
        }
        return all.classes.size();
    }

    private boolean next() {
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

    /** For each step, in the order of processors and then of their steps, how many of each processor's must come before it. */
    private static List<List<Integer>> order(List<Step> steps) {
        int cpus = 1 + steps.stream().mapToInt(Step::cpu).max().orElse(0);
        int[][] clocks = new int[steps.size()][cpus];
        List<List<Integer>> order = new ArrayList<>();
        for (int cpu = 0; cpu < cpus; cpu++) {
            order.add(new ArrayList<>());
        }
        for (int i = 0; i < clocks.length; i++) {
            for (int before = 0; before < i; before++) {
                for (int cpu = 0; cpu < cpus && steps.get(before).isOrderedWith(steps.get(i)); cpu++) {
                    clocks[i][cpu] = Math.max(clocks[i][cpu], clocks[before][cpu]);
                }
            }
            clocks[i][steps.get(i).cpu()]++;
            for (int clock : clocks[i]) {
                order.get(steps.get(i).cpu()).add(clock);
            }
        }
        return order;
    }

    private final class Run implements Arbiter {
        private final List<Step> steps = new ArrayList<>();
        private int depth;
        private boolean complete;

        @Override
        public int choose(Machine m) {
            int steppable = m.moves().steppable();
            for (int rest = steppable; rest != 0; rest &= rest - 1) {
                int cpu = Integer.numberOfTrailingZeros(rest);
                if (m.pending().word(cpu) < 0) {
                    return Agent.cpu(cpu);
                }
            }
            if (steppable == 0) {
                complete = true;
                return Agent.END;
            }
            if (depth == path.size()) {
                path.add(Integer.numberOfTrailingZeros(steppable));
                left.add(steppable & (steppable - 1));
            }
            int cpu = path.get(depth++);
            steps.add(new Step(cpu, m.pending().op(cpu), m.pending().word(cpu)));
            return Agent.cpu(cpu);
        }

        @Override
        public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
            throw new IllegalStateException("tasks stay where they are");
        }
    }
}
