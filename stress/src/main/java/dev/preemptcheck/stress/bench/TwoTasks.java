package dev.preemptcheck.stress.bench;

import dev.preemptcheck.detect.Detectors;
import dev.preemptcheck.detect.Reporter;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.RandomArbiter;
import dev.preemptcheck.hardware.Arbiter;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.asm.AtomicKmap;
import dev.preemptcheck.kernel.asm.KmType;
import dev.preemptcheck.kernel.asm.KmapSlots;
import dev.preemptcheck.kernel.asm.KmapVariant;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.sched.PreemptRules;
import dev.preemptcheck.kernel.sched.Scheduler;
import dev.preemptcheck.kernel.sched.SchedulingPolicy;
import dev.preemptcheck.kernel.sched.TaskTable;

/**
 * What {@link EngineBenchmark} runs: one task on each of two processors, each of which maps, uses and unmaps a high page
 * twice (HM-4, HIGHMEM_DEBUG on), 12 accesses a time, and then waits for good. No scheduler, no interrupts: an execution is
 * 48 accesses and its end; with store buffers, also the moments at which stores reach memory.
 *
 * <p>Every choice is drawn at random, with the fingerprint of the state computed first, as a search does. All detectors
 * watch, and no word is passed over: where there are store buffers, every plain store goes through them.
 */
final class TwoTasks implements AutoCloseable {
    private static final KernelConfig CONFIG = new KernelConfig(KernelVersion.V2_4_10_PRE4, 2, true, true);
    private static final int FIRST_HIGH_PAGE = 0x55d54;
    private static final int ROUNDS = 2;

    private final Carrier carrier;
    private final Machine machine;
    private final Footprint footprint;
    private long executions;
    private long switches;
    private long steps;
    private long digest;

    TwoTasks(Carrier carrier, MemoryModel model) {
        this(carrier, model, false);
    }

    /** Where {@code checked}, the data-race detector watches too, and the lock validator has two nested locks to watch. */
    TwoTasks(Carrier carrier, MemoryModel model, boolean checked) {
        this.carrier = carrier;
        Detectors detectors =
                checked ? Detectors.withRaces(new NothingFound()) : Detectors.standard(new NothingFound());
        MachineSetup setup = setup(checked);
        setup.memoryModel(model);
        machine = setup.build(carrier, detectors);
        detectors.watch(machine);
        footprint = new Footprint(machine.memory().size(), Footprint.Reduction.NONE);
    }

    private static MachineSetup setup(boolean checked) {
        MachineSetup setup = new MachineSetup(CONFIG.cpus(), CONFIG.preempt());
        Memory memory = setup.memory();
        TaskTable tasks = new TaskTable();
        Scheduler scheduler = new Scheduler(setup, CONFIG, tasks, PreemptRules.of(CONFIG), SchedulingPolicy.ANY);
        KmapSlots slots = new KmapSlots(memory, CONFIG.cpus());
        AtomicKmap kmap = KmapVariant.HM_4.create(CONFIG, slots, scheduler.preemption());
        int never = memory.word("never", 0);
        int outer = setup.lock("outer");
        int inner = setup.lock("inner");
        for (int i = 0; i < CONFIG.cpus(); i++) {
            Page page = new Page(FIRST_HIGH_PAGE + i, "page" + i);
            setup.boot(
                    i,
                    tasks.addIdle(setup, i, cpu -> {
                                for (int round = 0; round < ROUNDS; round++) {
                                    if (checked) {
                                        cpu.locked(outer, LockUse.EXCLUSIVE);
                                        cpu.locked(inner, LockUse.EXCLUSIVE);
                                    }
                                    touch(cpu, kmap, page);
                                    if (checked) {
                                        cpu.unlocked(inner);
                                        cpu.unlocked(outer);
                                    }
                                }
                                cpu.awaitNonZero(never);
                            })
                            .id());
        }
        for (int i = 0; i < CONFIG.cpus(); i++) {
            memory.frame(FIRST_HIGH_PAGE + i, "page" + i, 0, 0);
        }
        setup.pageTable(slots.table());
        return setup;
    }

    private static void touch(Cpu cpu, AtomicKmap kmap, Page page) {
        int address = kmap.kmapAtomic(cpu, page, KmType.USER0);
        cpu.store(address, cpu.load(address) + 1);
        kmap.kunmapAtomic(cpu, address, KmType.USER0);
    }

    /** One complete execution; another seed gives another schedule. */
    long execute() {
        machine.attach(new Walk(executions), footprint, null);
        machine.run(0);
        executions++;
        steps += machine.steps();
        digest += machine.traceHash();
        return digest;
    }

    /** Accesses an execution, so far. */
    double meanSteps() {
        return (double) steps / executions;
    }

    /** Switches from one processor to the other an execution, so far. */
    double meanSwitches() {
        return (double) switches / executions;
    }

    /** Equal for equal numbers of executions, whatever the carrier. */
    long digest() {
        return digest;
    }

    @Override
    public void close() {
        carrier.close();
    }

    /** The random walk, with a fingerprint at every choice. */
    private final class Walk implements Arbiter {
        private final Arbiter random;

        Walk(long randomSeed) {
            random = new RandomArbiter(randomSeed, new Bounds(0, 0));
        }

        @Override
        public int choose(Machine m) {
            digest += m.fingerprint();
            int agent = random.choose(m);
            if (agent >= 0 && agent != m.running()) {
                switches++;
            }
            return agent;
        }

        @Override
        public int pick(Machine m, int candidates, int preferred, boolean involuntary) {
            return random.pick(m, candidates, preferred, involuntary);
        }
    }

    /** HM-4 breaks no rule, so a report is a fault of the engine. */
    private static final class NothingFound implements Reporter {
        @Override
        public void failure(String rule, String outcome, String place, int culprit) {
            throw new IllegalStateException("HM-4 is safe, but " + rule + " reports " + outcome);
        }

        @Override
        public void hazard(String rule, String outcome, int task) {
            throw new IllegalStateException("HM-4 is safe, but " + rule + " reports a hazard");
        }
    }
}
