package dev.preemptcheck.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
            "HM-2/SMPP/DBG1 UNSAFE D2:BUG-slot-busy(97) | BUG-unmap-mismatch(119) | D1:leak | D3 | D4");

    @Test
    void thereAreThirtyTwoRowsEachOnce() {
        List<String> names =
                Catalogue.rowsOf("S1").stream().map(CatalogueRow::name).toList();
        assertThat(names).hasSize(32).doesNotHaveDuplicates();
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
    void aRowThatTheTableForgetsIsNamed() {
        VerdictTable table = VerdictTable.parse("X;UP;SAFE;");
        assertThatThrownBy(() -> table.of("X", List.of("SMP", "DBG1"))).hasMessageContaining("X under SMP");
        assertThatThrownBy(() -> table.of("Y", List.of("UP", "DBG1"))).hasMessageContaining("Y under UP");
    }
}
