package dev.preemptcheck.kernel.kbuild;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.explore.Recorder;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.BigKernelLock;
import dev.preemptcheck.kernel.locking.BigReaderLock;
import dev.preemptcheck.kernel.locking.DecAndLock;
import dev.preemptcheck.kernel.locking.ReadWriteLock;
import dev.preemptcheck.kernel.locking.ReaderOrder;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.timer.Timer;
import dev.preemptcheck.kernel.timer.Timers;
import dev.preemptcheck.scenario.Particulars;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.scenario.Variant;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedShelf;
import dev.preemptcheck.verify.Catalogue;
import dev.preemptcheck.verify.CatalogueRow;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the model of a kernel does is linked into it, as the table says, and what the model leaves out is left out there, too.
 */
final class ModelAgreesTest {
    private static final String GENERIC = "preempt/generic-dec-and-lock";

    // ---- what was ever seen to run is there

    /** Runs of each row, undisturbed, and of each seed: functions with a frame, and words that are touched. */
    @Test
    void whatRunsIsReferredToThere() {
        SortedSet<String> seen = new TreeSet<>();
        for (CatalogueRow row : Catalogue.rows()) {
            see(row.scenario(Size.QUICK), row.config(), Schedule.EMPTY, seen);
        }
        for (Seed seed : SeedShelf.builtIn().values()) {
            Scenario scenario = Systems.scenario(seed.scenario(), seed.config(), seed.patch());
            see(scenario, seed.config(), seed.schedule(), seen);
        }
        assertThat(seen)
                .containsExactly(
                        "_mmx_memcpy",
                        "cpu_tlbstate",
                        "flush_tlb_page",
                        "kernel_fpu_begin",
                        "kmap_high",
                        "kmap_pte",
                        "kunmap_high",
                        "mmx_clear_page",
                        "mmx_copy_page",
                        "preempt_schedule",
                        "smp_call_function",
                        "smp_call_function_interrupt",
                        "smp_invalidate_interrupt");
    }

    private static void see(Scenario scenario, KernelConfig config, Schedule schedule, SortedSet<String> seen) {
        if (config.version().countFields()) {
            return;
        }
        CpuType cpu = scenario.name().startsWith("fpu") ? CpuType.MK7 : CpuType.MPENTIUMIII;
        SortedSet<String> used = names(record(scenario, schedule));
        used.retainAll(everySymbol());
        assertThat(referredTo(config, cpu, GENERIC))
                .as(scenario.name() + " " + config)
                .containsAll(used);
        seen.addAll(used);
    }

    private static SortedSet<String> everySymbol() {
        SortedSet<String> symbols = new TreeSet<>();
        KernelTree tree = KernelTree.of(KernelVersion.V2_4_10_PRE4, GENERIC);
        BuildConfig.all().forEach(config -> symbols.addAll(tree.link(config).symbols()));
        return symbols;
    }

    private static List<String> referredTo(KernelConfig config, CpuType cpu, String patch) {
        BuildConfig built = new BuildConfig(config.smp(), config.preempt(), cpu, MemorySize.HIGHMEM4G);
        return KernelTree.of(config.version(), patch).link(built).symbols();
    }

