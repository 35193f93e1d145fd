package dev.preemptcheck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.kernel.kbuild.MemorySize;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import dev.preemptcheck.verify.LinkMatrix;
import dev.preemptcheck.verify.LinkRow;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code list} leaves nothing out, and {@code show} knows whatever it lists. */
final class ListAndShowTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void everySystemVariantRowAndSeedIsListed() {
        assertThat(run("list")).isZero();
        for (ModelledSystem system : Systems.all()) {
            assertThat(out.toString()).contains(system.id() + " " + system.scenario() + ": ", system.id() + " rows");
            assertThat(system.variants().stream().map(Variant::id))
                    .allMatch(id -> out.toString().contains("  " + id + " "));
        }
        assertThat(Catalogue.rows().stream().map(CatalogueRow::name))
                .allMatch(name -> out.toString().contains("  " + name + " "));
        assertThat(SeedShelf.names()).allMatch(name -> out.toString().contains("  " + name));
    }

    @Test
    void everyMarkIsListedAndShownWithItsReason() {
        assertThat(run("list")).isZero();
        String listed = out.toString();
        int marks = 0;
        for (CatalogueRow row : Catalogue.rows()) {
            Map<String, String> marked = row.scenario(Size.QUICK).setup().intendedRaces();
            out.getBuffer().setLength(0);
            assertThat(run("show", row.name())).isZero();
            marked.forEach((word, reason) -> {
                assertThat(reason).as(row.name() + " " + word).hasSizeGreaterThan(10);
                assertThat(listed).contains("  marked " + word + ": ");
                assertThat(out.toString()).contains("marked    " + word + ": ");
            });
            marks += marked.size();
        }
        assertThat(marks).isPositive();
        assertThat(listed.replaceAll("\\s+", " "))
                .contains("marked noop_qdisc.refcnt: changes by locked instructions alone; who reads it knows");
    }

    @Test
    void theMatrixIsListedWithItsSystemAndItsCellsAreShown() {
        assertThat(run("list", "--system", "S3")).isZero();
        assertThat(LinkMatrix.variants().stream().map(Variant::id))
                .allMatch(id -> out.toString().contains("\n  " + id + " "));
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("PC-declock/link/ported/UPP SAFE: M386 with NOHIGHMEM HIGHMEM4G HIGHMEM64G")
                .contains("PC-declock/link/ported/UPP UNSAFE LD:undefined(atomic_dec_and_lock): M486 M586 M686");
        List<LinkRow> rows = LinkMatrix.rows().stream()
                .filter(row -> row.config().memory() == MemorySize.HIGHMEM4G)
                .toList();
        for (LinkRow row : rows) {
            out.getBuffer().setLength(0);
            assertThat(run("show", row.name())).isZero();
            assertThat(out.toString())
                    .contains(
                            row.name(),
                            row.variant().patch(),
                            "CONFIG_" + row.config().cpu(),
                            "asked for by ");
            assertThat(out.toString().contains("undefined reference"))
                    .as(row.name())
                    .isNotEqualTo(row.expectation().safe());
        }
        assertThat(run("show", "PC-declock/link/ported/UPP/M387/HIGHMEM4G")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString()).contains("did you mean PC-declock/link/ported/UPP/M386/HIGHMEM4G?");
    }

    @Test
    void oneSystemIsListedAlone() {
        assertThat(run("list", "--system", "S1")).isZero();
        assertThat(out.toString())
                .contains("S1 kmap", "HM-4/SMPP/DBG1", "kmap-slot-busy-cow")
                .doesNotContain("sizes", "link");
        assertThat(run("list", "--system", "S98")).isEqualTo(ExitStatus.WRONG_USAGE);
        assertThat(err.toString().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("no system is called 'S98'; there are S1"));
    }

    @Test
    void everyRowIsShown() {
        for (CatalogueRow row : Catalogue.rows()) {
            out.getBuffer().setLength(0);
            assertThat(run("show", row.name())).isZero();
            assertThat(out.toString())
                    .contains(
                            row.name(),
                            row.variant().patch(),
                            row.config().version().release(),
                            "size deep",
                            "(pid ");
        }
    }

    @Test
    void everySeedIsShown() {
        for (String name : SeedShelf.names()) {
            out.getBuffer().setLength(0);
            assertThat(run("show", name)).isZero();
            assertThat(out.toString()).startsWith("preemptcheck seed 1\n");
        }
    }

    private int run(String... arguments) {
        return PreemptCheck.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
