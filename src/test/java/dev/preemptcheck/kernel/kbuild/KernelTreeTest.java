package dev.preemptcheck.kernel.kbuild;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small trees that do not link, each beside one that looks like it and does. */
final class KernelTreeTest {
    private static final BuildConfig UP = new BuildConfig(false, false, CpuType.M586, MemorySize.NOHIGHMEM);
    private static final BuildConfig UPP = new BuildConfig(false, true, CpuType.M586, MemorySize.NOHIGHMEM);
    private static final BuildConfig SMP = new BuildConfig(true, false, CpuType.M586, MemorySize.HIGHMEM4G);
    private static final String OBJECTS = """
            object kernel.o
            object fs.o
            patch none
            """;

    private static Link link(BuildConfig config, String lines) {
        return KernelTree.parse(OBJECTS + lines, "none").link(config);
    }

    private static List<String> errors(BuildConfig config, String lines) {
        return link(config, lines).errors();
    }

    @Test
    void whatIsReferredToAndNotDefinedIsUndefinedWhereverItIsReferredTo() {
        Link link = link(
                UP, "refer lock from fs.o iput,dput\nrefer lock,other from kernel.o mmput\ndefine other in fs.o\n");
        assertThat(link.undefined())
                .containsExactly(
                        new Reference("lock", "kernel.o", "mmput"),
                        new Reference("lock", "fs.o", "iput"),
                        new Reference("lock", "fs.o", "dput"));
        assertThat(link.errors()).containsExactly("undefined(lock)");
        assertThat(link.succeeds()).isFalse();
    }

    @Test
    void whatIsDefinedIsNot() {
        assertThat(errors(UP, "refer lock from fs.o iput\ndefine lock in kernel.o\n"))
                .isEmpty();
    }

    @Test
    void aDefinitionUnderAConditionIsThereOnlyThen() {
        String lines = "define lock in kernel.o if SMP\nrefer lock from fs.o iput\n";
        assertThat(errors(SMP, lines)).isEmpty();
        assertThat(errors(UP, lines)).containsExactly("undefined(lock)");
    }

    @Test
    void whatIsAMacroThereNeedsNoDefinition() {
        String lines = "define lock in kernel.o if SMP\nrefer lock from fs.o iput if SMP\n";
        assertThat(errors(UP, lines)).isEmpty();
        assertThat(errors(UPP, lines)).isEmpty();
        assertThat(errors(SMP, lines)).isEmpty();
    }

    @Test
    void whatIsDefinedAndNotReferredToDoesNoHarm() {
        assertThat(errors(UP, "define lock in kernel.o\n")).isEmpty();
    }

    @Test
    void twoDefinitionsClashEvenIfNobodyRefersToThem() {
        Link link = link(UP, "define lock in fs.o\ndefine lock in kernel.o\n");
        assertThat(link.multiple()).containsExactly(new Link.Clash(new Definition("lock", "kernel.o"), "fs.o"));
        assertThat(link.errors()).containsExactly("multiple(lock)");
    }

    @Test
    void twoThatExcludeEachOtherDoNot() {
        String lines = "define lock in fs.o if SMP\ndefine lock in kernel.o if !SMP\nrefer lock from fs.o iput\n";
        assertThat(errors(UP, lines)).isEmpty();
        assertThat(errors(SMP, lines)).isEmpty();
    }

    // ---- archives

    @Test
    void aMemberIsLinkedOnlyWhereItDefinesWhatIsMissing() {
        String lines = "member lib.a(x.o)\ndefine lock in lib.a(x.o)\nrefer help from lib.a(x.o) lock\n";
        assertThat(errors(UP, lines)).isEmpty();
        assertThat(errors(UP, lines + "refer lock from fs.o iput\n")).containsExactly("undefined(help)");
    }

    @Test
    void aMemberOfAnArchiveGivesWayToAnObject() {
        String lines =
                "member lib.a(x.o)\ndefine lock in lib.a(x.o)\ndefine lock in kernel.o\nrefer lock from fs.o iput\n";
        assertThat(errors(UP, lines)).isEmpty();
        assertThat(link(UP, lines).definedIn("lock")).containsExactly("kernel.o");
    }

