package dev.preemptcheck.hardware.device;

import static dev.preemptcheck.hardware.device.AtaPort.DRDY;
import static dev.preemptcheck.hardware.device.AtaPort.ERR;
import static dev.preemptcheck.hardware.device.Bench.can;
import static dev.preemptcheck.hardware.device.Bench.move;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AtaDmaTest {
    private static final int TABLE = 0x1000;
    private static final int BUFFER = 0x2000;
    private static final int ELSEWHERE = 0x3000;
    private static final int END = 1 << 31;

    private final Bench bench = new Bench();
    private final AtaPort port = new AtaPort(AtaSetup.primary(4, 4, AtaTrait.ABORTS), bench);
    private final AtaHost host = new AtaHost(port);

    @BeforeEach
    void describeTwoPieces() {
        bench.store(TABLE, BUFFER);
        bench.store(TABLE + 4, 4);
        bench.store(TABLE + 8, ELSEWHERE);
        bench.store(TABLE + 12, 4 | END);
    }

    @Test
    void readsToTheMemoryThatTheTableNames() {
        host.command(AtaHost.READ_DMA, 1, 1);
        host.startDma(TABLE, true);
        move(port, "transfer");
        move(port, "transfer");
        assertThat(bench.load(BUFFER)).isEqualTo(pair(1, 0));
        assertThat(bench.load(BUFFER + 4)).isZero();
        assertThat(bench.load(ELSEWHERE)).isEqualTo(pair(1, 2));
        assertThat(bench.line).isFalse();
        move(port, "complete");
        assertThat(bench.raised).isEqualTo(1);
        assertThat(host.status()).isEqualTo(DRDY);
    }

    @Test
    void writesFromTheMemoryThatTheTableNames() {
        bench.store(BUFFER, 0x22221111);
        bench.store(ELSEWHERE, 0x44443333);
        host.command(AtaHost.WRITE_DMA, 0, 1);
        host.startDma(TABLE, false);
        move(port, "transfer");
        move(port, "transfer");
        move(port, "complete");
        host.command(AtaHost.READ, 0, 1);
        move(port, "complete");
        assertThat(host.read(4)).containsExactly(0x1111, 0x2222, 0x3333, 0x4444);
    }

    @Test
    void theDriveWaitsUntilTheBusMasterIsStarted() {
        host.command(AtaHost.READ_DMA, 0, 1);
        assertThat(can(port, "transfer")).isFalse();
        host.startDma(TABLE, false);
        assertThat(can(port, "transfer")).as("wrong direction").isFalse();
        host.startDma(TABLE, true);
        assertThat(can(port, "transfer")).isTrue();
    }

    @Test
    void theBusMasterReportsActivityAndTheInterrupt() {
        host.command(AtaHost.READ_DMA, 0, 1);
        host.startDma(TABLE, true);
        assertThat(host.dmaStatus()).isEqualTo(BusMaster.ACTIVE);
        move(port, "transfer");
        move(port, "transfer");
        assertThat(host.dmaStatus()).isZero();
        move(port, "complete");
        assertThat(host.dmaStatus()).isEqualTo(BusMaster.INTERRUPT);
        port.out(AtaHost.BUS_MASTER, 1, BusMaster.TO_MEMORY);
        assertThat(host.dmaStatus()).as("stopping clears nothing").isEqualTo(BusMaster.INTERRUPT);
        port.out(AtaHost.BUS_MASTER + 2, 1, BusMaster.INTERRUPT);
        assertThat(host.dmaStatus()).isZero();
        assertThat(port.in(AtaHost.BUS_MASTER + 4, 4)).isEqualTo(TABLE);
        assertThat(port.in(AtaHost.BUS_MASTER, 1)).isEqualTo(BusMaster.TO_MEMORY);
    }

    @Test
    void aTableThatIsTooShortLeavesTheDriveWaiting() {
        host.command(AtaHost.READ_DMA, 0, 2);
        host.startDma(TABLE, true);
        move(port, "transfer");
        move(port, "transfer");
        assertThat(can(port, "transfer")).isFalse();
        assertThat(can(port, "complete")).isFalse();
    }

    @Test
    void stoppingTheBusMasterStopsTheTransfer() {
        host.command(AtaHost.READ_DMA, 0, 1);
        host.startDma(TABLE, true);
        move(port, "transfer");
        port.out(AtaHost.BUS_MASTER, 1, BusMaster.TO_MEMORY);
        assertThat(host.dmaStatus()).isZero();
        assertThat(can(port, "transfer")).isFalse();
    }

    @Test
    void anAbortedTransferKeepsWhatWasMoved() {
        host.command(AtaHost.READ_DMA, 1, 1);
        host.startDma(TABLE, true);
        move(port, "transfer");
        move(port, "abort");
        assertThat(bench.load(BUFFER)).isEqualTo(pair(1, 0));
        assertThat(host.status()).isEqualTo(DRDY | ERR);
        assertThat(host.dmaStatus()).isEqualTo(BusMaster.ACTIVE | BusMaster.INTERRUPT);
    }

    @Test
    void progressIsPartOfTheState() {
        host.command(AtaHost.READ_DMA, 0, 1);
        host.startDma(TABLE, true);
        long before = port.digest();
        move(port, "transfer");
        long middle = port.digest();
        move(port, "transfer");
        assertThat(port.digest()).isNotEqualTo(middle);
        assertThat(middle).isNotEqualTo(before);
    }

    @Test
    void theBusMastersInterruptIsPartOfTheState() {
        host.command(AtaHost.FLUSH, 0, 0);
        move(port, "complete");
        long told = port.digest();
        port.out(AtaHost.BUS_MASTER + 2, 1, BusMaster.INTERRUPT);
        assertThat(port.digest()).isNotEqualTo(told);
    }

    /** A kernel that bounces: the drive is told about the bounce page, and unmapping copies it to the buffer. */
    @Test
    void aBouncePageCarriesWhatTheDriveTransferred() {
        int bounce = ELSEWHERE + 0x1000;
        bench.store(TABLE, bounce);
        bench.store(TABLE + 4, 8 | END);
        host.command(AtaHost.READ_DMA, 2, 1);
        host.startDma(TABLE, true);
        move(port, "transfer");
        move(port, "transfer");
        move(port, "complete");
        assertThat(bench.load(BUFFER)).isZero();
        copyBack(bounce);
        assertThat(bench.load(BUFFER)).isEqualTo(pair(2, 0));
        assertThat(bench.load(BUFFER + 4)).isEqualTo(pair(2, 2));
    }

    /** What happened to 2.6.9: mapped for DMA, read by PIO, unmapped. */
    @Test
    void aBouncePageWipesOutWhatPioHasRead() {
        int bounce = ELSEWHERE + 0x1000;
        host.command(AtaHost.IDENTIFY, 0, 1);
        move(port, "complete");
        int[] words = host.read(4);
        bench.store(BUFFER, words[0] | words[1] << 16);
        bench.store(BUFFER + 4, words[2] | words[3] << 16);
        assertThat(bench.load(BUFFER)).isNotZero();
        copyBack(bounce);
        assertThat(bench.load(BUFFER)).isZero();
        assertThat(bench.load(BUFFER + 4)).isZero();
    }

    private void copyBack(int bounce) {
        bench.store(BUFFER, bench.load(bounce));
        bench.store(BUFFER + 4, bench.load(bounce + 4));
    }

    private static int pair(int sector, int word) {
        return AtaDrive.bootWord(sector, word) | AtaDrive.bootWord(sector, word + 1) << 16;
    }
}
