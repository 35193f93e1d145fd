package dev.preemptcheck.kernel.sched;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of fact 3.2, and the laws that make the fields a partition of the word. */
final class CountFieldsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "00000000 | preemptible",
                "00000001 | preempt 1",
                "00000102 | softirq 1, preempt 2",
                "00000103 | softirq 1, preempt 3",
                "00010001 | hardirq 1, preempt 1",
                "00020001 | hardirq 2, preempt 1",
                "00010101 | hardirq 1, softirq 1, preempt 1",
                "04000000 | PREEMPT_ACTIVE",
                "04010003 | PREEMPT_ACTIVE, hardirq 1, preempt 3",
                "ffffff00 | underflow to -0x100, PREEMPT_ACTIVE, hardirq 255, softirq 255",
                "ffffffff | underflow to -0x1, PREEMPT_ACTIVE, hardirq 255, softirq 255, preempt 255",
                "80000001 | unknown bits 80000000, preempt 1",
                "88010000 | unknown bits 88000000, hardirq 1",
            })
    void countIsDescribedByItsFields(String hex, String words) {
        CountFields count = CountFields.decode(Integer.parseUnsignedInt(hex, 16));
        assertThat(count.describe()).isEqualTo(words);
        assertThat(count.hex()).isEqualTo(hex);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x102, 0x10101, 0x4010003, -0x100, -1, 0x80000001, 0x12345678, 0x5a5a5a5a})
    void fieldsPutTogetherAreTheWord(int word) {
        CountFields count = CountFields.decode(word);
        int together = count.preempt() * CountFields.PREEMPT_OFFSET
                + count.softirq() * CountFields.SOFTIRQ_OFFSET
                + count.hardirq() * CountFields.HARDIRQ_OFFSET;
        assertThat(together | (count.active() ? CountFields.PREEMPT_ACTIVE : 0) | count.otherBits())
                .isEqualTo(word);
    }

    @Test
    void contextIsReadFromTheBits() {
        assertThat(CountFields.decode(0x10001).inIrq()).isTrue();
        assertThat(CountFields.decode(0x10001).inSoftirq()).isFalse();
        assertThat(CountFields.decode(0x101).inSoftirq()).isTrue();
        assertThat(CountFields.decode(0x101).inIrq()).isFalse();
        assertThat(CountFields.decode(0xff).inInterrupt()).isFalse();
        assertThat(CountFields.decode(0x101).inInterrupt()).isTrue();
        assertThat(CountFields.decode(0x10000).inInterrupt()).isTrue();
    }

    @Test
    void bigKernelLockAllowsOneAndPreemptActiveDoesNotCount() {
        assertThat(CountFields.decode(0).inAtomic(false)).isFalse();
        assertThat(CountFields.decode(0x4000000).inAtomic(false)).isFalse();
        assertThat(CountFields.decode(1).inAtomic(false)).isTrue();
        assertThat(CountFields.decode(1).inAtomic(true)).isFalse();
        assertThat(CountFields.decode(0x4000001).inAtomic(true)).isFalse();
        assertThat(CountFields.decode(0).inAtomic(true)).isTrue();
        assertThat(CountFields.decode(0x100).inAtomic(true)).isTrue();
    }

    /** Fact S5: 0 - 0x100, and what an interrupt makes of it. */
    @Test
    void underflowIsABorrowThroughAllFields() {
        assertThat(CountFields.decode(-0x100).isUnderflow()).isTrue();
        assertThat(CountFields.decode(-0x100).inIrq()).isTrue();
        assertThat(CountFields.decode(-0x100 + CountFields.HARDIRQ_OFFSET).isUnderflow())
                .isFalse();
        assertThat(CountFields.decode(-0x100 + CountFields.HARDIRQ_OFFSET).inIrq())
                .isFalse();
        assertThat(CountFields.decode(0x80000001).isUnderflow()).isFalse();
    }
}
