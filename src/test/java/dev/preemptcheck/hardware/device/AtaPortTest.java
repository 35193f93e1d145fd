package dev.preemptcheck.hardware.device;

import static dev.preemptcheck.hardware.device.AtaPort.BSY;
import static dev.preemptcheck.hardware.device.AtaPort.DF;
import static dev.preemptcheck.hardware.device.AtaPort.DRDY;
import static dev.preemptcheck.hardware.device.AtaPort.DRQ;
import static dev.preemptcheck.hardware.device.AtaPort.ERR;
import static dev.preemptcheck.hardware.device.AtaPort.NIEN;
import static dev.preemptcheck.hardware.device.AtaPort.SRST;
import static dev.preemptcheck.hardware.device.Bench.move;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AtaPortTest {
    private final Bench bench = new Bench();
    private final AtaPort port = new AtaPort(AtaSetup.primary(2, 4, AtaTrait.ABORTS), bench);
    private final AtaHost host = new AtaHost(port);

    @Test
    void readingTheStatusClearsTheInterrupt() {
        host.command(AtaHost.FLUSH, 0, 0);
        move(port, "complete");
        assertThat(host.altStatus()).isEqualTo(DRDY);
        assertThat(bench.line).as("alternate status has no side effect").isTrue();
        host.status();
        assertThat(bench.line).isFalse();
    }

    @Test
    void aCommandClearsTheInterrupt() {
        host.command(AtaHost.FLUSH, 0, 0);
        move(port, "complete");
        host.command(AtaHost.READ, 0, 1);
        assertThat(bench.line).isFalse();
    }

    @Test
    void nienHoldsTheInterruptBack() {
        host.control(NIEN);
        host.command(AtaHost.FLUSH, 0, 0);
        move(port, "complete");
        assertThat(bench.raised).isZero();
        host.control(0);
        assertThat(bench.line).as("the condition was never cleared").isTrue();
        host.control(NIEN);
        assertThat(bench.line).isFalse();
        host.status();
        host.control(0);
        assertThat(bench.raised).isEqualTo(1);
    }

    @Test
    void otherStatusBitsAreArbitraryWhileBusy() {
        host.command(AtaHost.READ, 0, 1);
        host.altStatus();
        bench.answers.addAll(List.of(0, 0b0011, 0b1111));
        assertThat(host.status()).isEqualTo(BSY);
        assertThat(host.status()).isEqualTo(BSY | ERR | DRQ);
        assertThat(host.altStatus()).isEqualTo(BSY | ERR | DRQ | DF | DRDY);
    }

    @Test
    void aScenarioMayHaveLessNoise() {
        AtaPort quiet = new AtaPort(AtaSetup.primary(2, 4).withNoise(DRQ | BSY), bench);
        quiet.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        quiet.in(AtaHost.CONTROL, 1);
        bench.answers.add(1);
        assertThat(quiet.in(AtaHost.STATUS, 1)).isEqualTo(BSY | DRQ);
        AtaPort silent = new AtaPort(AtaSetup.primary(2, 4).withNoise(0), bench);
        silent.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        silent.in(AtaHost.CONTROL, 1);
        int asked = bench.asked;
        assertThat(silent.in(AtaHost.STATUS, 1)).isEqualTo(BSY);
        assertThat(bench.asked).isEqualTo(asked);
    }

    @Test
    void theFirstReadAfterACommandMayBeOld() {
        host.command(AtaHost.READ, 0, 1);
        bench.answers.add(1);
        assertThat(host.status()).isEqualTo(DRDY);
        assertThat(host.status()).isEqualTo(BSY);
        assertThat(port.settling()).as("for detectors, until time has passed").isTrue();
    }

    @Test
    void theOldStatusIsThatOfTheCommandBefore() {
        host.command(AtaHost.READ, 0, 1);
        move(port, "abort");
        host.command(AtaHost.READ, 0, 1);
        bench.answers.add(1);
        assertThat(host.altStatus()).isEqualTo(DRDY | ERR);
    }

    @Test
    void theStatusIsNewAfter400Nanoseconds() {
        host.command(AtaHost.READ, 0, 1);
        bench.clock.move(0);
        assertThat(bench.clock.now()).isEqualTo(400);
        bench.answers.add(1);
        assertThat(host.status()).as("1 is an answer about noise now").isEqualTo(BSY | ERR);
        assertThat(port.settling()).isFalse();
    }

    @Test
    void theStatusIsNewWhenTheDriveHasMoved() {
        host.command(AtaHost.READ, 0, 1);
        move(port, "complete");
        bench.answers.add(1);
        assertThat(host.status()).isEqualTo(DRDY | DRQ);
        assertThat(bench.asked).isZero();
    }

    @Test
    void dataReadWithoutDrqIsZero() {
        assertThat(host.read(1)).containsExactly(0);
        host.command(AtaHost.READ, 0, 1);
        assertThat(host.read(3)).containsExactly(0, 0, 0);
        move(port, "complete");
        assertThat(host.read(3)).as("nothing was used up").containsExactly(1, 2, 0);
    }

    @Test
    void dataWrittenWithoutDrqIsLost() {
        host.command(AtaHost.WRITE, 0, 1);
        host.write(5, 6);
        move(port, "complete");
        host.write(7, 8);
        host.write(9);
        move(port, "complete");
        host.command(AtaHost.READ, 0, 1);
        move(port, "complete");
        host.write(10);
        assertThat(host.read(2)).containsExactly(7, 8);
    }

    @Test
    void aCommandWhileBusyIsIgnoredOrReplacesTheFirst() {
        host.command(AtaHost.READ, 0, 1);
        port.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        assertThat(port.state()).isEqualTo(AtaState.LOADING);
        bench.answers.add(1);
        port.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        assertThat(port.state()).isEqualTo(AtaState.EXECUTING);
    }

    @Test
    void aCommandWhileDataWaitsIsIgnoredOrReplacesTheFirst() {
        host.command(AtaHost.WRITE, 0, 1);
        move(port, "complete");
        host.write(1);
        port.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        assertThat(port.state()).isEqualTo(AtaState.DATA_OUT);
        bench.answers.add(1);
        port.out(AtaHost.STATUS, 1, AtaHost.WRITE);
        move(port, "complete");
        host.write(2);
        assertThat(port.state())
                .as("the first word went with the first command")
                .isEqualTo(AtaState.DATA_OUT);
    }

    @Test
    void registersWrittenWhileBusyAreLost() {
        host.command(AtaHost.READ, 0, 1);
        port.out(AtaHost.LBA, 1, 3);
        assertThat(port.in(AtaHost.LBA, 1)).isZero();
        move(port, "complete");
        host.read(2);
        port.out(AtaHost.LBA, 1, 3);
        assertThat(port.in(AtaHost.LBA, 1)).isEqualTo(3);
    }

    @Test
    void srstDropsTheCommandAndEndsWithoutInterrupt() {
        host.command(AtaHost.READ, 0, 1);
        move(port, "complete");
        host.control(SRST);
        assertThat(bench.line).isFalse();
        bench.answers.add(1);
        assertThat(host.status()).as("old status").isEqualTo(DRDY | DRQ);
        assertThat(host.status()).isEqualTo(BSY);
        assertThat(port.moves()).as("held").isZero();
        port.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        host.control(SRST);
        host.control(0);
        assertThat(host.status()).isEqualTo(BSY);
        port.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        move(port, "complete");
        assertThat(host.status()).isEqualTo(DRDY);
        assertThat(bench.raised).isEqualTo(1);
    }

    @Test
    void aDriveThatAnswersInTimeAnswersWhenTimeIsUp() {
        AtaPort timely = new AtaPort(AtaSetup.primary(2, 4).answeringWithin(10_000), bench);
        AtaHost driver = new AtaHost(timely);
        driver.command(AtaHost.READ, 0, 2);
        bench.clock.move(0);
        assertThat(timely.state()).isEqualTo(AtaState.LOADING);
        bench.clock.move(0);
        assertThat(bench.clock.now()).isEqualTo(10_000);
        assertThat(timely.state()).isEqualTo(AtaState.DATA_IN);
        assertThat(bench.clock.moves()).as("it is the host's turn").isZero();
        driver.read(2);
        bench.clock.move(0);
        assertThat(bench.clock.now()).isEqualTo(20_000);
        assertThat(bench.raised).isEqualTo(1);
    }

    @Test
    void howATimelyDriveAnswersIsAChoice() {
        AtaPort timely = new AtaPort(AtaSetup.primary(2, 4, AtaTrait.ABORTS).answeringWithin(10), bench);
        timely.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        bench.answers.add(1);
        bench.clock.move(0);
        assertThat(timely.in(AtaHost.STATUS, 1)).isEqualTo(DRDY | ERR);
    }

    @Test
    void aDriveThatAnswersEarlyHasNoDeadlineLeft() {
        AtaPort timely = new AtaPort(AtaSetup.primary(2, 4).answeringWithin(10_000), bench);
        timely.out(AtaHost.STATUS, 1, AtaHost.FLUSH);
        move(timely, "complete");
        bench.clock.move(0);
        assertThat(bench.clock.now()).isEqualTo(400);
        assertThat(bench.clock.moves()).isZero();
    }

    @Test
    void onlyMovesThatAreOfferedCanBeMade() {
        assertThatThrownBy(() -> port.move(0)).hasMessage("ata0 is IDLE and can't make move 0");
        host.command(AtaHost.READ, 0, 1);
        assertThatThrownBy(() -> port.move(3)).hasMessage("ata0 is LOADING and can't make move 3");
    }

    @Test
    void registersHaveTheirPortsAndWidths() {
        assertThat(List.of(0x1F0, 0x1F7, 0x3F6, 0xC000, 0xC007)).allMatch(port::decodes);
        assertThat(List.of(0x1EF, 0x1F8, 0x3F5, 0x3F7, 0xBFFF, 0xC008)).noneMatch(port::decodes);
        assertThatThrownBy(() -> port.in(0x1F0, 1)).hasMessage("ata0 has no register of 8 bits at port 0x1f0");
        assertThatThrownBy(() -> port.in(0x1F7, 2)).hasMessageContaining("16 bits at port 0x1f7");
        assertThatThrownBy(() -> port.out(0x1F0, 4, 0)).hasMessageContaining("32 bits");
        assertThatThrownBy(() -> port.out(0x3F6, 2, 0)).hasMessageContaining("0x3f6");
        assertThatThrownBy(() -> port.in(0xC001, 1)).hasMessageContaining("0xc001");
        assertThatThrownBy(() -> port.out(0xC004, 1, 0)).hasMessageContaining("0xc004");
        assertThatThrownBy(() -> port.in(0x80, 1)).hasMessageContaining("0x80");
    }

    @Test
    void setupsThatCannotBeModelledAreRefused() {
        assertThatThrownBy(() -> AtaSetup.primary(3, 1)).hasMessageContaining("even number");
        assertThatThrownBy(() -> AtaSetup.primary(258, 1)).hasMessageContaining("258 words");
        assertThatThrownBy(() -> AtaSetup.primary(2, 255)).hasMessageContaining("255 sectors");
    }

    @Test
    void eachStepMakesAnotherState() {
        List<Long> digests = new ArrayList<>();
        note(digests, () -> {});
        note(digests, () -> host.control(NIEN));
        note(digests, () -> port.out(AtaHost.COUNT, 1, 2));
        note(digests, () -> port.out(AtaHost.STATUS, 1, AtaHost.READ));
        note(digests, host::status);
        note(digests, () -> move(port, "complete"));
        note(digests, host::status);
        note(digests, () -> host.read(1));
        note(digests, () -> host.read(1));
        note(digests, () -> move(port, "abort"));
        note(digests, () -> port.out(0xC004, 4, 0x1000));
        note(digests, () -> port.out(0xC000, 1, 1));
        assertThat(digests).doesNotHaveDuplicates();
        port.reset();
        assertThat(port.digest()).isEqualTo(digests.get(0));
    }

    @Test
    void whatWasWrittenIsPartOfTheState() {
        assertThat(digestAfterWriting(7, 8))
                .isNotEqualTo(digestAfterWriting(7, 9))
                .isEqualTo(digestAfterWriting(7, 8));
    }

    private long digestAfterWriting(int... data) {
        port.reset();
        host.command(AtaHost.WRITE, 0, 1);
        move(port, "complete");
        host.write(data);
        move(port, "complete");
        return port.digest();
    }

    @Test
    void whatIsHalfWrittenIsPartOfTheState() {
        host.command(AtaHost.WRITE, 0, 1);
        move(port, "complete");
        host.write(7);
        long seven = port.digest();
        port.reset();
        host.command(AtaHost.WRITE, 0, 1);
        move(port, "complete");
        host.write(8);
        assertThat(port.digest()).isNotEqualTo(seven);
    }

    private void note(List<Long> digests, Runnable step) {
        step.run();
        digests.add(port.digest());
    }
}
