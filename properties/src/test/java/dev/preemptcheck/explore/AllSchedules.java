package dev.preemptcheck.explore;

import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Runs every schedule of a program within its bounds, by number of deviations and then in order: the oracle of the minimiser,
 * with which it shares no code. No state is taken for another, and every run is made by {@link ScheduleArbiter} from the start.
 */
final class AllSchedules {
    private static final int STEPS_MAX = 300;

    /** There are more than were allowed, or one of them never ends. */
    static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Subject subject;
    private final Bounds bounds;
    private final Footprint ignored;
    private final Map<Signature, Finding> first = new LinkedHashMap<>();
    private final Map<Signature, Finding> last = new LinkedHashMap<>();

    /** All with at most so many deviations, if there are no more than {@code runsMax}. */
    AllSchedules(Subject subject, Program program, int deviationsMax, int runsMax) {
        this.subject = subject;
        this.bounds = program.bounds();
        this.ignored = subject.footprint(Footprint.Reduction.NONE);
        List<Schedule> level = List.of(Schedule.EMPTY);
        int runs = 0;
        for (int size = 0; size <= deviationsMax; size++) {
            runs += level.size();
            if (runs > runsMax) {
                throw new TooManyException();
            }
            List<Schedule> longer = new ArrayList<>();
            for (Schedule schedule : level) {
                longer.addAll(run(schedule));
            }
            longer.sort(null);
            level = longer;
        }
    }

    /** Of each signature the least finding of all. */
    Map<Signature, Finding> least() {
        return first;
    }

    /** Of each signature the greatest finding of those that were run. */
    Map<Signature, Finding> greatest() {
        return last;
    }

    private List<Schedule> run(Schedule schedule) {
        Onlooker onlooker = new Onlooker(schedule);
        subject.run(onlooker, ignored, 0, null);
        Subject.Sighting failure = subject.failure();
        if (!onlooker.followed.followedAll()) {
            return List.of();
        }
        if (failure != null) {
            first.putIfAbsent(failure.signature(), failure.on(schedule));
            last.put(failure.signature(), failure.on(schedule));
        }
        return onlooker.others.stream().map(schedule::with).toList();
    }

    /** Looks at what else could be done behind the last deviation. */
    private final class Onlooker implements Arbiter {
        private final ScheduleArbiter followed;
        private final SortedSet<Deviation> others = new TreeSet<>();
        private int interrupts = bounds.interrupts();
        private int preemptions = bounds.preemptions();

        Onlooker(Schedule schedule) {
            followed = new ScheduleArbiter(schedule);
        }

        @Override
        public int choose(Machine m) {
            if (m.steps() > STEPS_MAX) {
                throw new TooManyException();
            }
            boolean free = followed.followedAll();
            int agent = followed.choose(m);
            interrupts -= agent >= 0 && m.moves().isBudgeted(agent) ? 1 : 0;
            for (int other : free ? agents(m) : List.<Integer>of()) {
                boolean affordable = interrupts > 0 || !m.moves().isBudgeted(other);
                if (other != agent && affordable && m.moves().canMove(other)) {
                    others.add(new Deviation(m.steps(), other));
                }
            }
            return agent;
        }

        @Override
        public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
            boolean free = followed.followedAll();
            int task = followed.pick(m, candidates, preferred, involuntary);
            preemptions -= involuntary && task != preferred ? 1 : 0;
            for (int other = 0; free && other < m.tasks(); other++) {
                boolean candidate = (candidates & 1 << other) != 0 && other != task;
                if (candidate && (!involuntary || preemptions > 0)) {
                    others.add(new Deviation(m.steps(), m.picked(other)));
                }
            }
            return task;
        }
    }

    private static List<Integer> agents(Machine m) {
        List<Integer> agents = new ArrayList<>();
        for (int cpu = 0; cpu < m.cpus(); cpu++) {
            agents.addAll(List.of(Agent.cpu(cpu), Agent.timer(cpu), Agent.nmi(cpu)));
            for (int target = 0; target < m.cpus(); target++) {
                agents.add(Agent.ipi(cpu, target));
            }
            for (int step = 0; step < m.steps(); step++) {
                agents.add(Agent.drain(cpu, step));
            }
        }
        return agents;
    }
}
