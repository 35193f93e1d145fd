package dev.preemptcheck.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.preemptcheck.Kernels;
import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.explore.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SeedShelfTest {
    private static final Seed SEED = new Seed(
            "kmap/quick",
            Kernels.config("UPP", true),
            "none",
            new Signature("D4", "", "", List.of("schedule")),
            1,
            Schedule.EMPTY,
            List.of());

    @TempDir
    private Path folder = Path.of("");

    @Test
    void whatIsSavedIsLoadedAndNothingElseIsLeft() throws IOException, SeedFormatException {
        Path file = folder.resolve("new").resolve("a.seed");
        SeedShelf.save(file, SEED);
        SeedShelf.save(file, SEED);
        assertThat(SeedShelf.load(file.toString())).isEqualTo(SEED);
        try (Stream<Path> files = Files.list(folder.resolve("new"))) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFolderThatCantBeMadeIsAnError() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> SeedShelf.save(file.resolve("a.seed"), SEED)).isInstanceOf(IOException.class);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> SeedShelf.load(folder.resolve("none.seed").toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none.seed: no such seed");
    }

    @Test
    void aDirectoryIsNamed() {
        assertThatThrownBy(() -> SeedShelf.load(folder.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this is a directory");
    }

    @Test
    void aHugeFileIsRefused() throws IOException {
        Path file = folder.resolve("huge.seed");
        Files.writeString(file, SeedFormat.write(SEED) + "#".repeat(1 << 20));
        assertThatThrownBy(() -> SeedShelf.load(file.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("huge.seed: too large for a seed");
    }

    @Test
    void everyBuiltInSeedCanBeRead() {
        assertThat(SeedShelf.builtIn().keySet()).containsExactlyElementsOf(SeedShelf.names());
    }
}
