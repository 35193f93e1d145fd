package dev.preemptcheck.explore;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.StepSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs a schedule once more and takes everything down. */
public final class Recorder implements StepSink {
    private final Machine machine;
    private final Subject subject;
    private final AnchorTracker tracker;
    private final List<Recording.Step> steps = new ArrayList<>();
    private final List<Anchor> anchors = new ArrayList<>();
    private final List<Deviation> made = new ArrayList<>();
    /** Where each processor's last step stands in the list, or -1, and the time before it. */
    private final int[] lastStep;

    private final long[] startedAt;

    private Recorder(Subject subject) {
        this.machine = subject.machine();
        this.subject = subject;
        this.tracker = new AnchorTracker(machine);
        this.lastStep = new int[machine.cpus()];
        this.startedAt = new long[machine.cpus()];
        Arrays.fill(lastStep, -1);
    }

    /**
     * The run of {@code schedule}, up to its first failure, or to its end where only a task dies of that.
     */
    public static Recording record(Subject subject, Schedule schedule) {
        Recorder recorder = new Recorder(subject);
        return recorder.record(new LassoWatch(subject, schedule, recorder.noting(new ScheduleArbiter(schedule))));
    }

    /** The same with deviations found by their anchors. */
    static Recording record(Subject subject, Schedule schedule, List<Anchor> anchors) {
        Recorder recorder = new Recorder(subject);
        Arbiter arbiter = recorder.noting(new AnchorArbiter(schedule, anchors, recorder.tracker));
        return recorder.record(new LassoWatch(subject, schedule, arbiter));
    }

    private Recording record(Arbiter arbiter) {
        subject.forgetHazards();
        subject.runOn(arbiter, subject.footprint(Footprint.Reduction.NONE), this);
        for (int cpu = 0; cpu < machine.cpus(); cpu++) {
            timeLastStep(cpu);
        }
        Subject.Sighting failure = subject.failure();
        Schedule schedule = new Schedule(made);
        return new Recording(
                schedule,
                anchors,
                steps,
                failure == null ? null : failure.on(schedule),
                subject.newHazards().stream().map(h -> h.on(schedule)).toList(),
                subject.laterFailures().stream().map(f -> f.on(schedule)).toList(),
                subject.printed(),
                failure == null ? machine.traceHash() : failure.trace());
    }

    /** Notes each deviation with its anchor. */
    private Arbiter noting(Arbiter followed) {
        return new Arbiter() {
            @Override
            public int choose(Machine m) {
                int usual = m.moves().defaultAgent();
                int agent = followed.choose(m);
                if (agent != usual) {
                    note(m, agent);
                }
                return agent;
            }

            @Override
            public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
                int task = followed.pick(m, candidates, preferred, involuntary);
                if (task != preferred) {
                    note(m, m.picked(task));
                }
                return task;
            }
        };
    }

    private void note(Machine m, int agent) {
        made.add(new Deviation(m.steps(), agent));
        anchors.add(tracker.here());
    }

    @Override
    public void step(int step, int cpu, int task, int vector, int op, int word, int value, int count) {
        List<CallChain.Function> functions = subject.callChain().functions();
        boolean handler = vector != 0;
        timeLastStep(cpu);
        lastStep[cpu] = steps.size();
        startedAt[cpu] = subject.nanosOn(cpu);
        tracker.step(cpu, task, vector, CallChain.framed(functions));
        steps.add(new Recording.Step(
                step,
                cpu,
                task,
                tracker.contextName(cpu, task, vector),
                handler,
                functions,
                op,
                word,
                word < 0 ? "" : machine.memory().symbol(word),
                word >= 0 && machine.memory().isPerCpu(word),
                value,
                count,
                machine.interruptFlag(cpu),
                0));
    }

    /** What a step took is known when its processor takes the next one: accesses are booked after their step. */
    private void timeLastStep(int cpu) {
        int last = lastStep[cpu];
        if (last >= 0) {
            steps.set(last, steps.get(last).took(subject.nanosOn(cpu) - startedAt[cpu]));
        }
    }
}
