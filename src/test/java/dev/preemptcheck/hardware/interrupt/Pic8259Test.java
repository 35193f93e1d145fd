package dev.preemptcheck.hardware.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class Pic8259Test {
    private static final int LEVEL = 11;
    private final Pic8259 pic = new Pic8259(1 << LEVEL);

    @BeforeEach
    void unmaskAll() {
        pic.out(0x21, 0);
        pic.out(0xA1, 0);
    }

    @Test
    void linesAreGivenInTheOrderOfTheCascade() {
        List<Integer> given = new ArrayList<>();
        for (int irq = 15; irq >= 0; irq--) {
            if (irq != Pic8259.CASCADE) {
                pic.line(irq, true);
            }
        }
        pic.line(LEVEL, false);
        while (pic.presented() >= 0) {
            int irq = pic.acknowledge();
            given.add(irq);
            pic.endOfInterrupt(irq);
        }
        assertThat(given).containsExactly(0, 1, 8, 9, 10, 12, 13, 14, 15, 3, 4, 5, 6, 7);
    }

    @Test
    void aSecondEdgeWhilePendingIsMerged() {
        pic.edge(0);
        pic.edge(0);
        assertThat(pic.acknowledge()).isZero();
        pic.endOfInterrupt(0);
        assertThat(pic.presented()).isEqualTo(-1);
    }

    @Test
    void anEdgeWhileInServiceWaitsForTheEnd() {
        pic.edge(0);
        pic.acknowledge();
        pic.edge(0);
        assertThat(pic.presented()).isEqualTo(-1);
        pic.endOfInterrupt(0);
        assertThat(pic.presented()).isZero();
    }

    @Test
    void aLineThatStaysHighIsNoSecondEdge() {
        pic.line(5, true);
        pic.line(5, true);
        pic.acknowledge();
        pic.line(5, true);
        pic.endOfInterrupt(5);
        assertThat(pic.presented()).isEqualTo(-1);
    }

    @Test
    void aLevelTriggeredLineAsksAgainWhileItIsHigh() {
        pic.line(LEVEL, true);
        assertThat(pic.acknowledge()).isEqualTo(LEVEL);
        pic.endOfInterrupt(LEVEL);
        assertThat(pic.presented()).isEqualTo(LEVEL);
        pic.acknowledge();
        pic.line(LEVEL, false);
        pic.endOfInterrupt(LEVEL);
        assertThat(pic.presented()).isEqualTo(-1);
    }

    @Test
    void aMaskedLineKeepsItsRequestAsLongAsItIsHigh() {
        pic.mask(3);
        pic.line(3, true);
        assertThat(pic.presented()).isEqualTo(-1);
        pic.unmask(3);
        assertThat(pic.presented()).isEqualTo(3);
    }

    @Test
    void aPulseUnderTheMaskIsLost() {
        pic.mask(3);
        pic.line(3, true);
        pic.line(3, false);
        pic.unmask(3);
        assertThat(pic.presented()).isEqualTo(-1);
        assertThat(pic.withdrawn()).isEqualTo(-1);
    }

    @Test
    void maskAndAckLetsLowerLinesInterruptTheHandler() {
        pic.edge(0);
        pic.line(4, true);
        pic.maskAndAck(pic.acknowledge());
        assertThat(pic.presented()).isEqualTo(4);
        pic.edge(0);
        assertThat(pic.presented()).isEqualTo(4);
        pic.unmask(0);
        assertThat(pic.presented()).isZero();
    }

    @Test
    void aLineInServiceBlocksAllBehindItAndNoneBefore() {
        pic.line(4, true);
        pic.acknowledge();
        pic.line(5, true);
        assertThat(pic.presented()).isEqualTo(-1);
        pic.line(3, true);
        assertThat(pic.presented()).isEqualTo(3);
    }

    @Test
    void theSecondChipAsksOncePerService() {
        pic.line(12, true);
        pic.acknowledge();
        pic.line(8, true);
        assertThat(pic.presented()).as("not in special fully nested mode").isEqualTo(-1);
        pic.edge(1);
        assertThat(pic.presented()).isEqualTo(1);
        pic.line(1, false);
        pic.endOfInterrupt(12);
        assertThat(pic.presented()).isEqualTo(8);
    }

    @Test
    void theMaskOfTheCascadeSilencesTheSecondChip() {
        pic.out(0x21, 0x04);
        pic.line(8, true);
        assertThat(pic.presented()).isEqualTo(-1);
        pic.out(0x21, 0x00);
        assertThat(pic.presented()).isEqualTo(8);
    }

    @Test
    void aLineThatDropsBeforeTheAnswerGivesASpurious7ThatIsNotInService() {
        pic.line(4, true);
        pic.line(4, false);
        assertThat(pic.presented()).isEqualTo(-1);
        assertThat(pic.withdrawn()).isEqualTo(7);
        assertThat(pic.acknowledge()).isEqualTo(7);
        pic.out(0x20, 0x0B);
        assertThat(pic.in(0x20)).isZero();
        assertThat(pic.withdrawn()).isEqualTo(-1);
    }

    @Test
    void aLineOfTheSecondChipThatDropsGives15AndLeavesTheCascadeInService() {
        pic.line(14, true);
        pic.line(14, false);
        assertThat(pic.withdrawn()).isEqualTo(15);
        assertThat(pic.acknowledge()).isEqualTo(15);
        pic.line(5, true);
        assertThat(pic.presented()).as("until the cascade is ended").isEqualTo(-1);
        pic.out(0x20, 0x62);
        assertThat(pic.presented()).isEqualTo(5);
    }

    @Test
    void anotherRequestTakesThePlaceOfTheOneThatDropped() {
        pic.line(3, true);
        pic.line(6, true);
        pic.line(3, false);
        assertThat(pic.withdrawn()).isEqualTo(-1);
        assertThat(pic.acknowledge()).isEqualTo(6);
    }

    @Test
    void aProcessorThatWentOnGetsNothingSpurious() {
        long before = pic.digest();
        pic.line(14, true);
        pic.line(14, false);
        assertThat(pic.digest()).isNotEqualTo(before);
        pic.unanswered();
        assertThat(pic.withdrawn()).isEqualTo(-1);
        assertThat(pic.digest()).isEqualTo(before);
    }

    @Test
    void registersReadAsLinuxReadsThem() {
        pic.line(4, true);
        pic.acknowledge();
        pic.line(6, true);
        pic.line(9, true);
        assertThat(pic.in(0x20)).as("requests, the cascade among them").isEqualTo(1 << 6 | 1 << 2);
        assertThat(pic.in(0xA0)).isEqualTo(1 << 1);
        pic.out(0x20, 0x0B);
        assertThat(pic.in(0x20)).as("in service").isEqualTo(1 << 4);
        assertThat(pic.in(0xA0)).as("each chip by itself").isEqualTo(1 << 1);
        pic.out(0x20, 0x0A);
        assertThat(pic.in(0x20)).isEqualTo(1 << 6 | 1 << 2);
        pic.out(0xA1, 0x5A);
        assertThat(pic.in(0xA1)).isEqualTo(0x5A);
        assertThat(pic.in(0x21)).isZero();
    }

    @Test
    void anUnspecificEndEndsTheFirstInServiceOfItsChip() {
        pic.line(4, true);
        pic.acknowledge();
        pic.line(3, true);
        pic.acknowledge();
        pic.out(0x20, 0x20);
        pic.line(5, true);
        assertThat(pic.presented()).as("4 is still in service").isEqualTo(-1);
        pic.out(0x20, 0x20);
        assertThat(pic.presented()).isEqualTo(5);
    }

    @Test
    void endingTheSecondChipOnlyKeepsTheCascadeInService() {
        pic.line(9, true);
        pic.acknowledge();
        pic.out(0xA0, 0x61);
        pic.line(10, true);
        assertThat(pic.presented()).isEqualTo(-1);
        pic.out(0x20, 0x62);
        assertThat(pic.presented()).isEqualTo(10);
    }

    @Test
    void everyPartOfTheStateIsInTheDigest() {
        List<Long> digests = new ArrayList<>(List.of(pic.digest()));
        List<Runnable> moves = List.of(
                () -> pic.line(4, true),
                pic::acknowledge,
                () -> pic.edge(4),
                () -> pic.mask(9),
                () -> pic.out(0x20, 0x0B),
                () -> pic.out(0xA0, 0x0B),
                () -> pic.line(LEVEL, true));
        for (Runnable move : moves) {
            move.run();
            digests.add(pic.digest());
        }
        assertThat(digests).doesNotHaveDuplicates();
    }

    @Test
    void resetLeavesOnlyTheCascadeUnmasked() {
        long fresh = new Pic8259(1 << LEVEL).digest();
        pic.line(4, true);
        pic.acknowledge();
        pic.line(14, true);
        pic.reset();
        assertThat(pic.digest()).isEqualTo(fresh);
        assertThat(pic.in(0x21)).isEqualTo(0xFB);
        assertThat(pic.in(0xA1)).isEqualTo(0xFF);
    }

    @Test
    void whatIsNotModelledIsRefused() {
        assertThatThrownBy(() -> pic.out(0x20, 0x11)).hasMessageContaining("0x11");
        assertThatThrownBy(() -> pic.out(0x20, 0x0C)).hasMessageContaining("0xc");
        assertThatThrownBy(() -> pic.in(0x60)).hasMessageContaining("0x60");
        assertThatThrownBy(() -> pic.line(2, true)).hasMessageContaining("cascade");
        assertThatThrownBy(() -> pic.mask(16)).hasMessageContaining("16");
        assertThatThrownBy(() -> new Pic8259(1 << 8)).hasMessageContaining("edge-triggered");
    }
}
