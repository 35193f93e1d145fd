package dev.preemptcheck.kernel.smp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Explorer;
import dev.preemptcheck.explore.Progress;
import dev.preemptcheck.explore.SearchOptions;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.asm.MmuContext;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.sched.Mm;
import dev.preemptcheck.scenario.Scenario;
import org.junit.jupiter.api.Test;

/** Two processes of one address space on two processors: one reads a page, the other has it replaced by a copy. */
final class TlbFlushTest {
    private static final int PAGE = 0x08048000;
    private static final int FIRST_PFN = 0x01400;
    private static final int USER_PAGE = PageTable.PRESENT | PageTable.USER | PageTable.ACCESSED;

    /** How the page's translations are flushed. */
    private interface Flushing {
        void flush(Cpu cpu, TlbFlush flush, Mm mm);
    }

    private record Copying(int cpus, Flushing flushing) implements Scenario {
        @Override
        public String name() {
            return "copying";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, true));
            MmuContext context = kernel.addressSpaces();
            Mm mm = context.mm("mm");
            TlbFlush flush = kernel.tlbFlush(context);
            int pte = kernel.word("pte", (FIRST_PFN << 12) | USER_PAGE).address();
            kernel.setup().pageTable(new PageTable(PAGE, 1, pte));
            context.uses(kernel.task("reader", TlbFlushTest::read, TlbFlushTest::read), mm);
            context.uses(kernel.task("writer", cpu -> copy(cpu, pte, flush, mm), TlbFlushTest::read), mm);
            MachineSetup setup = kernel.boot();
            setup.memory().frame(FIRST_PFN, "original", 0);
            setup.memory().frame(FIRST_PFN + 1, "copy", 0);
            return setup;
        }

        private void copy(Cpu cpu, int pte, TlbFlush flush, Mm mm) {
            cpu.translationChanges(pte);
            cpu.store(pte, ((FIRST_PFN + 1) << 12) | USER_PAGE);
            flushing.flush(cpu, flush, mm);
            cpu.translationChanged(pte);
        }
    }

    private static void read(Cpu cpu) {
        cpu.userLoad(PAGE);
    }

    private static Verdict explore(int cpus, Flushing flushing) {
        try (Subject subject = new Subject(new Copying(cpus, flushing), Carrier.best())) {
            return new Explorer(subject, new Bounds(1, 1), SearchOptions.ALL).explore(Progress.UNWATCHED);
        }
    }

    @Test
    void afterAFlushNobodyHasTheOldPage() {
        assertThat(explore(2, (cpu, flush, mm) -> flush.flushTlbPage(cpu, mm, PAGE)))
                .isInstanceOf(Verdict.Proved.class);
        assertThat(explore(1, (cpu, flush, mm) -> flush.flushTlbPage(cpu, mm, PAGE)))
                .isInstanceOf(Verdict.Proved.class);
    }

    @Test
    void withoutAFlushTheOtherProcessorHas() {
        Searches.assertOnly(explore(2, (cpu, flush, mm) -> {}), "D3:stale-translation");
    }

    /** Each loads CR3 when it is switched in, but a second read goes through what the first has left. */
    @Test
    void aFlushOfTheOwnProcessorIsNotEnoughForTwo() {
        Searches.assertOnly(explore(2, (cpu, flush, mm) -> cpu.invlpg(PAGE)), "D3:stale-translation");
        assertThat(explore(1, (cpu, flush, mm) -> cpu.invlpg(PAGE))).isInstanceOf(Verdict.Proved.class);
    }
}
