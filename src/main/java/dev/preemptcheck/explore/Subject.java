package dev.preemptcheck.explore;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.detect.Detectors;
import dev.preemptcheck.detect.Reporter;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.StepSink;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A scenario on a machine of its own, with the detectors attached: what strategies run, any number of times.
 *
 * <p>A run ends at its first failure; hazards don't end it. Not thread-safe: each worker has its own.
 */
public final class Subject implements AutoCloseable {

    /** What a detector said in a run, before it is known which schedule that was. */
    record Sighting(Signature signature, int step, int victim, int culprit, boolean hazard, long trace) {
        Finding on(Schedule schedule) {
            return new Finding(signature, schedule, step, victim, culprit, hazard, trace);
        }
    }

    private final Scenario scenario;
    private final Carrier carrier;
    private final Function<Reporter, Detectors> watching;
    private final Machine machine;
    private final Detectors detectors;
    private final CallChain callChain;
    private final Notebook notebook;

    public Subject(Scenario scenario, Carrier carrier) {
        this(scenario, carrier, Detectors::standard);
    }

    /** Watched by the detectors that {@code watching} makes for the reporter it is given. */
    public Subject(Scenario scenario, Carrier carrier, Function<Reporter, Detectors> watching) {
        this.scenario = scenario;
        this.carrier = carrier;
        this.watching = watching;
        this.callChain = new CallChain(scenario.particulars().config());
        this.notebook = new Notebook(callChain);
        this.detectors = watching.apply(notebook);
        this.machine = scenario.setup().build(carrier, detectors);
        notebook.machine = machine;
        detectors.watch(machine);
    }

    public Machine machine() {
        return machine;
    }

    /** The same scenario, watched in the same way, on another machine, for another thread. */
    Subject twin() {
        return new Subject(scenario, carrier.another(), watching);
    }

    /** Names the functions that the machine's code is in. */
    CallChain callChain() {
        return callChain;
    }

    /** Simulated time of that processor's own work since the run began, in nanoseconds. */
    long nanosOn(int cpu) {
        return detectors.nanosOn(cpu);
    }

    /** A footprint that fits this machine. */
    Footprint footprint(Footprint.Reduction reduction) {
        return new Footprint(machine.memory().size(), reduction);
    }

    /** One run. */
    void run(Arbiter arbiter, Footprint footprint, int quietUntil, @Nullable StepSink sink) {
        notebook.failure = null;
        notebook.hazards.clear();
        notebook.inconclusive = false;
        notebook.later.clear();
        notebook.printed.clear();
        machine.attach(arbiter, footprint, sink);
        machine.run(quietUntil);
    }

    /** One run that goes on where a task dies of an oops, if the kernel can do without it, and reports every step. */
    void runOn(Arbiter arbiter, Footprint footprint, StepSink sink) {
        machine.surviveOopses(machine.tasksMayDie());
        notebook.goesOn = true;
        run(arbiter, footprint, 0, sink);
        notebook.goesOn = false;
        machine.surviveOopses(false);
    }

    /** The run that is under way has come round, and ends here; {@code task} is one that retries. */
    void livelocked(Signature signature, int task) {
        notebook.livelocked(signature, task);
    }

    /** What went wrong after the first failure of {@link #runOn}. */
    List<Sighting> laterFailures() {
        return notebook.later;
    }

    /** What the kernel printed in {@link #runOn}; searches don't take it down. */
    List<Recording.Printed> printed() {
        return notebook.printed;
    }

    /** True if the last run ended with tasks that wait, which an interrupt beyond the bounds might have helped. */
    boolean inconclusive() {
        return notebook.inconclusive;
    }

    /** What ended the last run, or null. */
    @Nullable
    Sighting failure() {
        return notebook.failure;
    }

    /** Rules that were broken in the last run without anything going wrong, but for those seen in earlier runs. */
    List<Sighting> newHazards() {
        return notebook.hazards;
    }

    /** Reports every hazard anew. */
    void forgetHazards() {
        notebook.seen.clear();
    }

    @Override
    public void close() {
        carrier.close();
    }

    /** Takes down what detectors report. */
    private static final class Notebook implements Reporter {
        private final CallChain callChain;
        private boolean inconclusive;
        private @Nullable Machine machine;
        private @Nullable Sighting failure;
        private boolean goesOn;
        private final List<Sighting> hazards = new ArrayList<>();
        private final List<Sighting> later = new ArrayList<>();
        private final List<Recording.Printed> printed = new ArrayList<>();
        private final LongSet seen = new LongSet();

        Notebook(CallChain callChain) {
            this.callChain = callChain;
        }

        @Override
        public void failure(String rule, String outcome, String place, int culprit) {
            Machine m = machine;
            if (m == null || (failure != null && !goesOn)) {
                return;
            }
            Sighting now = sighting(m, new Signature(rule, outcome, place, callChain.here()), culprit, false);
            if (failure == null) {
                failure = now;
            } else {
                later.add(now);
            }
            boolean onlyTheTaskDies = goesOn && (outcome.startsWith("BUG") || outcome.equals("paging-request"));
            if (!onlyTheTaskDies) {
                m.stop();
            }
        }

        void livelocked(Signature signature, int task) {
            if (machine != null && failure == null) {
                failure = new Sighting(signature, machine.steps(), task, task, false, machine.traceHash());
            }
        }

        @Override
        public void hazard(String rule, String outcome, int task) {
            if (machine != null && failure == null && seen.add(machine.position(task) + rule.hashCode())) {
                hazards.add(sighting(machine, new Signature(rule, outcome, "", callChain.here()), task, true));
            }
        }

        @Override
        public void inconclusive() {
            inconclusive = true;
        }

        @Override
        public void said(String message) {
            Machine m = machine;
            if (m != null && goesOn) {
                printed.add(new Recording.Printed(m.steps(), m.taskOn(m.running()), message, callChain.here()));
            }
        }

        private static Sighting sighting(Machine m, Signature signature, int culprit, boolean hazard) {
            return new Sighting(signature, m.steps(), m.taskOn(m.running()), culprit, hazard, m.traceHash());
        }
    }
}
