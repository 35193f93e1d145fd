package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.Kernels;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.seed.SeedShelf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MinimiserTest {
    private static final Bounds BOUNDS = new Bounds(3, 2);

    private final Subject subject =
            new Subject(Kernels.scenario(KmapVariant.HM_0, "UPP", true, Size.QUICK), Carrier.best());
    private final Minimiser minimiser = new Minimiser(subject, BOUNDS);
    private Finding least = new Finding(new Signature("", "", "", List.of()), Schedule.EMPTY, 0, 0, 0, false, 0);

    @BeforeEach
    void find() {
        Verdict verdict = new Explorer(subject, BOUNDS, SearchOptions.FIRST).explore(Progress.UNWATCHED);
        least = minimiser.minimise(((Verdict.Refuted) verdict).findings().get(0));
    }

    @AfterEach
    void close() {
        subject.close();
    }

    @Test
    void superfluousDeviationsAreRemoved() {
        Finding planted = planted();
        assertThat(planted.schedule().size()).isEqualTo(least.schedule().size() + 1);
        Finding again = minimiser.minimise(planted);
        assertThat(again).isEqualTo(least);
    }

    /** The least schedule behind an interrupt that changes nothing but the number of steps. */
    private Finding planted() {
        for (int steps = 0; steps < 60; steps++) {
            List<Deviation> deviations = new ArrayList<>();
            deviations.add(new Deviation(0, Agent.timer(0)));
            deviations.addAll(least.schedule().shifted(0, steps).deviations());
            Schedule schedule = new Schedule(deviations);
            ScheduleArbiter arbiter = new ScheduleArbiter(schedule);
            subject.run(arbiter, subject.footprint(dev.preemptcheck.hardware.Footprint.Reduction.NONE), 0, null);
            Subject.Sighting failure = subject.failure();
            if (arbiter.followedAll() && failure != null && failure.signature().equals(least.signature())) {
                return failure.on(schedule);
            }
        }
        throw new AssertionError("the interrupt changes more than the number of steps");
    }

    @Test
    void whatIsLeastStaysAsItIs() {
        assertThat(minimiser.minimise(least)).isEqualTo(least);
        assertThat(least.schedule().size()).isEqualTo(2);
    }

    @Test
    void everyDeviationOfTheLeastIsNeeded() {
        for (int i = 0; i < least.schedule().size(); i++) {
            Finding less = new Finding(least.signature(), least.schedule().without(i), 0, 0, 0, false, 0);
            assertThatThrownBy(() -> minimiser.minimise(less)).isInstanceOf(NotRepeatableException.class);
        }
    }

    /** At most 2 s each is the bar; runs are counted, because tests have no clock. */
    @Test
    void builtInSeedsAreTheLeastAndThatIsSoonKnown() {
        SeedShelf.builtIn().forEach((name, seed) -> {
            Scenario scenario = Systems.scenario(seed.scenario(), seed.config(), seed.patch());
            try (Subject own = new Subject(scenario, Carrier.best())) {
                Finding finding = new Finding(seed.signature(), seed.schedule(), 0, 0, 0, false, 0);
                Minimum minimum = new Minimiser(own).minimum(finding);
                assertThat(minimum.finding().schedule()).as(name).isEqualTo(seed.schedule());
                assertThat(minimum.proved()).as(name).isTrue();
                assertThat(minimum.executions()).as(name).isLessThan(40_000);
            }
        });
    }

    @Test
    void ofSeveralFindingsTheLeastIsTakenWhateverItWasFoundAs() {
        Finding planted = planted();
        assertThat(minimiser.leastOf(List.of(planted, least))).isEqualTo(least);
        assertThat(minimiser.leastOf(List.of(least, planted))).isEqualTo(least);
        assertThat(minimiser.eachOf(List.of(planted))).containsExactly(least);
    }

    @Test
    void aSearchThatIsGivenUpKeepsTheSignatureAndClaimsNothing() {
        Finding planted = planted();
        Minimum minimum = new Minimiser(subject, BOUNDS, 1).minimum(planted);
        assertThat(minimum.proved()).isFalse();
        assertThat(minimum.finding().signature()).isEqualTo(planted.signature());
        assertThat(minimum.finding().schedule()).isLessThanOrEqualTo(planted.schedule());
    }
}
