package dev.preemptcheck.stress.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.explore.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a search says of the programs that other tools are measured by. */
final class PeerProgramsTest {

    @ParameterizedTest
    @CsvSource({
        "P1, BUG:slot-busy",
        "P2, BUG:torn-entry",
        "P3, BUG:count-off",
        "P4, D13:deadlock(woken)",
        "P5, 'D13:deadlock(fork0,fork1,fork2)'"
    })
    void programsWithAFaultAreRefuted(String program, String violation) {
        Verdict verdict = PeerProof.prove(PeerPrograms.named(program));
        assertThat(verdict).isInstanceOf(Verdict.Refuted.class);
        assertThat(((Verdict.Refuted) verdict).findings())
                .anySatisfy(f -> assertThat(f.signature().violation()).isEqualTo(violation));
    }

    @ParameterizedTest
    @ValueSource(strings = {"P1f", "P2f", "P3f", "P4f", "P5f", "P6-2x2", "P6-3x4"})
    void programsWithoutAreProvedWithoutAnyBoundThatCuts(String program) {
        Verdict verdict = PeerProof.prove(PeerPrograms.named(program));
        assertThat(verdict).as(verdict.describe()).isInstanceOf(Verdict.Proved.class);
        assertThat(((Verdict.Proved) verdict).cut()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"P1", "P2", "P3"})
    void programsThatCheckNothingCanNotBeRefuted(String program) {
        assertThat(PeerProof.prove(PeerPrograms.unchecked(program))).isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void everyNameIsThatOfAProgram() {
        assertThat(PeerPrograms.names())
                .containsExactly("P1", "P1f", "P2", "P2f", "P3", "P3f", "P4", "P4f", "P5", "P5f")
                .allSatisfy(name -> assertThat(PeerPrograms.named(name).name()).isEqualTo(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"P7", "P6", "P6-0x4", "P6-8x4", "P6-3x0", "p1"})
    void anotherNameIsRefusedWithTheOnesThereAre(String name) {
        assertThatThrownBy(() -> PeerPrograms.named(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no program " + name)
                .hasMessageContaining("P5f and P6-TxN");
    }
}
