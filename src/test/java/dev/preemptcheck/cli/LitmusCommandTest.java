package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LitmusCommandTest {
    private static final String STORE_BUFFERING = """
            X86 SB
            "Fre PodWR Fre PodWR"
            { }
             P0          | P1          ;
             MOV [x],$1  | MOV [y],$1  ;
             MOV EAX,[y] | MOV EAX,[x] ;
            exists (0:EAX=0 /\\ 1:EAX=0)
            """;

    @TempDir
    private Path dir = Path.of("set by JUnit");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void oneFileIsAnsweredAsHerdPrintsIt() throws IOException {
        assertThat(run("--model", "sc", write("SB", STORE_BUFFERING))).isZero();
        assertThat(lines())
                .containsExactly(
                        "Test SB Allowed",
                        "States 3",
                        "0:EAX=0; 1:EAX=1;",
                        "0:EAX=1; 1:EAX=0;",
                        "0:EAX=1; 1:EAX=1;",
                        "No",
                        "Witnesses",
                        "Positive: 0 Negative: 3",
                        "Condition exists (0:EAX=0 /\\ 1:EAX=0)",
                        "Observation SB Never 0 3");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void withoutAModelStoresWaitInBuffers() throws IOException {
        assertThat(run(write("SB", STORE_BUFFERING))).isZero();
        assertThat(lines()).contains("States 4", "0:EAX=0; 1:EAX=0;", "Observation SB Sometimes 1 3");
    }

    @Test
    void oneFileWithARaceAndAResultSaysSo() throws IOException {
        assertThat(run(write("race", race("Never")))).isZero();
        assertThat(lines())
                .containsExactly(
                        "Test race Required",
                        "States 2",
                        "1:r1=0;",
                        "1:r1=1;",
                        "No",
                        "Witnesses",
                        "Positive: 1 Negative: 1",
                        "Flag data-race",
                        "Condition forall (1:r1=1)",
                        "Observation race Sometimes 1 1",
                        "Result Never: plain");
    }

    @ParameterizedTest
    @CsvSource({
        "Never,'r1=2',agrees,0",
        "Sometimes,'r1=1',agrees,0",
        "Always,'x=1',agrees,0",
        "Never,'r1=1',DIFFERS,1",
        "Always,'r1=1',DIFFERS,1",
        "Sometimes,'r1=2',weaker,0",
        "Sometimes,'x=1',weaker,0",
        "DEADLOCK,'x=1',DIFFERS,1",
        "DATARACE,'x=1',weaker,0",
        "Unknown,'x=1',unjudged,0"
    })
    void resultIsComparedWithTheObservation(String result, String state, String agreement, int status)
            throws IOException {
        String text = "C c\n(* Result: " + result + " *)\n{ }\nP0(int *x) { WRITE_ONCE(*x, 1); }\n"
                + "P1(int *x) { int r1 = READ_ONCE(*x); }\nexists (" + state.replace("r1", "1:r1") + ")";
        assertThat(run(write("a", text), write("b", STORE_BUFFERING))).isEqualTo(status);
        assertThat(lines()).first().asString().matches(agreement + " .* c");
    }

    @Test
    void expectedRaceIsFound() throws IOException {
        assertThat(run(write("a", race("DATARACE")), write("b", race("Never")))).isZero();
        assertThat(lines()).first().asString().startsWith("agrees    Datarace  Sometimes 1 1");
    }

    @Test
    void severalFilesAreOneLineEachAndASum() throws IOException {
        write("a", race("Never"));
        write("b", STORE_BUFFERING);
        String unknown = write("c", "C c\n{ }\nP0(int *x)\n{\n\tfrob(x);\n}\nexists (x=1)");
        write("d", STORE_BUFFERING.replace("exists", "(* Result: Sometimes *) exists"));
        write("e", STORE_BUFFERING.replace("exists", "(* Result: Never *) exists"));
        Files.writeString(dir.resolve("README"), "no litmus test");
        assertThat(run("--model", "sc", dir.toString())).isZero();
        assertThat(lines())
                .containsExactly(
                        "plain     Never     Sometimes 1 1     race",
                        "unjudged  -         Never 0 3         SB",
                        "skipped   " + unknown + ":5: the function frob()",
                        "weaker    Sometimes Never 0 3         SB",
                        "agrees    Never     Never 0 3         SB",
                        "5 tests: 1 agree, 0 differ, 1 weaker, 1 plain, 1 without Result, 0 undecided, 1 skipped");
    }

    @Test
    void fileThatIsNotModelledIsACompaintAndStatusTwo() throws IOException {
        String lisa = write("lisa", "LISA l\n{ }\n P0 ;\nexists (x=1)");
        assertThat(run(lisa)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint(lisa + ":1: the dialect LISA; it is not modelled, so the test is skipped");
        assertThat(run(lisa, lisa)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(lines()).contains("skipped   " + lisa + ":1: the dialect LISA");
        assertComplaint("none of 2 files could be run; its reason stands on each line");
    }

    @Test
    void moreThreadsThanProcessorsAreSkipped() throws IOException {
        StringBuilder text = new StringBuilder("C many\n{ }\n");
        for (int i = 0; i < 12; i++) {
            text.append("P").append(i).append("(int *x) { WRITE_ONCE(*x, 1); }\n");
        }
        String many = write("many", text.append("exists (x=1)").toString());
        assertThat(run(many)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint(many + ": more than 11 threads; it is not modelled, so the test is skipped");
    }

    @Test
    void givenUpTestIsUndecided() throws IOException {
        String file = write("SB", STORE_BUFFERING);
        assertThat(run("--executions", "2", file)).isEqualTo(ExitStatus.UNDECIDED);
        assertThat(lines())
                .last()
                .asString()
                .isEqualTo("UNDECIDED: given up after 2 executions, there may be more states; raise --executions");
        assertThat(run("--executions", "2", file, file)).isEqualTo(ExitStatus.UNDECIDED);
        assertThat(lines()).contains("undecided -         ?                 SB");
    }

    @Test
    void wrongUsageIsOneComplaint() throws IOException {
        String missing = dir.resolve("missing.litmus").toString();
        assertThat(run(missing)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint(missing + ": no such file; check the path");
        assertThat(run(dir.toString())).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint(dir + ": no *.litmus file there; name files, or another directory");
        String file = write("SB", STORE_BUFFERING);
        assertThat(run("--model", "arm", file)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint("--model arm: no such memory model; use sc, tso or pso");
        assertThat(run("--jobs", "0", file)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint("--jobs: at least one search must be made at a time");
        assertThat(run("--carrier", "bogus", file)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint("no carrier is called 'bogus'; there are continuation and thread");
        assertThat(run("--json", "/dev/null/x.json", file)).isEqualTo(ExitStatus.WRONG_USAGE);
        assertComplaint("/dev/null/x.json: can't be written; name another file with --json");
        assertThat(out.toString()).as("nothing is run before").isEmpty();
        assertThat(run()).isEqualTo(ExitStatus.WRONG_USAGE);
    }

    @Test
    void jsonHasStatesAndReasons() throws IOException {
        write("a", race("Never"));
        write("b", "C c\n{ }\nexists (x=1)");
        Path json = dir.resolve("out.json");
        assertThat(run("--json", json.toString(), dir.toString())).isZero();
        JsonNode root = new ObjectMapper().readTree(json.toFile());
        assertThat(root.at("/model").asText()).isEqualTo("tso");
        assertThat(root.at("/tests/0/agreement").asText()).isEqualTo("plain");
        assertThat(root.at("/tests/0/expected").asText()).isEqualTo("never");
        assertThat(root.at("/tests/0/observation").asText()).isEqualTo("sometimes");
        assertThat(root.at("/tests/0/states/1").asText()).isEqualTo("1:r1=1;");
        assertThat(root.at("/tests/0/dataRace").asBoolean()).isTrue();
        assertThat(root.at("/tests/1/agreement").asText()).isEqualTo("skipped");
        assertThat(root.at("/tests/1/reason").asText()).endsWith("b.litmus: no thread");
    }

    private static String race(String result) {
        return "C race\n(* Result: " + result + " *)\n{ }\nP0(int *x) { *x = 1; }\n"
                + "P1(int *x) { int r1 = *x; }\nforall (1:r1=1)\n";
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name + ".litmus"), text).toString();
    }

    private int run(String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "litmus";
        System.arraycopy(args, 0, all, 1, args.length);
        return PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), all);
    }

    private void assertComplaint(String message) {
        assertThat(err.toString().lines())
                .containsExactly("preemptcheck: " + message + " (see: preemptcheck litmus --help)");
        err.getBuffer().setLength(0);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }
}
