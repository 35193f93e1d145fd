package dev.preemptcheck.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedFormat;
import dev.preemptcheck.seed.SeedFormatException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CatalogueTest {
    /** Fact 6, S1, row by row. */
    private static final List<String> UNSAFE = List.of(
            "HM-0/UPP/DBG0 UNSAFE D2:wrong-page",
            "HM-0/UPP/DBG1 UNSAFE D2:BUG-slot-busy(95)",
            "HM-0/SMPP/DBG0 UNSAFE D2:wrong-page | D3",
            "HM-0/SMPP/DBG1 UNSAFE D2:BUG-slot-busy(95) | BUG-unmap-mismatch(113) | D3",
            "HM-1/UPP/DBG0 UNSAFE D1:underflow",
            "HM-1/SMPP/DBG0 UNSAFE D1:underflow",
            "HM-2/UPP/DBG0 UNSAFE D2:wrong-page",
            "HM-2/UPP/DBG1 UNSAFE D2:BUG-slot-busy(97) | D1:leak",
            "HM-2/SMPP/DBG0 UNSAFE D2:wrong-page | D3",
            "HM-2/SMPP/DBG1 UNSAFE D2:BUG-slot-busy(97) | BUG-unmap-mismatch(119) | D1:leak | D3 | D4",
            "HM-3/UPP/DBG0 UNSAFE D9 | D10",
            "HM-3/UPP/DBG1 UNSAFE D9 | D10",
            "HM-3/SMPP/DBG0 UNSAFE D9 | D10",
            "HM-3/SMPP/DBG1 UNSAFE D9 | D10");

    @Test
    void thereAreThirtySixRowsEachOnce() {
        List<String> names =
                Catalogue.rowsOf("S1").stream().map(CatalogueRow::name).toList();
        assertThat(names).hasSize(36).doesNotHaveDuplicates();
    }

    @Test
    void theUnsafeRowsAreThoseOfTheVerdictTable() {
        List<String> unsafe = new ArrayList<>();
        for (CatalogueRow row : Catalogue.rowsOf("S1")) {
            if (!row.expectation().safe()) {
                unsafe.add(row.name() + " " + row.expectation());
            }
        }
        assertThat(unsafe).containsExactlyInAnyOrderElementsOf(UNSAFE);
    }

    @Test
    void safeRowsNameNoViolation() {
        assertThat(Catalogue.rowsOf("S1").stream()
                        .map(CatalogueRow::expectation)
                        .filter(Expectation::safe))
                .hasSize(22)
                .allMatch(e -> e.violations().isEmpty());
    }

    @Test
    void axesOfOneKindAreAlternativesAndOfTwoKindsCombine() {
        VerdictTable table = VerdictTable.parse("# comment\n\nX;UP,UPP,DBG0;SAFE;\nX;ANY;UNSAFE;a|b\n");
        assertThat(table.of("X", List.of("UP", "DBG0")).safe()).isTrue();
        assertThat(table.of("X", List.of("UPP", "DBG0")).safe()).isTrue();
        assertThat(table.of("X", List.of("UPP", "DBG1")).safe()).isFalse();
        assertThat(table.of("X", List.of("SMP", "DBG0")).violations()).containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X;UP;SAFE",
                "X;UP;MAYBE;",
                "X;UPX;SAFE;",
                "X;UP,;SAFE;",
                "X;;SAFE;",
                "X;UP;SAFE;D2",
                "X;UP;OPEN;D2",
                "X;UP;UNSAFE;",
                "X;UP;SAFE;;",
                "X"
            })
    void otherLinesAreRefused(String line) {
        assertThatThrownBy(() -> VerdictTable.parse(line)).hasMessageContaining("not a line of a verdict table");
    }

    @Test
    void noTwoRowsOfAnySystemShareAName() {
        assertThat(allRows().stream().map(Row::name)).doesNotHaveDuplicates();
        for (KernelVersion version : KernelVersion.values()) {
            assertThat(Catalogue.rows(version).stream().map(CatalogueRow::name)).doesNotHaveDuplicates();
        }
    }

    /** Else an axis is mistyped there, or an earlier line covers it all. */
    @Test
    void everyLineOfTheTableHoldsForARow() {
        VerdictTable table = VerdictTable.builtIn();
        List<VerdictTable.Line> used = allRows().stream()
                .map(row -> table.lineOf(row.variant().id(), row.axes()).orElseThrow())
                .distinct()
                .toList();
        assertThat(used).containsExactlyInAnyOrderElementsOf(table.lines());
    }

    private static List<Row> allRows() {
        List<Row> rows = new ArrayList<>(Catalogue.rows());
        rows.addAll(LinkMatrix.rows());
        return rows;
    }

    @Test
    void aRowHasAtMostOneKnownAxisOfEachKind() {
        for (Row row : allRows()) {
            assertThat(AxisChoice.known()).as(row.name()).containsAll(row.axes());
            for (AxisKind kind : AxisKind.values()) {
                assertThat(row.axes().stream().filter(kind.tokens()::contains))
                        .as(row.name())
                        .hasSizeLessThan(2);
            }
        }
    }

    @Test
    void everyConfigurationOutlivesItsSeed() throws SeedFormatException {
        for (CatalogueRow row : Catalogue.rows()) {
            Seed seed = new Seed(
                    row.scenario(Size.QUICK).name(),
                    row.config(),
                    row.variant().patch(),
                    new Signature("D1", "", "", List.of()),
                    0,
                    Schedule.EMPTY,
                    List.of());
            assertThat(SeedFormat.read(row.name(), SeedFormat.write(seed))).isEqualTo(seed);
        }
    }

    @Test
    void rowsOfAnotherSystemAreNamedByVariantAndAxes() {
        VerdictTable table = VerdictTable.parse("X-0/torn;SP0,irq_exit;SAFE;\nX-0/torn;SP1,ANY;OPEN;\nX-1;ANY;SAFE;\n");
        List<CatalogueRow> rows = Catalogue.rows(List.of(new SoftirqLikeSystem()), table, ModelledSystem::configs);
        assertThat(rows.stream().map(row -> row.name() + " " + row.expectation()))
                .containsExactly(
                        "X-0/torn/SMPP/SP0/irq_exit SAFE",
                        "X-0/torn/SMPP/SP1/irq_exit OPEN",
                        "X-1/SMPP/SP0/irq_exit SAFE",
                        "X-1/SMPP/SP1/irq_exit SAFE");
    }

    @ParameterizedTest
    @CsvSource({
        "ANY,true",
        "UPP,true",
        "UP,false",
        "'UP,UPP',true",
        "'UPP,SP0',false",
        "'UPP,SP0,SP1',true",
        "'UP,SP1',false",
        "'SP1,ANY',true",
        "irq_exit,true",
        "process-context,false",
        "HP1,false",
        "DBG0,false",
        "'PAE,UPP',false"
    })
    void anAxisOfAKindThatTheRowHasNotIsNotCovered(String axes, boolean covered) {
        assertThat(new AxisChoice(List.of(axes.split(","))).covers(List.of("UPP", "SP1", "irq_exit")))
                .isEqualTo(covered);
    }

    @Test
    void aRowThatTheTableForgetsIsNamed() {
        VerdictTable table = VerdictTable.parse("X;UP;SAFE;");
        assertThatThrownBy(() -> table.of("X", List.of("SMP", "DBG1"))).hasMessageContaining("X under SMP");
        assertThatThrownBy(() -> table.of("Y", List.of("UP", "DBG1"))).hasMessageContaining("Y under UP");
    }
}
