package dev.preemptcheck.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.hardware.EditedKernel;
import dev.preemptcheck.hardware.Footprint.Reduction;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedShelf;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Seeds outlive edits of the kernel: at statements that run before the finding, one access more, or one less, each time.
 */
final class ReplayAfterEditTest {
    /** So many of a hundred replay; 90 is the bar. */
    private static final int ENOUGH = 99;

    /** Statements that are edited in each seed, one at a time, from the first that runs to the last. */
    private static final int STATEMENTS_MAX = 6;

    @ParameterizedTest
    @EnumSource
    void mostSeedsStillReplay(EditedKernel.Kind kind) {
        List<String> gone = new ArrayList<>();
        int[] most = {0};
        int[] near = {0};
        Map<Replay.Result, Integer> tally = new EnumMap<>(Replay.Result.class);
        SeedShelf.builtIn().forEach((name, seed) -> {
            Scenario original = Systems.scenario(seed.scenario(), seed.config(), seed.patch());
            for (CallChain.Function statement : statements(original, seed, kind)) {
                EditedKernel edited = new EditedKernel(original, statement, kind);
                Replay replay = replay(edited, seed);
                most[0] = Math.max(most[0], replay.tried());
                near[0] += replay.tried() > 0 ? 1 : 0;
                Replay.Result result = replay.result();
                assertThat(edited.statements()).as("%s: %s", name, edited).contains(statement);
                tally.merge(result, 1, Integer::sum);
                if (result == Replay.Result.GONE) {
                    gone.add(name + ": " + edited);
                }
            }
        });
        int all = tally.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf(
                "%s: %d edits of %d seeds: %s, %.1f %% replay, %d near their anchors after at most %d runs%n",
                kind, all, SeedShelf.names().size(), tally, 100.0 * (all - gone.size()) / all, near[0], most[0]);
        assertThat(most[0]).isBetween(1, Replay.TRIED_MAX);
        gone.forEach(System.out::println);
        assertThat(all).isGreaterThan(3 * SeedShelf.names().size());
        assertThat(gone).hasSizeLessThanOrEqualTo(all * (100 - ENOUGH) / 100);
    }

    private static Replay replay(Scenario scenario, Seed seed) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return Replay.of(subject, seed.schedule(), seed.anchors(), seed.signature(), seed.trace());
        }
    }

    /** Some of those that run before the finding, or before the end where that is a hazard. */
    private static List<CallChain.Function> statements(Scenario original, Seed seed, EditedKernel.Kind kind) {
        EditedKernel survey = EditedKernel.survey(original, kind);
        try (Subject subject = new Subject(survey, Carrier.best())) {
            subject.run(new ScheduleArbiter(seed.schedule()), subject.footprint(Reduction.NONE), 0, null);
            return spread(survey.statements());
        }
    }

    private static List<CallChain.Function> spread(List<CallChain.Function> all) {
        List<CallChain.Function> some = new ArrayList<>();
        int count = Math.min(all.size(), STATEMENTS_MAX);
        for (int i = 0; i < count; i++) {
            some.add(all.get(count == 1 ? 0 : i * (all.size() - 1) / (count - 1)));
        }
        return some;
    }
}
