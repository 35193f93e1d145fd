package dev.preemptcheck.oops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.oops.message.KernelMessage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times as dmesg, syslogs and journals of today write them, and what only looks like one. */
final class TodaysTimesTest {
    private static final String MESSAGE = "bad: scheduling while atomic!";

    private static List<KernelMessage> messages(String log) {
        return Logs.triage(log).messages().groups().stream()
                .map(group -> group.first())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[Thu Dec  3 07:06:54 2026] | Thu Dec 3 07:06:54 2026 | ''",
                "[Thu Dec 13 07:06:54 2026] | Thu Dec 13 07:06:54 2026 | ''",
                "2026-12-03T07:06:54,123456+00:00 | 2026-12-03T07:06:54,123456+00:00 | ''",
                "2026-12-03T07:06:54.123456+00:00 box kernel: [   12.345678] | 2026-12-03T07:06:54.123456+00:00 | box",
                "2026-12-03T07:06:54-0330 box kernel: | 2026-12-03T07:06:54-0330 | box",
                "Dec 03 07:06:54.123456 box kernel: | Dec 03 07:06:54.123456 | box",
            })
    void timeAndHostOfAMessageAreThoseOfTheLog(String prefix, String time, String host) {
        assertThat(messages(prefix + " " + MESSAGE + "\n")).singleElement().satisfies(message -> {
            assertThat(message.origin().time()).isEqualTo(time);
            assertThat(message.origin().host()).isEqualTo(host);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Thu Dec 03 07:06:54 2026] ",
                "[Thu Dec  3 07:06:54.123456 2026] ",
                "[Don Dec  3 07:06:54 2026] ",
                "[Thu Dec  3 27:06:54 2026] ",
                "[Thu Dec 32 07:06:54 2026] ",
                "2026-13-03T07:06:54Z testbox kernel: ",
                "2026-12-03T07:06:54 testbox kernel: ",
                "2026-12-03T07:06:54.Z testbox kernel: ",
                "2026-12-03T07:66:54Z testbox kernel: ",
                "2026-12-03T07:06:54+0 testbox kernel: ",
                "2026-12-03T07:06:54Z testbox app: ",
                "2026-12-03T07:06:54Z testbox app[12]: kernel: ",
                "2026-12-03T07:06:54Z ",
                "2026-12-03T07:06:54,123456Z testbox kernel: ",
                "Dec 03 07:06:54,123456 testbox kernel: ",
            })
    void whatOnlyLooksLikeATimeOrIsAnotherProgramsIsNoMessage(String prefix) {
        assertThat(messages(prefix + MESSAGE + "\n")).isEmpty();
    }

    @Test
    void oopsIsTheSameInEveryEnvelope() {
        List<String> lines = Logs.dump(1);
        List<OopsRecord> old = Logs.contents(Logs.triage(lines));
        for (String prefix :
                List.of("[Thu Dec  3 07:06:54 2026] ", "2026-12-03T07:06:54.123456+00:00 testbox kernel: ")) {
            List<OopsRecord> now = Logs.contents(Logs.triage(lines.stream()
                    .map(line -> prefix + line.substring(Math.min(line.length(), Logs.ENVELOPE.length())))
                    .toList()));
            assertThat(now).hasSize(1);
            assertThat(now.get(0).eip()).isEqualTo(old.get(0).eip());
            assertThat(now.get(0).trace()).isEqualTo(old.get(0).trace());
            assertThat(now.get(0).process()).isEqualTo(old.get(0).process());
        }
    }

    /** A mail's reader has wrapped the lines at 76 columns and put a mark before each. */
    @Test
    void quotedAndWrappedLinesWithAnIsoTimeAreJoinedAgain() {
        String log = """
                > 2026-12-03T07:06:54.123456+00:00 testbox kernel: BUG: scheduling while atomic:
                > ksoftirqd/0/0x00000101/3 2026-12-03T07:06:54.123457+00:00 testbox kernel:
                > [<c029dd88>] schedule+0xbdc/0xc2c (12) 2026-12-03T07:06:54.123458+00:00
                > testbox kernel:  [<c029e6da>] cond_resched+0x64/0x78 (8)
                """;
        assertThat(messages(log)).singleElement().satisfies(message -> {
            assertThat(message.task()).isEqualTo("ksoftirqd/0");
            assertThat(message.chain()).containsExactly("schedule", "cond_resched");
            assertThat(message.origin().host()).isEqualTo("testbox");
        });
    }

    @Test
    void syslogsRepeatsAreCountedBehindAnIsoTimeToo() {
        String log = "2026-12-03T07:06:54Z testbox kernel: " + MESSAGE + "\n"
                + "2026-12-03T07:06:55Z testbox last message repeated 3 times\n";
        assertThat(Logs.triage(log).messages().messages()).isEqualTo(4);
    }
}
