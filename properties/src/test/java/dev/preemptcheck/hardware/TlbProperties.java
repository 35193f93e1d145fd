package dev.preemptcheck.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * On two processors that map, flush and access one page in any order, with unasked fills in between, an access uses a
 * translation that the page table has held since that processor's last flush of it, or that it held then (fact 2.3).
 */
final class TlbProperties {
    private static final int VA = 0xFFFF0000;
    private static final int COUNTS = ~(PageTable.ACCESSED | PageTable.DIRTY);
    static final int MAPPED = PageTable.PRESENT | PageTable.WRITE | Memory.HIGH_PFN << 12;

    /** What a processor does next; the entry is stored by {@code MAP} alone. */
    record Move(Kind kind, int entry) {}

    enum Kind {
        LOAD,
        STORE,
        MAP,
        FLUSH,
        CR3
    }

    @Property
    void anAccessUsesWhatTheTableHasHeldSinceTheLastFlush(
            @ForAll("moves") List<Move> first,
            @ForAll("moves") List<Move> second,
            @ForAll("turns") List<Integer> turns) {
        MachineSetup setup = new MachineSetup(2, false);
        int pte = setup.memory().word("pte", MAPPED);
        int never = setup.memory().word("never", 0);
        for (int cpu = 0; cpu < 2; cpu++) {
            setup.task("idle" + cpu, true, 0, c -> c.awaitNonZero(never));
        }
        List<List<Move>> scripts = List.of(first, second);
        for (int cpu = 0; cpu < 2; cpu++) {
            int own = cpu;
            setup.boot(cpu, setup.task("task" + cpu, false, 0, c -> live(c, scripts.get(own), pte, own)));
        }
        for (int i = 0; i < 3; i++) {
            setup.memory().frame(Memory.HIGH_PFN + i, "frame" + i, i);
        }
        setup.pageTable(new PageTable(VA, 1, pte));
        setup.pageFault(Gate.INTERRUPT, (c, code) -> c.store(pte, MAPPED));
        Oracle oracle = new Oracle();
        try (Carrier carrier = Carrier.best()) {
            Machine machine = setup.build(carrier, oracle);
            Footprint nothing = new Footprint(machine.memory().size(), Footprint.Reduction.NONE);
            machine.attach(new Turns(turns), nothing, oracle);
            machine.run(0);
        }
        assertThat(oracle.wrong).isEmpty();
    }

    static void live(Cpu cpu, List<Move> script, int pte, int idle) {
        for (Move move : script) {
            switch (move.kind()) {
                case LOAD -> cpu.load(VA);
                case STORE -> cpu.store(VA, move.entry());
                case MAP -> cpu.store(pte, move.entry());
                case FLUSH -> cpu.invlpg(VA);
                case CR3 -> cpu.loadCr3(0);
            }
        }
        cpu.retire();
        cpu.switchTo(idle);
    }

    /** Knows for each processor what it may still use. */
    private static final class Oracle implements MachineListener, StepSink {
        private long inTable = MAPPED;
        private final List<Set<Long>> usable = List.of(new HashSet<>(Set.of(inTable)), new HashSet<>(Set.of(inTable)));
        private final Set<String> wrong = new HashSet<>();

        @Override
        public void step(int step, int cpu, int task, int handler, int op, int word, int value, int count) {
            if (op == Op.STORE) {
                inTable = value & COUNTS & 0xFFFFFFFFL;
                usable.forEach(entries -> entries.add(inTable));
            } else if (op == Op.INVLPG) {
                usable.get(cpu).clear();
                usable.get(cpu).add(inTable);
            } else if (op == Op.CR3) {
                usable.get(cpu).removeIf(entry -> (entry & PageTable.GLOBAL) == 0);
                usable.get(cpu).add(inTable);
            }
        }

        @Override
        public void translated(int cpu, int task, int pteWord, int owner, long cached, long inMemory, boolean write) {
            if (!usable.get(cpu).contains(cached & COUNTS)) {
                wrong.add("cpu" + cpu + " used " + Long.toHexString(cached) + ", not one of " + usable.get(cpu));
            }
        }
    }

    /** Who moves, and whose walker fills before that; the default when there is no more to say. */
    private static final class Turns implements Arbiter {
        private final List<Integer> turns;
        private int next;

        Turns(List<Integer> turns) {
            this.turns = turns;
        }

        @Override
        public int choose(Machine machine) {
            int turn = next < turns.size() ? turns.get(next++) : 0;
            int walker = turn >> 1 & 1;
            if ((turn & 4) != 0 && machine.mmu.speculativeFills(machine.processors[walker]) != 0) {
                machine.mmu.fill(machine.processors[walker], 0);
            }
            return (machine.moves().steppable() >> (turn & 1) & 1) != 0
                    ? Agent.cpu(turn & 1)
                    : machine.moves().defaultAgent();
        }

        @Override
        public int pick(Machine machine, int candidates, int preferred, boolean involuntary) {
            return preferred;
        }
    }

    /** What a page-table entry may hold: nothing, or one of three frames, global or not, writable or not. */
    static Arbitrary<Integer> entries() {
        return Arbitraries.of(
                0,
                MAPPED,
                MAPPED + 0x1000,
                MAPPED + 0x2000 | PageTable.GLOBAL,
                MAPPED + 0x1000 | PageTable.GLOBAL,
                MAPPED & ~PageTable.WRITE);
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        return Arbitraries.of(Kind.class)
                .flatMap(kind -> entries().map(entry -> new Move(kind, entry)))
                .list()
                .ofMaxSize(10);
    }

    @Provide
    Arbitrary<List<Integer>> turns() {
        return Arbitraries.integers().between(0, 7).list().ofMaxSize(30);
    }
}
