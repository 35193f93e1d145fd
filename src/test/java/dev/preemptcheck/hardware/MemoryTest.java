package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MemoryTest {
    private static final int LOW = 0x1400;
    private static final int LOW_ADDRESS = Memory.PAGE_OFFSET + (LOW << 12);

    private final Memory memory = new Memory();
    private int first;
    private int second;

    @BeforeEach
    void layOut() {
        first = memory.word("first", 7);
        second = memory.word("second", 8, Role.PER_CPU, 1);
        memory.frame(LOW, "low", 10, 11);
        memory.frame(Memory.HIGH_PFN, "high", 20, 21);
        memory.register("%register");
        memory.seal();
        memory.reset();
    }

    @Test
    void everyWordHasItsSymbol() {
        assertThat(memory.symbol(memory.index(first))).isEqualTo("first");
        assertThat(memory.symbol(memory.index(second))).isEqualTo("second");
        assertThat(memory.symbol(memory.index(LOW_ADDRESS))).isEqualTo("low");
        assertThat(memory.symbol(memory.index(LOW_ADDRESS + 4))).isEqualTo("low+4");
    }

    @Test
    void kernelDataAndLowFramesAreMappedForGood() {
        assertThat(memory.peek(memory.index(second))).isEqualTo(8);
        assertThat(memory.peek(memory.index(LOW_ADDRESS + 4))).isEqualTo(11);
    }

    @Test
    void aHighFrameIsReachedByItsFrameNumberOnly() {
        assertThat(memory.peek(memory.inFrame(Memory.HIGH_PFN, 0xFFFFE004))).isEqualTo(21);
        assertThat(memory.direct(Memory.PAGE_OFFSET + (Memory.HIGH_PFN << 12))).isNegative();
    }

    @Test
    void aLowFrameIsTheSameWordByBothMappings() {
        assertThat(memory.inFrame(LOW, 0xFFFFE004)).isEqualTo(memory.index(LOW_ADDRESS + 4));
    }

    @Test
    void nothingIsModelledOutsideTheFrames() {
        assertThatThrownBy(() -> memory.inFrame(LOW + 1, 0)).hasMessageContaining("frame 0x1401");
        assertThatThrownBy(() -> memory.inFrame(LOW, 8)).hasMessageContaining("offset 0x8");
        assertThatThrownBy(() -> memory.inFrame(0, 0)).hasMessageContaining("frame 0x0");
    }

    @Test
    void undoingAStoreGivesTheDigestBack() {
        long before = memory.digest;
        memory.set(memory.index(first), 1);
        assertThat(memory.digest).isNotEqualTo(before);
        memory.set(memory.index(first), 7);
        assertThat(memory.digest).isEqualTo(before);
    }

    @Test
    void digestTellsWhichWordHoldsWhat() {
        memory.set(memory.index(first), 8);
        memory.set(memory.index(second), 7);
        long swapped = memory.digest;
        memory.reset();
        assertThat(memory.digest).isNotEqualTo(swapped);
    }

    @Test
    void resetGivesTheBootImageBack() {
        long boot = memory.digest;
        memory.set(memory.index(first), 1);
        memory.reset();
        assertThat(memory.peek(memory.index(first))).isEqualTo(7);
        assertThat(memory.digest).isEqualTo(boot);
    }

    @Test
    void layoutHasAnOrder() {
        Memory fresh = new Memory();
        fresh.frame(LOW, "low", 0);
        assertThatThrownBy(() -> fresh.word("late", 0)).hasMessageContaining("late");
        assertThatThrownBy(() -> fresh.frame(LOW, "again", 0)).hasMessageContaining("there already");
        assertThatThrownBy(() -> fresh.frame(LOW + 1, "wider", 0, 0)).hasMessageContaining("same number of words");
        assertThatThrownBy(() -> memory.register("%late")).hasMessageContaining("sealed");
    }
}
