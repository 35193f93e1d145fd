package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.CarrierKind;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.SchedulingPolicy;
import dev.preemptcheck.scenario.Scenario;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a schedule that leads round a cycle shows when it is run. */
final class LassoWatchTest {
    private static final Bounds BOUNDS = new Bounds(1, 1);

    private static Scenario onTwoProcessors(Consumer<Kernel> program) {
        return Searches.scenario(2, false, SchedulingPolicy.ANY, program);
    }

    /** The first polls a flag, which the second sets to that. */
    private static Scenario polling(int value) {
        return onTwoProcessors(kernel -> {
            Word flag = kernel.word("flag", 0);
            kernel.task("poller", cpu -> {
                do {
                    cpu.loopHead(0);
                } while (flag.load(cpu) == 0);
            });
            kernel.task("setter", cpu -> flag.store(cpu, value));
        });
    }

    private static Finding found(Subject subject) {
        Verdict verdict = new Explorer(subject, BOUNDS, SearchOptions.FIRST).explore(Progress.UNWATCHED);
        assertThat(verdict).isInstanceOf(Verdict.Refuted.class);
        Finding first = ((Verdict.Refuted) verdict).findings().get(0);
        return new Minimiser(subject, BOUNDS).minimise(first);
    }

    @ParameterizedTest
    @EnumSource(CarrierKind.class)
    void aLivelockReplaysExactly(CarrierKind carrier) {
        try (Subject subject = new Subject(polling(0), carrier.open())) {
            Finding least = found(subject);
            Recording recording = Recorder.record(subject, least.schedule());
            assertThat(recording.schedule()).isEqualTo(least.schedule());
            Replay replay =
                    Replay.of(subject, least.schedule(), recording.anchors(), least.signature(), recording.trace());
            assertThat(replay.result()).isEqualTo(Replay.Result.EXACT);
            assertThat(least.signature().violation()).isEqualTo("D13:livelock");
        }
    }

    @Test
    void itsLeastScheduleIsNotClaimedToBeTheLeast() {
        try (Subject subject = new Subject(polling(0), Carrier.best())) {
            Finding found = found(subject);
            Minimum minimum = new Minimiser(subject).minimum(found);
            assertThat(minimum.proved()).isFalse();
            assertThat(minimum.finding()).isEqualTo(found);
        }
    }

    @Test
    void itsAnchorsFindItToo() {
        try (Subject subject = new Subject(polling(0), Carrier.best())) {
            Finding least = found(subject);
            Recording recording = Recorder.record(subject, least.schedule());
            Recording again = Recorder.record(subject, least.schedule(), recording.anchors());
            assertThat(again.failure())
                    .isNotNull()
                    .extracting(Finding::signature)
                    .isEqualTo(least.signature());
        }
    }

    @Test
    void whereTheFlagIsSetItIsGone() {
        Finding least;
        List<Anchor> anchors;
        try (Subject subject = new Subject(polling(0), Carrier.best())) {
            least = found(subject);
            anchors = Recorder.record(subject, least.schedule()).anchors();
        }
        try (Subject mended = new Subject(polling(1), Carrier.best())) {
            Replay replay = Replay.of(mended, least.schedule(), anchors, least.signature(), least.trace());
            assertThat(replay.result()).isEqualTo(Replay.Result.GONE);
        }
    }

    /** What is said of the run with marks before these steps, in which everybody carries on. */
    private static @Nullable Finding marked(Scenario scenario, int begins, int ends) {
        Schedule schedule = new Schedule(
                List.of(new Deviation(begins, Agent.cycleBegins()), new Deviation(ends, Agent.cycleEnds())));
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return Recorder.record(subject, schedule).failure();
        }
    }

    /** With interrupts off on the only processor, whoever polls is alone. */
    private static Scenario pollingAlone() {
        return Searches.scenario(1, false, SchedulingPolicy.ANY, kernel -> {
            Word flag = kernel.word("flag", 0);
            kernel.task("poller", cpu -> {
                cpu.cli();
                do {
                    cpu.loopHead(0);
                } while (flag.load(cpu) == 0);
            });
        });
    }

    @Test
    void onlyTheSameStateClosesACycle() {
        assertThat(marked(pollingAlone(), 4, 6)).isNotNull();
        assertThat(marked(pollingAlone(), 3, 9)).isNotNull();
        assertThat(marked(pollingAlone(), 4, 7)).isNull();
    }

    /** The poller goes round alone; the second processor could move, and ticks could come. */
    @Test
    void aCycleInWhichSomebodyNeverMovesIsNone() {
        assertThat(marked(polling(0), 4, 6)).isNull();
    }

    @Test
    void aRunThatNeverComesRoundIsCutOff() {
        assertThat(marked(pollingAlone(), 4, 1_000_000)).isNull();
    }
}
