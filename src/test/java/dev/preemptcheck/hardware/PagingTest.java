package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts 2.2, 2.3 and 2.6: directories, page faults, what a walker does unasked. */
final class PagingTest {
    private static final int VA = 0x08048000;
    private static final int P = PageTable.PRESENT;
    private static final int RW = PageTable.WRITE;
    private static final int U = PageTable.USER;
    private static final int A = PageTable.ACCESSED;
    private static final int D = PageTable.DIRTY;
    /** Frames of the tables: two directories, their tables, and where PAE keeps its pointers. */
    private static final int DIRECTORY = 0x101;

    private static final int OTHER_DIRECTORY = 0x102;
    private static final int TABLE = 0x103;
    private static final int OTHER_TABLE = 0x104;
    private static final int POINTERS = 0x105;
    private static final int FRAME = MachineRig.HIGH;
    /** Beyond 4 GB. */
    private static final int FAR_FRAME = 0x123456;

    private final MachineRig rig = new MachineRig(Carrier.best(), 2);
    private final int go = rig.word("go", 0);
    private final List<Integer> seen = new ArrayList<>();

    @AfterEach
    void close() {
        rig.close();
    }

    /** Two address spaces of one page each, whose first and second frame hold 100 and 200. */
    private void twoLevels(int rights, boolean writeProtect) {
        frames(FRAME, FRAME + 1);
        table(TwoLevel.FORMAT, DIRECTORY, "pgd", 1, entry(TABLE, P | RW | U));
        table(TwoLevel.FORMAT, OTHER_DIRECTORY, "pgd'", 1, entry(OTHER_TABLE, P | RW | U));
        table(TwoLevel.FORMAT, TABLE, "pte", 0, entry(FRAME, rights));
        table(TwoLevel.FORMAT, OTHER_TABLE, "pte'", 0, entry(FRAME + 1, rights));
        rig.setup().paging(new Paging(TwoLevel.FORMAT, DIRECTORY << 12, List.of(VA), writeProtect));
    }

    private void threeLevels() {
        frames(FRAME, FAR_FRAME);
        rig.setup()
                .memory()
                .table(
                        POINTERS,
                        "pdpt",
                        Pae.FORMAT,
                        new TreeMap<>(Map.of(0, entry(DIRECTORY, P), 1, entry(OTHER_DIRECTORY, P))));
        table(Pae.FORMAT, DIRECTORY, "pgd", 1, entry(TABLE, P | RW | U));
        table(Pae.FORMAT, TABLE, "pte", 0, entry(FAR_FRAME, P | RW | U));
        rig.setup().paging(new Paging(Pae.FORMAT, POINTERS << 12, List.of(VA), true));
    }

    private void frames(int first, int second) {
        rig.setup().memory().frame(first, "first", 100, 101);
        rig.setup().memory().frame(second, "second", 200, 201);
    }

    private void table(EntryFormat format, int pfn, String name, int level, long entry) {
        rig.setup().memory().table(pfn, name, format, new TreeMap<>(Map.of(format.index(level, VA), entry)));
    }

    private static long entry(int pfn, int bits) {
        return (long) pfn << 12 | bits;
    }

    private static int linear(EntryFormat format, int table, int level) {
        return Memory.PAGE_OFFSET + (table << 12) + format.offset(level, VA);
    }

    private static int pte() {
        return linear(TwoLevel.FORMAT, TABLE, 0);
    }

    private static int pgd() {
        return linear(TwoLevel.FORMAT, DIRECTORY, 1);
    }