    @Test
    void ofTwoMembersTheFirstIsTaken() {
        String lines = """
                member arch.a(x.o)
                member lib.a(x.o)
                define lock in lib.a(x.o)
                define lock in arch.a(x.o)
                refer lock from fs.o iput
                """;
        assertThat(link(UP, lines).definedIn("lock")).containsExactly("arch.a(x.o)");
    }

    @Test
    void aMemberThatIsLinkedForSomethingElseClashesAllTheSame() {
        String lines = """
                member lib.a(x.o)
                define lock,unlock in lib.a(x.o)
                define lock in kernel.o
                refer unlock from fs.o iput
                """;
        assertThat(errors(UP, lines)).containsExactly("multiple(lock)");
    }

    @Test
    void membersMayNeedOneAnotherInAnyOrder() {
        String lines = """
                member lib.a(x.o)
                member lib.a(y.o)
                define a,c in lib.a(x.o)
                define b in lib.a(y.o)
                refer b from fs.o iput
                refer c from lib.a(y.o) b
                """;
        assertThat(errors(UP, lines)).isEmpty();
        assertThat(link(UP, lines).definedIn("a")).hasSize(1);
    }

    @Test
    void anObjectThatIsNotBuiltNeitherDefinesNorRefers() {
        String lines =
                "object smp.o if SMP\ndefine lock in smp.o\nrefer lock from fs.o iput\nrefer help from smp.o lock\n";
        assertThat(errors(UP, lines)).containsExactly("undefined(lock)");
        assertThat(errors(SMP, lines)).containsExactly("undefined(help)");
    }

    // ---- options and patches

    @Test
    void anOptionFollowsFromThoseBeforeIt() {
        String lines = """
                option HIGHMEM if HIGHMEM4G | HIGHMEM64G
                option BOTH if HIGHMEM & SMP
                define lock in kernel.o if !BOTH
                refer lock from fs.o iput
                """;
        assertThat(errors(UP, lines)).isEmpty();
        assertThat(errors(SMP, lines)).containsExactly("undefined(lock)");
    }

    @Test
    void whatBelongsToAnotherPatchIsNotThere() {
        String text = OBJECTS + "refer lock from fs.o iput\npatch lock/real\ndefine lock in kernel.o\n";
        assertThat(KernelTree.parse(text, "none").link(UP).errors()).containsExactly("undefined(lock)");
        assertThat(KernelTree.parse(text, "lock/real").link(UP).errors()).isEmpty();
        assertThatThrownBy(() -> KernelTree.parse(text, "lock/none")).hasMessageContaining("'lock/none'");
    }

    @ParameterizedTest
    @CsvSource({
        "A | B & C,A,true",
        "A | B & C,B,false",
        "(A | B) & C,A,false",
        "(A | B) & C,A C,true",
        "!A & B,B,true",
        "!A & B,A B,false",
        "!(A | B),C,true",
        "!!A,A,true",
        "A&B|C,C,true"
    })
    void conditionsBindAsInC(String condition, String set, boolean holds) {
        SortedSet<String> options = new TreeSet<>(List.of(set.split(" ", -1)));
        assertThat(BuildCondition.parse(condition).holds(options)).isEqualTo(holds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A B", "A &", "(A", "A)", "!", "a", "A && B", "| A"})
    void otherConditionsAreRefused(String condition) {
        assertThatThrownBy(() -> BuildCondition.parse(condition)).hasMessageContaining("is no condition");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "define lock",
                "define lock from kernel.o",
                "define lock in mm.o",
                "define lock in kernel.o if SPM",
                "define lock, in kernel.o",
                "refer lock from kernel.o",
                "refer lock in kernel.o iput",
                "object kernel.o",
                "option SMP if PREEMPT",
                "objects mm.o",
                "define lock in kernel.o if",
                "object"
            })
    void otherLinesAreRefused(String line) {
        assertThatThrownBy(() -> KernelTree.parse(OBJECTS + line, "none"))
                .hasMessageContaining("not a line of a kernel's table: " + line);
    }

    @Test
    void everyCombinationIsThereOnce() {
        assertThat(BuildConfig.all()).hasSize(4 * 6 * 3).doesNotHaveDuplicates();
    }
}