    private static Recording record(Scenario scenario, Schedule schedule) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return Recorder.record(subject, schedule);
        }
    }

    private static SortedSet<String> names(Recording recording) {
        SortedSet<String> names = new TreeSet<>();
        for (Recording.Step step : recording.steps()) {
            names.addAll(CallChain.framed(step.functions()));
            names.add(step.symbol().replaceFirst("[.\\[].*", ""));
        }
        return names;
    }

    // ---- what a configuration leaves out is left out in both

    /** A task does something on a kernel; the other processor, if there is one, is idle. */
    private record Doing(KernelConfig config, Function<Kernel, MachineSetup.Body> what) implements Scenario {
        @Override
        public String name() {
            return "doing";
        }

        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(config);
            kernel.task("task", what.apply(kernel));
            return kernel.boot();
        }

        @Override
        public Particulars particulars() {
            return new Particulars(config, new Variant("none", Variant.NO_PATCH, "a task"), List.of());
        }
    }

    private static KernelConfig config(int cpus, boolean preempt) {
        return new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, preempt);
    }

    /** That the model does what the symbol is for, by a function or a word, is the same as that the table has it. */
    private static void assertAgrees(String symbol, String name, Function<Kernel, MachineSetup.Body> what) {
        for (int axis = 0; axis < 4; axis++) {
            KernelConfig config = config(1 + axis / 2, axis % 2 != 0);
            boolean does =
                    names(record(new Doing(config, what), Schedule.EMPTY)).contains(name);
            assertThat(referredTo(config, CpuType.M586, GENERIC).contains(symbol))
                    .as(symbol + " " + config.axis())
                    .isEqualTo(does);
        }
    }

    @ParameterizedTest
    @CsvSource({"__read_lock_failed,true", "__write_lock_failed,false"})
    void readWriteLocksHaveWordsWhereSomethingSpinsOnThem(String symbol, boolean reads) {
        assertAgrees(symbol, "rw", kernel -> {
            ReadWriteLock lock = kernel.locks().readWriteLock("rw");
            return cpu -> {
                if (reads) {
                    lock.readLock(cpu);
                    lock.readUnlock(cpu);
                } else {
                    lock.writeLock(cpu);
                    lock.writeUnlock(cpu);
                }
            };
        });
    }

    @Test
    void theBigKernelLockHasAWordWhereThereIsOne() {
        assertAgrees("kernel_flag", "kernel_flag", kernel -> {
            BigKernelLock lock = kernel.locks().bigKernelLock();
            return cpu -> {
                lock.lockKernel(cpu);
                lock.unlockKernel(cpu);
            };
        });
    }

    @ParameterizedTest
    @CsvSource({"__brlock_array,br", "__br_write_lock,__br_write_lock", "__br_write_unlock,__br_write_unlock"})
    void bigReaderLocksHaveWordsAndFunctionsWhereTheyAreNotACount(String symbol, String name) {
        assertAgrees(symbol, name, kernel -> {
            BigReaderLock lock = kernel.locks().bigReaderLock("br", ReaderOrder.NUMBER_FIRST);
            return cpu -> {
                lock.readLock(cpu);
                lock.readUnlock(cpu);
                lock.writeLock(cpu);
                lock.writeUnlock(cpu);
            };
        });
    }

    @Test
    void whoeverGivesALockBackMayBePreemptedWherePreemptScheduleIs() {
        assertAgrees("preempt_schedule", "preempt_schedule", kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            return cpu -> {
                kernel.tasks().current(cpu).needResched().store(cpu, 1);
                lock.lock(cpu);
                lock.unlock(cpu);
            };
        });
    }

    @Test
    void aTimerIsWaitedForWhereThatIsAFunction() {
        assertAgrees("del_timer_sync", "del_timer_sync", kernel -> {
            Timers timers = kernel.timers();
            Timer timer = timers.timer("timer", cpu -> {});
            return cpu -> timers.delTimerSync(cpu, timer);
        });
    }

    /** On one processor without preemption there is nothing to tell them apart by: the lock is nothing. */
    @ParameterizedTest
    @CsvSource({
        "none,true,1,false",
        "none,true,1,true",
        "none,true,2,false",
        "none,true,2,true",
        GENERIC + ",false,1,false",
        GENERIC + ",false,1,true",
        GENERIC + ",false,2,false",
        GENERIC + ",false,2,true"
    })
    void theLastReferenceIsDroppedUnderTheLockWhereThatIsAFunction(
            String patch, boolean collapses, int cpus, boolean preempt) {
        KernelConfig config = config(cpus, preempt);
        Recording recording = record(
                new Doing(config, kernel -> {
                    DecAndLock drop = new DecAndLock(collapses, config.smp());
                    Spinlock lock = kernel.spinlock("lock");
                    Word count = kernel.word("users", 2);
                    return cpu -> drop.decAndLock(cpu, count, lock);
                }),
                Schedule.EMPTY);
        boolean under =
                recording.steps().stream().anyMatch(step -> step.symbol().equals("users") && step.count() > 0)
                        || names(recording).contains("lock");
        assertThat(referredTo(config, CpuType.M586, patch).contains("atomic_dec_and_lock"))
                .isEqualTo(under);
    }
}
