package dev.preemptcheck.hardware.device;

import static dev.preemptcheck.hardware.device.AtaPort.BSY;
import static dev.preemptcheck.hardware.device.AtaPort.DF;
import static dev.preemptcheck.hardware.device.AtaPort.DRDY;
import static dev.preemptcheck.hardware.device.AtaPort.DRQ;
import static dev.preemptcheck.hardware.device.AtaPort.ERR;
import static dev.preemptcheck.hardware.device.Bench.can;
import static dev.preemptcheck.hardware.device.Bench.move;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AtaPioTest {
    private final Bench bench = new Bench();

    private AtaPort port(AtaTrait... traits) {
        return new AtaPort(AtaSetup.primary(2, 4, traits), bench);
    }

    @Test
    void dataInShowsBusyThenDataThenBusyForEachSector() {
        AtaPort port = port();
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.READ, 1, 2);
        assertThat(host.status()).isEqualTo(BSY);
        for (int sector = 1; sector <= 2; sector++) {
            move(port, "complete");
            assertThat(bench.line).isTrue();
            assertThat(host.status()).isEqualTo(DRDY | DRQ);
            assertThat(host.read(1)).containsExactly(AtaDrive.bootWord(sector, 0));
            assertThat(host.status()).isEqualTo(DRDY | DRQ);
            assertThat(host.read(1)).containsExactly(AtaDrive.bootWord(sector, 1));
            assertThat(host.status()).isEqualTo(sector == 1 ? BSY : DRDY);
        }
        assertThat(bench.raised).isEqualTo(2);
        assertThat(port.moves()).isZero();
    }

    @Test
    void aSectorHas256WordsOnARealDrive() {
        AtaPort port = new AtaPort(AtaSetup.primary(256, 1), bench);
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.IDENTIFY, 0, 0);
        move(port, "complete");
        assertThat(host.read(255)).doesNotContain(0).doesNotHaveDuplicates();
        assertThat(host.status()).isEqualTo(DRDY | DRQ);
        host.read(1);
        assertThat(host.status()).isEqualTo(DRDY);
    }

    @Test
    void aCountOfZeroMeans256Sectors() {
        AtaPort port = new AtaPort(AtaSetup.primary(2, 254), bench);
        new AtaHost(port).command(AtaHost.READ, 0, 0);
        assertThat(can(port, "complete")).isFalse();
        assertThat(can(port, "abort")).isTrue();
    }

    @Test
    void dataOutInterruptsAfterEachSectorOnly() {
        AtaPort port = port();
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.WRITE, 0, 2);
        assertThat(host.status()).isEqualTo(BSY);
        move(port, "complete");
        assertThat(bench.raised).isZero();
        for (int sector = 0; sector < 2; sector++) {
            assertThat(host.status()).isEqualTo(DRDY | DRQ);
            host.write(0x1000 + sector, 0x2000 + sector);
            assertThat(host.status()).isEqualTo(BSY);
            move(port, "complete");
            assertThat(bench.raised).isEqualTo(sector + 1);
        }
        assertThat(host.status()).isEqualTo(DRDY);
        host.command(AtaHost.READ, 1, 1);
        move(port, "complete");
        assertThat(host.read(2)).containsExactly(0x1001, 0x2001);
    }

    @Test
    void aCommandWithoutDataInterruptsOnce() {
        AtaPort port = port();
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.FLUSH, 0, 0);
        assertThat(host.status()).isEqualTo(BSY);
        move(port, "complete");
        assertThat(bench.raised).isEqualTo(1);
        assertThat(host.status()).isEqualTo(DRDY);
    }

    @Test
    void anUnknownCommandIsAborted() {
        AtaPort port = port();
        AtaHost host = new AtaHost(port);
        host.command(0x42, 0, 0);
        assertThat(can(port, "complete")).isFalse();
        move(port, "abort");
        assertThat(bench.line).isTrue();
        assertThat(host.status()).isEqualTo(DRDY | ERR);
        assertThat(port.in(0x1F1, 1)).isEqualTo(0x04);
    }

    @Test
    void sectorsBeyondTheMediumAreRefused() {
        AtaPort port = port();
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.READ, 3, 2);
        assertThat(can(port, "complete")).isFalse();
        move(port, "abort");
        assertThat(host.status()).isEqualTo(DRDY | ERR);
        port.out(0x1F6, 1, 0xE1);
        host.command(AtaHost.WRITE, 0, 1);
        assertThat(can(port, "complete")).as("sector 1 << 24").isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {AtaHost.READ, AtaHost.WRITE, AtaHost.FLUSH, AtaHost.IDENTIFY, AtaHost.READ_DMA})
    void aDriveThatAbortsMayEndAnyCommandWithErr(int command) {
        AtaPort port = port(AtaTrait.ABORTS);
        AtaHost host = new AtaHost(port);
        host.command(command, 0, 1);
        move(port, "abort");
        assertThat(bench.raised).isEqualTo(1);
        assertThat(host.status()).isEqualTo(DRDY | ERR);
        assertThat(port.moves()).isZero();
        host.command(AtaHost.FLUSH, 0, 0);
        move(port, "complete");
        assertThat(host.status()).as("ERR is of the last command").isEqualTo(DRDY);
    }

    @Test
    void aDriveThatFaultsMayEndACommandWithDf() {
        AtaPort port = port(AtaTrait.FAULTS);
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.READ, 0, 1);
        move(port, "fault");
        assertThat(host.status()).isEqualTo(DRDY | DF);
        assertThat(port.in(0x1F1, 1)).isZero();
    }

    @Test
    void anAbortedWriteKeepsWhatWasStored() {
        AtaPort port = port(AtaTrait.ABORTS);
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.WRITE, 0, 2);
        move(port, "complete");
        host.write(7, 8);
        move(port, "complete");
        host.write(9, 10);
        move(port, "abort");
        host.command(AtaHost.READ, 0, 2);
        move(port, "complete");
        assertThat(host.read(2)).containsExactly(7, 8);
        move(port, "complete");
        assertThat(host.read(2)).containsExactly(AtaDrive.bootWord(1, 0), AtaDrive.bootWord(1, 1));
    }

    @Test
    void aLateDriveLooksIdleBeforeItsData() {
        AtaPort port = port(AtaTrait.LATE_DRQ);
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.READ, 0, 1);
        move(port, "dropbusy");
        assertThat(host.status()).isEqualTo(DRDY);
        assertThat(bench.raised).isZero();
        assertThat(port.due()).as("data is owed").isNotZero();
        move(port, "complete");
        assertThat(bench.raised).isEqualTo(1);
        assertThat(host.read(2)).containsExactly(AtaDrive.bootWord(0, 0), AtaDrive.bootWord(0, 1));
    }

    @Test
    void aLateDriveStoresTheSectorBeforeItAsksForTheNext() {
        AtaPort port = port(AtaTrait.LATE_DRQ);
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.WRITE, 0, 2);
        move(port, "dropbusy");
        move(port, "complete");
        assertThat(bench.raised).isZero();
        host.write(1, 2);
        move(port, "dropbusy");
        move(port, "complete");
        assertThat(bench.raised).isEqualTo(1);
        host.write(3, 4);
        assertThat(can(port, "dropbusy")).as("nothing is to follow").isFalse();
        move(port, "complete");
        host.command(AtaHost.READ, 0, 2);
        move(port, "complete");
        assertThat(host.read(2)).containsExactly(1, 2);
    }

    @Test
    void aLingeringDriveIsBusyOnceMoreAfterTheLastWord() {
        AtaPort port = port(AtaTrait.LINGERS);
        AtaHost host = new AtaHost(port);
        host.command(AtaHost.READ, 0, 1);
        move(port, "complete");
        host.status();
        host.read(2);
        assertThat(host.status()).isEqualTo(BSY);
        move(port, "complete");
        assertThat(host.status()).isEqualTo(DRDY);
        assertThat(bench.raised).isEqualTo(1);
    }
}
