package dev.preemptcheck.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.kernel.kbuild.Definition;
import dev.preemptcheck.kernel.kbuild.Link;
import dev.preemptcheck.kernel.kbuild.Reference;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinkerTextTest {
    @Test
    void eachReferenceHasItsLineBelowItsFunction() {
        Link link = new Link(
                List.of(new Definition("kmap_high", "mm/mm.o")),
                List.of(
                        new Reference("kmap_high", "fs/fs.o", "copy_strings"),
                        new Reference("lock", "fs/fs.o", "dput"),
                        new Reference("unlock", "fs/fs.o", "dput"),
                        new Reference("lock", "net/network.o", "dput")));
        assertThat(LinkerText.of(link))
                .containsExactly(
                        "fs/fs.o: In function `dput':",
                        "fs/fs.o(.text+0x????): undefined reference to `lock'",
                        "fs/fs.o(.text+0x????): undefined reference to `unlock'",
                        "net/network.o: In function `dput':",
                        "net/network.o(.text+0x????): undefined reference to `lock'",
                        "make: *** [vmlinux] Error 1");
    }

    @Test
    void aSecondDefinitionNamesTheFirst() {
        Link link = new Link(
                List.of(new Definition("lock", "kernel/kernel.o"), new Definition("lock", "lib/lib.a(lock.o)")),
                List.of());
        assertThat(LinkerText.of(link))
                .containsExactly(
                        "lib/lib.a(lock.o)(.text+0x????): multiple definition of `lock'",
                        "kernel/kernel.o(.text+0x????): first defined here",
                        "make: *** [vmlinux] Error 1");
    }

    @Test
    void aKernelThatLinksIsNotTalkedAbout() {
        assertThat(LinkerText.of(new Link(List.of(new Definition("lock", "kernel/kernel.o")), List.of())))
                .isEmpty();
    }
}
