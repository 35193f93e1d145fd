package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.interrupt.Vector;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.mm.VmallocAreas;
import dev.preemptcheck.kernel.mm.VmallocTable;
import dev.preemptcheck.kernel.smp.CallFunction;
import java.util.List;

/**
 * S10, second part: two tasks make all processors flush their TLBs, one because it takes a {@code vmalloc} area down that it has used,
 * the other as whoever runs out of permanent high mappings does. The other has a section with interrupts off before, and in the
 * largest size a third task, too.
 */
final class CallFunctionSystem {
    private static final KernelVersion VERSION = KernelVersion.V2_6_9_RC4_RT;
    private static final Variant TL_0 = new Variant(
            "TL-0", Variant.NO_PATCH, "calls others with interrupts on, and no lock that is taken with them off");
    private static final Variant TL_1 = new Variant("TL-1", "call/irqs-off", "calls others with interrupts off");
    private static final Variant TL_2 =
            new Variant("TL-2", "call/under-lock", "calls others under a lock that is taken with interrupts off");
    private static final int FIRST_PFN = 0x01400;

    private CallFunctionSystem() {}

    static ModelledSystem create() {
        return new CoreSystem(
                "S10",
                "call-function",
                "TLB flushes on all processors",
                List.of(TL_0, TL_1, TL_2),
                List.of(new KernelConfig(VERSION, 2, false), new KernelConfig(VERSION, 2, true)),
                config -> List.of(config.axis()),
                CallFunctionSystem::setup);
    }

    private static MachineSetup setup(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = new Kernel(config);
        Memory memory = kernel.setup().memory();
        VmallocTable table = VmallocTable.layOut(memory, 1, FIRST_PFN);
        CallFunction flush = new CallFunction(
                kernel.spinlock("call_lock"), kernel.word("call_data.unanswered", 0), config.cpus(), table::flushTlb);
        kernel.interrupt(Vector.CALL_FUNCTION, flush::answer);
        VmallocAreas areas = new VmallocAreas(table, kernel.preemption(), flush);
        Spinlock lock = kernel.spinlock("lock");
        Word shared = kernel.word("shared", 0);
        MachineSetup.Body section = cpu -> interruptsOff(cpu, lock, shared);
        kernel.task("rmmod", cpu -> deleteModule(cpu, variant, areas, lock));
        kernel.task("cp", section, cpu -> flushing(cpu, variant, lock, areas::flushTlbAll));
        if (size == Size.DEEP) {
            kernel.task("ping", section);
        }
        MachineSetup setup = kernel.boot();
        table.layOutFrames(memory);
        setup.pageTable(table.entries());
        return setup;
    }

    private static void interruptsOff(Cpu cpu, Spinlock lock, Word shared) {
        lock.lockIrq(cpu);
        shared.store(cpu, shared.load(cpu) + 1);
        lock.unlockIrq(cpu);
    }

    /** A module uses its area for the last time and goes. */
    @CName("sys_delete_module")
    private static void deleteModule(Cpu cpu, Variant variant, VmallocAreas areas, Spinlock lock) {
        cpu.load(areas.address(0));
        flushing(cpu, variant, lock, c -> areas.remove(c, 0));
    }

    private static void flushing(Cpu cpu, Variant variant, Spinlock lock, MachineSetup.Body flush) {
        if (variant.equals(TL_1)) {
            cpu.cli();
            flush.run(cpu);
            cpu.sti();
        } else if (variant.equals(TL_2)) {
            lock.lock(cpu);
            flush.run(cpu);
            lock.unlock(cpu);
        } else {
            flush.run(cpu);
        }
    }
}
