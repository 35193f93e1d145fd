package dev.preemptcheck.oops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that was mailed, quoted and re-wrapped gives the records of the original (fact 7.4, variant 4). */
final class QuotedLogTest {
    @ParameterizedTest
    @ValueSource(strings = {"> ", ">", "> > ", ">> ", " >", "> > > ", ">>>"})
    void quoteMarksChangeNothing(String marks) {
        for (String log : List.of(Logs.PRE4, Logs.AC10)) {
            List<String> quoted =
                    Logs.lines(log).stream().map(line -> marks + line).toList();
            assertThat(Logs.contents(Logs.triage(quoted))).isEqualTo(Logs.contents(log));
        }
    }

    @ParameterizedTest
    @CsvSource({"'> ',76", "'> ',72", "'> > ',76", "'> > > ',78", "' >',76", "'>',60", "'> ',40"})
    void rewrappedParagraphsChangeNothing(String marks, int columns) {
        for (String log : List.of(Logs.PRE4, Logs.AC10)) {
            List<String> filled = fill(Logs.lines(log), marks, columns);
            assertThat(Logs.contents(Logs.triage(filled))).isEqualTo(Logs.contents(log));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 72, 76})
    void linesWrappedOneByOneChangeNothing(int columns) {
        for (String log : List.of(Logs.PRE4, Logs.AC10)) {
            List<String> wrapped = new ArrayList<>();
            Logs.lines(log).forEach(line -> wrapped.addAll(fill(List.of(line), "> ", columns)));
            assertThat(Logs.contents(Logs.triage(wrapped))).isEqualTo(Logs.contents(log));
        }
    }

    @Test
    void unquotedRestOfAWrappedQuotedLineIsJoined() {
        List<String> wrapped = new ArrayList<>();
        for (String line : Logs.lines(Logs.PRE4)) {
            List<String> pieces = fill(List.of(line), "> ", 76);
            wrapped.add(pieces.get(0));
            pieces.stream().skip(1).map(piece -> piece.substring(2)).forEach(wrapped::add);
        }
        assertThat(Logs.contents(Logs.triage(wrapped))).isEqualTo(Logs.contents(Logs.PRE4));
    }

    @Test
    void unquotedPasteFilledByTheMailerIsUnwrapped() {
        List<String> filled = fill(Logs.lines(Logs.PRE4), "", 76);
        assertThat(Logs.contents(Logs.triage(filled))).isEqualTo(Logs.contents(Logs.PRE4));
    }

    @Test
    void symbolSplitAtASlashWithTheQuoteMarkGluedToTheRestIsJoined() {
        List<String> split = new ArrayList<>();
        for (String line : Logs.lines(Logs.PRE4)) {
            int slash = line.indexOf("/kernel/fs/nfsd");
            if (slash < 0) {
                split.add("> " + line);
            } else {
                split.add("> " + line.substring(0, slash + 1));
                split.add(" >" + line.substring(slash + 1));
            }
        }
        assertThat(Logs.contents(Logs.triage(split))).isEqualTo(Logs.contents(Logs.PRE4));
    }

    @Test
    void registerPairSplitAcrossLinesIsJoined() {
        String quoted =
                Logs.text(Logs.PRE4).lines().map(line -> "> " + line + "\n").reduce("", String::concat);
        String split = quoted.replace("   ecx: ", "   ecx:\n> ").replace("   ebp: ", "\n> ebp: ");
        assertThat(Logs.contents(Logs.triage(split))).isEqualTo(Logs.contents(Logs.PRE4));
    }

    @Test
    void quoteMarksLeftInMidLineByASecondFillAreDropped() {
        List<String> once = fill(Logs.lines(Logs.PRE4), "> ", 76);
        List<String> twice = fill(once, "> ", 70);
        assertThat(Logs.contents(Logs.triage(twice))).isEqualTo(Logs.contents(Logs.PRE4));
    }

    @Test
    void replyBelowTheQuotationIsNoPartOfIt() {
        List<String> mail = new ArrayList<>(List.of("Hello,", "this is what I saw:", ""));
        Logs.lines(Logs.PRE4).forEach(line -> mail.add("> " + line));
        mail.addAll(List.of("be fe ad: does it also happen without preempt?", "", "-- ", "A. Maintainer"));
        assertThat(Logs.contents(Logs.triage(mail))).isEqualTo(Logs.contents(Logs.PRE4));
    }

    @Test
    void originalAndItsQuotationAreOneSetOfOopses() {
        List<String> thread = new ArrayList<>(Logs.lines(Logs.PRE4));
        thread.add("");
        Logs.lines(Logs.PRE4).forEach(line -> thread.add("> " + line));
        TriageReport report = Logs.triage(thread);
        assertThat(report.oopses()).isEqualTo(7);
        assertThat(report.quotedCopies()).isEqualTo(7);
        assertThat(Logs.contents(report)).isEqualTo(Logs.contents(Logs.PRE4));
    }

    @Test
    void quotedAllocationFailuresCountLikeTheOriginal() {
        List<String> filled = fill(Logs.lines(Logs.ALLOC), "> ", 76);
        assertThat(Logs.triage(filled).allocationFailures())
                .isEqualTo(Logs.triage(Logs.text(Logs.ALLOC)).allocationFailures());
    }

    /** Fills lines as a mail program does: words joined by one blank, a word that is too long broken after a slash, empty lines kept. */
    private static List<String> fill(List<String> lines, String marks, int columns) {
        List<String> filled = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String source : lines) {
            if (source.isBlank()) {
                filled.add(marks + line);
                filled.add(marks.stripTrailing());
                line.setLength(0);
                continue;
            }
            for (String word : source.trim().split("\\s+", -1)) {
                String rest = word;
                while (marks.length() + rest.length() > columns) {
                    int slash = rest.lastIndexOf('/', columns - marks.length() - 1);
                    if (slash < 0) {
                        break;
                    }
                    put(filled, line, rest.substring(0, slash + 1), marks, columns);
                    filled.add(marks + line);
                    line.setLength(0);
                    rest = rest.substring(slash + 1);
                }
                put(filled, line, rest, marks, columns);
            }
        }
        if (line.length() > 0) {
            filled.add(marks + line);
        }
        return filled;
    }

    private static void put(List<String> filled, StringBuilder line, String word, String marks, int columns) {
        if (line.length() > 0 && marks.length() + line.length() + 1 + word.length() > columns) {
            filled.add(marks + line);
            line.setLength(0);
        }
        line.append(line.length() > 0 ? " " : "").append(word);
    }
}
