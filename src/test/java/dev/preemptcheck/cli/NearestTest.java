package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestTest {
    @ParameterizedTest
    @CsvSource({"'',abc,3", "abc,'',3", "abc,abc,0", "abc,abd,1", "abc,ac,1", "ac,abc,1", "ab,ba,2", "kitten,sitting,3"
    })
    void changesAreCounted(String from, String to, int changes) {
        assertThat(Nearest.changes(from, to)).isEqualTo(changes);
    }

    @Test
    void theNameWithTheFewestChangesIsMeant() {
        assertThat(Nearest.hint("--siz", List.of("--seeds", "--size", "--all"))).isEqualTo("; did you mean --size?");
    }

    @Test
    void ofEqualsTheFirstInTheAlphabetIsMeant() {
        assertThat(Nearest.hint("row3", List.of("row2", "row1"))).isEqualTo("; did you mean row1?");
    }

    @Test
    void aNameThatIsLikeNoneIsLeftAlone() {
        assertThat(Nearest.hint("--frobnicate", List.of("--size", "--all", "--carrier")))
                .isEmpty();
    }
}
