package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What listeners hear of accesses. */
final class AccessTest {
    private static final int USER_PAGE = MachineRig.HIGH << 12 | PageTable.PRESENT | PageTable.WRITE | PageTable.USER;

    private final List<String> heard = new ArrayList<>();
    private final MachineRig rig = new MachineRig(Carrier.best(), 1);

    /** What is heard of the accesses that {@code body} makes, as {@code word how}, up to its end. */
    private List<String> heardOf(MachineSetup.Body body) {
        rig.listener(new MachineListener() {
            @Override
            public void accessed(int cpu, int task, int word, int how) {
                heard.add(rig.machine().memory().symbol(word) + " " + printed(how));
            }
        });
        rig.on(0, body);
        try (rig) {
            rig.run(Quiet.INSTANCE);
        }
        return heard;
    }

    private static String printed(int how) {
        return ((how & Access.READ) != 0 ? "r" : "")
                + ((how & Access.WRITE) != 0 ? "w" : "")
                + ((how & Access.MARKED) != 0 ? "!" : "")
                + ((how & Access.USER) != 0 ? "u" : "")
                + (how & Access.BYTES);
    }

    @Test
    void plainAccessesAreNotMarkedButThoseThatSaySoAre() {
        int x = rig.word("x", 0);
        assertThat(heardOf(cpu -> {
                    cpu.store(x, cpu.load(x) + 1);
                    cpu.storeOnce(x, cpu.loadOnce(x) + 1);
                }))
                .containsExactly("x r15", "x w15", "x r!15", "x w!15");
    }

    @Test
    void lockedInstructionsLocksAndWaitsAreMarked() {
        int x = rig.word("x", 1);
        assertThat(heardOf(cpu -> {
                    cpu.add(x, 1);
                    cpu.awaitNonZero(x);
                    cpu.acquire(x, 2, 0);
                    cpu.release(x, 2);
                }))
                .containsExactly("x rw!15", "x r!15", "x rw!15", "x w!15");
    }

    @Test
    void partsNameTheirBytesAndPairsBothWords() {
        int pair = rig.pair("p", 0, 0);
        assertThat(heardOf(cpu -> {
                    cpu.store8(pair + 1, 7);
                    cpu.load16(pair + 2);
                    cpu.loadWhole(pair);
                    cpu.compareExchange8(pair, 0, 1);
                }))
                .containsExactly("p w2", "p r12", "p r15", "p+4 r15", "p rw!15", "p+4 rw!15");
    }

    @Test
    void aTranslatedAccessIsHeardOfByItsWordAndWhetherAProgramMadeIt() {
        int[] entries = rig.twoPages();
        assertThat(heardOf(cpu -> {
                    cpu.store(entries[0], USER_PAGE);
                    cpu.load(MachineRig.WINDOW);
                    cpu.userMode(0);
                    cpu.userStore(MachineRig.WINDOW + 4, 1);
                }))
                .containsExactly("pte0 w15", "first r15", "first+4 wu15");
    }
}