    @Test
    void aWalkGoesThroughTheDirectoryAndMarksBothLevels() {
        twoLevels(P | RW, true);
        rig.on(0, cpu -> {
            seen.add(cpu.load(VA));
            cpu.store(VA, 5);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(rig.log)
                .startsWith(
                        "cpu0 walk pgd[32]=" + entry(TABLE, P | RW | U),
                        "cpu0 load first=100",
                        "cpu0 walk pgd[32]=" + entry(TABLE, P | RW | U | A),
                        "cpu0 store first=5");
        assertThat(rig.peek(pgd())).isEqualTo((int) entry(TABLE, P | RW | U | A));
        assertThat(rig.peek(pte())).isEqualTo((int) entry(FRAME, P | RW | A | D));
    }

    @Test
    void aWalkUsesTheDirectoryEntryThatItHasReadThoughItIsReplacedMeanwhile() {
        twoLevels(P | RW, true);
        rig.on(0, cpu -> seen.add(cpu.load(VA)));
        rig.on(1, cpu -> cpu.store(pgd(), (int) entry(OTHER_TABLE, P)));
        rig.run(new Scripted("1 cpu1", "2 cpu0"));
        assertThat(rig.log.subList(0, 3))
                .containsExactly(
                        "cpu0 walk pgd[32]=" + entry(TABLE, P | RW | U),
                        "cpu1 store pgd[32]=" + entry(OTHER_TABLE, P),
                        "cpu0 load first=100");
    }

    @Test
    void noInterruptIsTakenInTheMiddleOfAWalk() {
        twoLevels(P | RW, true);
        List<Integer> raisable = new ArrayList<>();
        rig.on(0, cpu -> cpu.load(VA));
        rig.run(new Arbiter() {
            @Override
            public int choose(Machine machine) {
                raisable.add(machine.moves().raisable() & 1);
                return machine.moves().defaultAgent();
            }

            @Override
            public int pick(Machine machine, int candidates, int preferred, boolean involuntary) {
                return preferred;
            }
        });
        assertThat(raisable.subList(0, 3)).containsExactly(1, 0, 1);
    }

    @Test
    void aCr3LoadChangesTheAddressSpace() {
        twoLevels(P | RW, true);
        rig.on(0, cpu -> {
            seen.add(cpu.load(VA));
            cpu.loadCr3(OTHER_DIRECTORY << 12);
            seen.add(cpu.load(VA));
        });
        rig.on(1, cpu -> seen.add(cpu.load(VA)));
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(100, 200, 100);
    }

    @Test
    void withoutACr3LoadTheOldAddressSpaceStaysInUse() {
        twoLevels(P | RW | PageTable.GLOBAL, true);
        rig.on(0, cpu -> {
            seen.add(cpu.load(VA));
            cpu.loadCr3(OTHER_DIRECTORY << 12);
            seen.add(cpu.load(VA));
            cpu.invlpg(VA);
            seen.add(cpu.load(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).as("a global entry outlives the load").containsExactly(100, 100, 200);
    }

    @Test
    void paeReachesFramesBeyond4GigabytesAndMarksTheLowWord() {
        threeLevels();
        rig.on(0, cpu -> {
            seen.add(cpu.load(VA));
            cpu.store(VA, 5);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(200);
        assertThat(rig.peek(linear(Pae.FORMAT, TABLE, 0)))
                .isEqualTo((int) entry(FAR_FRAME & 0xFFFFF, P | RW | U | A | D));
        assertThat(rig.peek(linear(Pae.FORMAT, TABLE, 0) + 4)).isEqualTo(FAR_FRAME >>> 20);
    }

    @Test
    void paeKeepsItsPointersUntilCr3IsLoaded() {
        threeLevels();
        rig.setup().pageFault(Gate.INTERRUPT, (cpu, code) -> {
            seen.add(code);
            cpu.store(Memory.PAGE_OFFSET + (POINTERS << 12), (int) entry(DIRECTORY, P));
            cpu.loadCr3(POINTERS << 12);
        });
        rig.on(0, cpu -> {
            cpu.store(Memory.PAGE_OFFSET + (POINTERS << 12), 0);
            seen.add(cpu.load(VA));
            cpu.loadCr3(POINTERS << 12);
            seen.add(cpu.load(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(200, 0, 200);
    }

    @Test
    void aFaultTellsItsAddressAndWhy() {
        twoLevels(0, true);
        rig.setup().pageFault(Gate.INTERRUPT, (cpu, code) -> {
            seen.add(code);
            seen.add(cpu.readCr2());
            cpu.store(pte(), (int) entry(FRAME, code == 2 ? P : P | RW));
        });
        rig.on(0, cpu -> {
            cpu.store(VA + 4, 5);
            seen.add(cpu.load(VA + 4));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(2, VA + 4, 3, VA + 4, 5);
        assertThat(rig.log).contains("cpu0 fault %cr2-0=" + (VA + 4));
    }

    @Test
    void userModeNeedsTheUserBitAndTheKernelDoesNot() {
        twoLevels(P | RW, true);
        rig.setup().pageFault(Gate.INTERRUPT, (cpu, code) -> {
            seen.add(code);
            cpu.store(pte(), (int) entry(FRAME, P | RW | U));
        });
        rig.on(0, cpu -> {
            seen.add(cpu.load(VA));
            cpu.userStore(VA, 7);
            seen.add(cpu.userLoad(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(100, FaultCode.USER | FaultCode.WRITE | FaultCode.PROTECTION, 7);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyWithWriteProtectIsTheKernelRefusedAWriteToAReadOnlyPage(boolean writeProtect) {
        twoLevels(P, writeProtect);
        rig.setup().pageFault(Gate.INTERRUPT, (cpu, code) -> {
            seen.add(code);
            cpu.store(pte(), (int) entry(FRAME, P | RW));
        });
        rig.on(0, cpu -> {
            cpu.store(VA, 5);
            seen.add(cpu.load(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).isEqualTo(writeProtect ? List.of(3, 5) : List.of(5));
    }

    @Test
    void theDirectoryCanRefuseWhatTheTableGrants() {
        twoLevels(P | RW, true);
        rig.setup().pageFault(Gate.INTERRUPT, (cpu, code) -> {
            seen.add(code);
            cpu.store(pgd(), (int) entry(TABLE, P | RW));
        });
        rig.on(0, cpu -> {
            cpu.store(pgd(), (int) entry(TABLE, P));
            cpu.store(VA, 5);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(3);
    }

    @Test
    void aStaleReadOnlyEntryCostsOneFaultAndAStaleWritableOneMissesIt() {
        twoLevels(P | D, true);
        rig.setup().pageFault(Gate.INTERRUPT, (cpu, code) -> seen.add(code));
        rig.on(0, cpu -> {
            cpu.load(VA);
            cpu.store(pte(), (int) entry(FRAME, P | RW));
            cpu.store(VA, 5);
            cpu.store(pte(), (int) entry(FRAME, P));
            cpu.store(VA, 6);
            seen.add(cpu.load(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(seen).containsExactly(3, 6);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyAnInterruptGateClearsTheInterruptFlagAndTheReturnRestoresIt(boolean enabled) {
        for (Gate gate : Gate.values()) {
            MachineRig own = new MachineRig(Carrier.best(), 1);
            own.twoPages();
            List<Boolean> flags = new ArrayList<>();
            own.setup().pageFault(gate, (cpu, code) -> {
                flags.add(cpu.interruptsEnabled());
                cpu.store(own.entry(0), (FRAME << 12) | P);
            });
            own.on(0, cpu -> {
                if (!enabled) {
                    cpu.cli();
                }
                cpu.load(MachineRig.WINDOW);
                flags.add(cpu.interruptsEnabled());
            });
            own.run(Quiet.INSTANCE);
            assertThat(flags).as("%s", gate).containsExactly(enabled && gate == Gate.TRAP, enabled);
            own.close();
        }
    }

    @Test
    void theNextFaultOfTheProcessorOverwritesCr2() {
        twoLevels(0, true);
        rig.setup().pageFault(Gate.TRAP, (cpu, code) -> {
            seen.add(cpu.readCr2());
            cpu.store(pte(), (int) entry(FRAME, P | RW));
        });
        rig.timer(cpu -> cpu.load(VA));
        rig.on(0, cpu -> cpu.store(VA + 4, 1));
        rig.run(new Scripted("2 timer0"));
        assertThat(seen).as("the handler's fault, then the task's").containsExactly(VA, VA);
    }

    @Test
    void aWalkerMayCacheWhatIsPresentAndNothingElse() {
        twoLevels(0, true);
        List<Long> fills = new ArrayList<>();
        rig.on(0, cpu -> {
            fills.add(fills(0));
            cpu.store(pte(), (int) entry(FRAME, P | RW | D));
            fills.add(fills(0));
            fill(0, 0);
            fills.add(fills(0));
            seen.add(cpu.load(pte()));
            cpu.store(pte(), (int) entry(FRAME + 1, P | RW | D));
            seen.add(cpu.load(VA));
        });
        rig.run(Quiet.INSTANCE);
        assertThat(fills).containsExactly(0L, 1L, 0L);
        assertThat(seen)
                .as("accessed, not dirtied, and used though outdated")
                .containsExactly((int) entry(FRAME, P | RW | D | A), 100);
    }

    @Test
    void aFillUnaskedIsBookedToTheWalker() {
        twoLevels(P | RW, true);
        Footprint footprint = new Footprint(rig.machine().memory().size(), Footprint.Reduction.LOCAL);
        int word = rig.machine().memory().index(pte());
        rig.on(0, cpu -> {
            cpu.load(pte());
            fill(0, 0);
            fill(1, 0);
        });
        rig.machine().attach(Quiet.INSTANCE, footprint, null);
        rig.machine().run(0);
        footprint.settle();
        assertThat(footprint.level(word)).isEqualTo(Footprint.SHARED);
        assertThat(footprint.level(rig.machine().memory().index(go))).isEqualTo(Footprint.QUIET);
    }

    @Test
    void whoWatchesIsToldWhatTheTablesOfTheOtherAddressSpaceComeTo() {
        twoLevels(P | RW, true);
        List<String> kept = new ArrayList<>();
        rig.listener(new MachineListener() {
            @Override
            public void keptElsewhere(int cpu, int task, int owner, long cached, long inMemory) {
                kept.add(PageTable.pfn(cached) + " kept, now " + PageTable.pfn(inMemory));
            }
        });
        rig.on(0, cpu -> {
            cpu.load(VA);
            cpu.awaitNonZero(go);
            cpu.store(pgd(), (int) entry(OTHER_TABLE, P | RW));
            cpu.invlpg(VA);
        });
        rig.on(1, cpu -> {
            cpu.load(VA);
            cpu.store(go, 1);
        });
        rig.run(Quiet.INSTANCE);
        assertThat(kept).containsExactly(FRAME + " kept, now " + (FRAME + 1));
    }

    private long fills(int cpu) {
        Machine m = rig.machine();
        return m.mmu.speculativeFills(m.processors[cpu]);
    }

    private void fill(int cpu, int page) {
        Machine m = rig.machine();
        m.mmu.fill(m.processors[cpu], page);
    }
}
