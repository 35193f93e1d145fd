package dev.preemptcheck.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.Kernels;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.explore.Anchor;
import dev.preemptcheck.explore.Deviation;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SeedFormatTest {
    private static final Seed SEED = new Seed(
            "kmap/quick",
            Kernels.config("UPP", true),
            "none",
            new Signature(
                    "D2", "BUG-slot-busy(95)", "include/asm/highmem.h:95", List.of("do_wp_page", "handle_mm_fault")),
            0xfedcba9876543210L,
            new Schedule(List.of(new Deviation(12, Agent.timer(0)), new Deviation(21, Agent.task(2)))),
            List.of(new Anchor("S11dhcpd", "do_wp_page", 1, 4), new Anchor("timer0#1", "do_IRQ", 1, 7)));

    private static final String TEXT = SeedFormat.write(SEED);

    @Test
    void whatIsWrittenIsReadBack() throws SeedFormatException {
        assertThat(SeedFormat.read("x.seed", TEXT)).isEqualTo(SEED);
    }

    @Test
    void aHazardWithoutOutcomeChainAndDeviationsIsReadBack() throws SeedFormatException {
        Seed bare = new Seed(
                "kmap/quick",
                Kernels.config("SMP", false),
                "highmem/love-final",
                new Signature("D4", "", "", List.of()),
                0,
                Schedule.EMPTY,
                List.of());
        assertThat(SeedFormat.read("x.seed", SeedFormat.write(bare))).isEqualTo(bare);
    }

    @ParameterizedTest
    @CsvSource({"false,false,n,n", "true,false,y,n", "false,true,n,y", "true,true,y,y"})
    void a269KernelWritesWhetherInterruptsRunInThreads(boolean softirqs, boolean hardirqs, String soft, String hard)
            throws SeedFormatException {
        KernelConfig config = new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 2, true).withThreads(softirqs, hardirqs);
        Seed seed = new Seed("x", config, "none", SEED.signature(), 0, Schedule.EMPTY, List.of());
        String text = SeedFormat.write(seed);
        assertThat(text)
                .contains("config: NR_CPUS=2 CONFIG_SMP=y CONFIG_PREEMPT=y CONFIG_PREEMPT_SOFTIRQS=" + soft
                        + " CONFIG_PREEMPT_HARDIRQS=" + hard + "\n");
        assertThat(SeedFormat.read("x.seed", text)).isEqualTo(seed);
    }

    @Test
    void aConfigThatWouldNotBeReadBackIsNotWritten() {
        KernelConfig threads = Kernels.config("UPP", true).withThreads(true, false);
        assertThatThrownBy(() -> SeedFormat.config(threads)).hasMessageContaining("no option for threads");
        KernelConfig debug = new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 1, true, true);
        assertThatThrownBy(() -> SeedFormat.config(debug)).hasMessageContaining("no option for HIGHMEM_DEBUG");
        KernelConfig many = new KernelConfig(KernelVersion.V2_4_10_PRE4, 5, true, true);
        assertThatThrownBy(() -> SeedFormat.config(many)).hasMessageContaining("at most 4 processors");
    }

    @Test
    void theConfigOfAnotherFamilyIsRefused() {
        String wrong = withLine(line("kernel:"), "kernel: 2.6.9-rc1-VP-Q8");
        assertThatThrownBy(() -> SeedFormat.read("x.seed", wrong))
                .isInstanceOf(SeedFormatException.class)
                .hasMessageContaining("CONFIG_PREEMPT_HARDIRQS=<y|n>' for kernel 2.6.9-rc1-VP-Q8");
    }

    @Test
    void commentsBlankLinesAndLineEndsMeanNothing() throws SeedFormatException {
        String dressed = "# found on Monday\r\n\r\n" + TEXT.replace("\n", "\r\n\r\n# \r\n") + "\r\n";
        assertThat(SeedFormat.read("x.seed", dressed)).isEqualTo(SEED);
    }

    static Stream<Integer> lines() {
        return Stream.iterate(0, i -> i + 1).limit(TEXT.lines().count());
    }

    private static String withLine(int number, String line) {
        List<String> lines = new java.util.ArrayList<>(TEXT.lines().toList());
        lines.set(number, line);
        return String.join("\n", lines) + "\n";
    }

    private static int line(String start) {
        return TEXT.lines().map(l -> l.startsWith(start)).toList().indexOf(true);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aFileCutOffAtAnyLineIsRefused(int kept) {
        String cut = String.join("\n", TEXT.lines().limit(kept).toList());
        assertThatThrownBy(() -> SeedFormat.read("x.seed", cut))
                .isInstanceOf(SeedFormatException.class)
                .hasMessageMatching("x\\.seed:" + Math.max(1, kept) + ": the file ends too soon.*");
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aFileCutOffWithinALineIsRefused(int number) {
        String line = TEXT.lines().toList().get(number);
        String cut = withLine(number, line.substring(0, 2));
        assertThatThrownBy(() -> SeedFormat.read("x.seed", cut))
                .isInstanceOf(SeedFormatException.class)
                .hasMessageStartingWith("x.seed:" + (number + 1) + ": ");
    }

    @ParameterizedTest
    @MethodSource("lines")
    void anUnknownKeyIsRefusedWhereItStands(int number) {
        assertThatThrownBy(() -> SeedFormat.read("x.seed", withLine(number, "colour: red")))
                .isInstanceOf(SeedFormatException.class)
                .hasMessageStartingWith("x.seed:" + (number + 1) + ": ");
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aLineThatStandsTwiceIsRefused(int number) {
        String line = TEXT.lines().toList().get(number);
        if (line.startsWith("deviation")) {
            return; // any number of these may stand there
        }
        assertThatThrownBy(() -> SeedFormat.read("x.seed", withLine(number, line + "\n" + line)))
                .isInstanceOf(SeedFormatException.class)
                .hasMessageStartingWith("x.seed:" + (number + 2) + ": ");
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aControlCharacterIsRefusedWhereverItStands(int number) {
        String line = TEXT.lines().toList().get(number);
        for (String control : List.of("\u001b[31m", "\u0000", "\u009b", "\u202e")) {
            assertThatThrownBy(() -> SeedFormat.read("x.seed", withLine(number, line + control)))
                    .isInstanceOf(SeedFormatException.class)
                    .hasMessageStartingWith("x.seed:" + (number + 1) + ": ")
                    .message()
                    .doesNotContain(control);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing\n\n"})
    void anEmptyFileIsRefused(String text) {
        assertThatThrownBy(() -> SeedFormat.read("x.seed", text))
                .isInstanceOf(SeedFormatException.class)
                .hasMessageContaining("the file ends too soon");
    }

    @Test
    void anotherVersionIsRefusedByName() {
        assertThatThrownBy(() -> SeedFormat.read("x.seed", withLine(0, "preemptcheck seed 2")))
                .hasMessage("x.seed:1: seed format '2' is not known here; this version reads format 1");
    }

    @Test
    void textAfterTheEndIsRefused() {
        assertThatThrownBy(() -> SeedFormat.read("x.seed", TEXT + "\nend\n"))
                .isInstanceOf(SeedFormatException.class)
                .hasMessageContaining("nothing may stand after 'end'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "config|config: NR_CPUS=2 CONFIG_SMP=n CONFIG_PREEMPT=y CONFIG_HIGHMEM4G=y HIGHMEM_DEBUG=1|contradicts NR_CPUS",
                "config|config: NR_CPUS=1 CONFIG_SMP=y CONFIG_PREEMPT=y CONFIG_HIGHMEM4G=y HIGHMEM_DEBUG=1|contradicts NR_CPUS",
                "config|config: NR_CPUS=5 CONFIG_SMP=y CONFIG_PREEMPT=y CONFIG_HIGHMEM4G=y HIGHMEM_DEBUG=1|a config is",
                "config|config: NR_CPUS=1 CONFIG_SMP=n|a config is",
                "kernel|kernel: 2.6.9|is not modelled",
                "machine|machine: alpha|the machine must be",
                "trace|trace: 123|16 hexadecimal digits",
                "deviation|deviation: 12 cpu99 after S11dhcpd do_wp_page#1.4|names no agent",
                "deviation|deviation: -1 cpu0 after S11dhcpd do_wp_page#1.4|a deviation is",
                "deviation|deviation: 12 cpu0|a deviation is"
            })
    void aValueThatCantBeIsRefused(String key, String line, String reason) {
        int number = line(key + ":");
        assertThatThrownBy(() -> SeedFormat.read("x.seed", withLine(number, line)))
                .isInstanceOf(SeedFormatException.class)
                .hasMessageStartingWith("x.seed:" + (number + 1) + ": ")
                .hasMessageContaining(reason);
    }
}
