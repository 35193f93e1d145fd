package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fact 2.3, through the code of two small tasks. */
final class TranslationTest {
    private static final int VA = MachineRig.WINDOW;
    private static final int FIRST = (MachineRig.HIGH << 12) | PageTable.PRESENT | PageTable.WRITE;
    private static final int SECOND = FIRST + (1 << 12);

    private final MachineRig rig = new MachineRig(Carrier.best(), 2);
    private final int go = rig.word("go", 0);
    private final int back = rig.word("back", 0);
    private final int pte = rig.twoPages()[0];
    private final List<Integer> seen = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void aStaleEntryStaysUsableUntilInvlpg() {
        rig.on(0, cpu -> {
            remap(cpu, FIRST, SECOND);
            seen.add(cpu.load(VA));
            cpu.invlpg(VA);
            seen.add(cpu.load(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(100, 100, 200);
    }

    @Test
    void aCr3LoadDropsWhatIsNotGlobal() {
        rig.on(0, cpu -> {
            remap(cpu, FIRST, SECOND);
            cpu.loadCr3(0x1000);
            seen.add(cpu.load(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(100, 200);
    }

    @Test
    void aCr3LoadSparesGlobalEntriesAndInvlpgDoesNot() {
        rig.on(0, cpu -> {
            remap(cpu, FIRST | PageTable.GLOBAL, SECOND | PageTable.GLOBAL);
            cpu.loadCr3(0x1000);
            seen.add(cpu.load(VA));
            cpu.invlpg(VA);
            seen.add(cpu.load(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(100, 100, 200);
    }

    @Test
    void anInvlpgLeavesOtherPagesAndOtherProcessorsAlone() {
        rig.on(0, cpu -> {
            cpu.store(pte, FIRST);
            cpu.store(go, 1);
            cpu.awaitNonZero(back);
            cpu.store(pte, SECOND);
            cpu.invlpg(VA);
            cpu.store(go, 0);
            seen.add(cpu.load(VA));
        });
        rig.on(1, cpu -> {
            cpu.awaitNonZero(go);
            seen.add(cpu.load(VA));
            cpu.store(back, 1);
            seen.add(cpu.load(VA));
            cpu.invlpg(VA + 0x1000);
            seen.add(cpu.load(VA));
        });
        rig.run(new Scripted("5 cpu0"));
        assertThat(rig.log.subList(5, 9))
                .containsExactly(
                        "cpu0 await back=1", "cpu0 store pte0=" + SECOND, "cpu0 invlpg %tlb0[0]=0", "cpu0 store go=0");
        assertThat(seen).containsExactly(100, 200, 100, 100);
    }

    /** What a flush of the first page on processor 0 tells, which processor 1 has in its TLB. */
    private static List<String> toldByAFlush(Role role) {
        List<String> kept = new ArrayList<>();
        try (MachineRig rig = new MachineRig(Carrier.best(), 2)) {
            int go = rig.word("go", 0);
            int back = rig.word("back", 0);
            int entry = rig.twoPages(role)[0];
            rig.listener(new MachineListener() {
                @Override
                public void keptElsewhere(int cpu, int task, int owner, long cached, long inMemory) {
                    kept.add("cpu" + cpu + " flushes, elsewhere " + cached + " is kept, the table of " + owner
                            + " holds " + inMemory);
                }
            });
            rig.on(0, cpu -> {
                cpu.store(entry, FIRST);
                cpu.store(go, 1);
                cpu.awaitNonZero(back);
                cpu.store(entry, SECOND);
                cpu.invlpg(VA);
                cpu.invlpg(VA + 0x1000);
            });
            rig.on(1, cpu -> {
                cpu.awaitNonZero(go);
                cpu.load(VA);
                cpu.store(back, 1);
            });
            rig.run(Quiet.INSTANCE);
        }
        return kept;
    }

    @Test
    void aFlushTellsWhoElseKeepsThePageOfAProcessorsOwnEntry() {
        assertThat(toldByAFlush(Role.PER_CPU))
                .containsExactly("cpu0 flushes, elsewhere " + (FIRST | PageTable.ACCESSED)
                        + " is kept, the table of 0 holds " + SECOND);
        assertThat(toldByAFlush(Role.PLAIN)).isEmpty();
    }

    @Test
    void anEntryThatIsNotPresentIsNotCached() {
        rig.on(0, cpu -> {
            try {
                seen.add(cpu.load(VA));
            } catch (TaskKilled oops) {
                seen.add(-1);
            }
            cpu.store(pte, FIRST);
            seen.add(cpu.load(VA));
        });
        rig.machine().surviveOopses(true);
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(-1, 100);
    }

    @Test
    void anAccessToAPageThatIsNotPresentIsAPagingRequest() {
        List<String> bugs = rig.bugs();
        rig.on(0, cpu -> {
            cpu.store(VA, 1);
            cpu.store(back, 1);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(bugs).containsExactly("paging-request");
        assertThat(rig.peek(back)).as("the run has ended").isZero();
    }

    @Test
    void aStoreThroughAStaleEntryGoesToTheOldFrame() {
        rig.on(0, cpu -> {
            remap(cpu, FIRST | PageTable.DIRTY, SECOND);
            cpu.store(VA + 4, 5);
        });
        Memory memory = rig.run(Quiet.INSTANCE).memory();
        assertThat(memory.peek(memory.inFrame(MachineRig.HIGH, VA + 4))).isEqualTo(5);
        assertThat(memory.peek(memory.inFrame(MachineRig.HIGH + 1, VA + 4))).isEqualTo(201);
    }

    @Test
    void aWriteThroughACleanEntryWalksAgain() {
        rig.on(0, cpu -> {
            remap(cpu, FIRST, SECOND);
            cpu.store(VA + 4, 5);
        });
        Memory memory = rig.run(Quiet.INSTANCE).memory();
        assertThat(memory.peek(memory.inFrame(MachineRig.HIGH + 1, VA + 4))).isEqualTo(5);
    }

    @Test
    void aWalkMarksTheEntryAccessedAndAWriteMarksItDirty() {
        rig.on(0, cpu -> {
            cpu.store(pte, FIRST);
            cpu.load(VA);
            seen.add(cpu.load(pte) - FIRST);
            cpu.store(VA, 1);
            seen.add(cpu.load(pte) - FIRST);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(PageTable.ACCESSED, PageTable.ACCESSED | PageTable.DIRTY);
    }

    @Test
    void aStaleEntryIsPartOfTheState() {
        List<Long> states = new ArrayList<>();
        for (boolean flush : new boolean[] {false, true}) {
            rig.on(0, cpu -> {
                remap(cpu, FIRST, SECOND);
                if (flush) {
                    cpu.invlpg(VA);
                }
                cpu.loopHead(0);
                states.add(rig.machine().fingerprint());
            });
            rig.run(Quiet.INSTANCE);
        }
        assertThat(states).hasSize(2).doesNotHaveDuplicates();
    }

    /** Caches {@code old}, then stores {@code fresh} without a flush. */
    @Test
    void aWalkDoesNotSeeAnEntryThatWaitsInAnothersBuffer() {
        rig.under(MemoryModel.TSO).on(0, cpu -> cpu.store(pte, SECOND)).on(1, cpu -> {
            seen.add(cpu.load(VA));
            cpu.invlpg(VA);
            seen.add(cpu.load(VA));
        });
        rig.setup().pageFault(Gate.INTERRUPT, (cpu, code) -> cpu.store(pte, FIRST));
        rig.run(new Scripted("1 cpu1", "6 drain0@0"));
        assertThat(rig.log)
                .containsSubsequence(
                        "cpu0 store pte0=" + SECOND, "cpu1 fault %cr2-1=" + VA, "cpu1 store pte0=" + FIRST);
        assertThat(seen).containsExactly(100, 200);
    }

    @Test
    void aWalkSeesWhatItsOwnProcessorHasYetToStore() {
        rig.under(MemoryModel.TSO).on(0, cpu -> {
            cpu.store(pte, SECOND | PageTable.ACCESSED);
            seen.add(cpu.load(VA));
            waits();
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(200, 1);
    }

    @Test
    void aWalkThatMarksTheEntryLetsItsProcessorsStoresOut() {
        rig.under(MemoryModel.TSO).on(0, cpu -> {
            cpu.store(pte, SECOND);
            cpu.load(VA);
            waits();
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = MemoryModel.class,
            names = {"TSO", "PSO"})
    void anInvlpgAndACr3LoadWaitForTheEntryToReachMemory(MemoryModel model) {
        rig.under(model).on(0, cpu -> {
            cpu.store(pte, SECOND);
            waits();
            cpu.invlpg(VA);
            waits();
            cpu.store(pte, FIRST);
            cpu.loadCr3(0x1000);
            waits();
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(1, 0, 0);
    }

    /** Takes down how many stores processor 0 has waiting. */
    private void waits() {
        seen.add(rig.machine().moves().waitingStores(0));
    }

    private void remap(Cpu cpu, int old, int fresh) {
        cpu.store(pte, old);
        seen.add(cpu.load(VA));
        cpu.store(pte, fresh);
    }
}
