package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Fpu;
import dev.preemptcheck.hardware.Gate;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.scenario.Scenario;

/**
 * Two tasks on two processors that keep a value in an FPU register while they yield and may come back elsewhere. As 2.4 does it
 * on SMP, a task's registers are saved when it is switched out, if it has used them, and loaded at #NM (fact 2.5).
 */
final class LazyFpuScenario implements Scenario {
    private static final int CPUS = 2;
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    /** What this kernel does otherwise. */
    enum Variant {
        RIGHT,
        /** Loads at the switch what others load at #NM; nobody can tell. */
        EAGER,
        /** The registers stay live on the processor that the task leaves. */
        NO_SAVE,
        /** The next task on the processor finds TS clear. */
        NO_STTS,
        /** The task may be picked elsewhere before its registers are saved. */
        SAVE_BEHIND_QUEUE,
        /** The same where tasks are picked on their own processor only: nobody can tell. */
        SAVE_BEHIND_QUEUE_PINNED
    }

    private final Variant variant;
    private final MemoryModel model;
    private final int[] images = new int[CPUS];
    private final int[] used = new int[CPUS];
    /** What runs no more on a processor and has to be queued: a task's number and 1. */
    private final int[] left = new int[CPUS];
    /** Tasks that wait, a bit each: for every processor, or for the one that they are pinned to. */
    private final int[] ready = new int[CPUS];

    private int lock;

    LazyFpuScenario(Variant variant, MemoryModel model) {
        this.variant = variant;
        this.model = model;
    }

    @Override
    public String name() {
        return "lazy FPU " + variant;
    }

    @Override
    public MachineSetup setup() {
        MachineSetup setup = new MachineSetup(CPUS, false);
        setup.memoryModel(model);
        for (int i = 0; i < CPUS; i++) {
            images[i] = setup.memory().object("image" + i, new int[Fpu.FNSAVE_WORDS]);
            used[i] = setup.memory().word("used" + i, 0);
            left[i] = setup.memory().word("left" + i, 0);
            ready[i] = setup.memory().word("ready" + i, 0);
        }
        lock = setup.memory().word("lock", FREE);
        setup.deviceNotAvailable(Gate.INTERRUPT, this::load);
        for (int i = 0; i < CPUS; i++) {
            int cpu = i;
            setup.task("idle" + i, true, 0, c -> idle(c, cpu));
        }
        for (int i = 0; i < CPUS; i++) {
            int task = i;
            setup.boot(i, setup.task("task" + i, false, 0, c -> live(c, task)));
        }
        return setup;
    }

    private static int running(Cpu cpu) {
        return cpu.current() - CPUS;
    }

    private void live(Cpu cpu, int task) {
        cpu.fpu().stts();
        cpu.userFpu().fninit();
        cpu.userFpu().fld(100 + task);
        giveWay(cpu, task);
        if (cpu.userFpu().fstp() != 100 + task) {
            throw cpu.bug("wrong-registers", "");
        }
        int here = cpu.cpuId();
        cpu.fpu().stts();
        cpu.retire();
        cpu.switchTo(here);
    }

    private void load(Cpu cpu) {
        cpu.fpu().clts();
        cpu.fpu().frstor(images[running(cpu)]);
        cpu.store(used[running(cpu)], 1);
    }

    // ---- the scheduler

    private void giveWay(Cpu cpu, int task) {
        if (!savesLate()) {
            save(cpu, task);
        }
        int here = cpu.cpuId();
        cpu.store(left[here], task + 1);
        cpu.switchTo(here);
        if (variant == Variant.EAGER) {
            load(cpu);
        }
    }

    private boolean savesLate() {
        return variant == Variant.SAVE_BEHIND_QUEUE || variant == Variant.SAVE_BEHIND_QUEUE_PINNED;
    }

    private void save(Cpu cpu, int task) {
        if (cpu.load(used[task]) != 0) {
            if (variant != Variant.NO_SAVE) {
                cpu.fpu().fnsave(images[task]);
            }
            cpu.store(used[task], 0);
            if (variant != Variant.NO_STTS) {
                cpu.fpu().stts();
            }
        }
    }

    /** Queues the task that has left this processor, then takes up one that waits. */
    private void idle(Cpu cpu, int own) {
        int queue = ready[variant == Variant.SAVE_BEHIND_QUEUE_PINNED ? own : 0];
        for (; ; ) {
            int task = cpu.load(left[own]) - 1;
            if (task >= 0) {
                cpu.store(left[own], 0);
                queue(cpu, queue, task);
            }
            cpu.awaitNonZero(queue);
            cpu.acquire(lock, FREE, TAKEN);
            int waiting = cpu.load(queue);
            int next = waiting == 0 ? -1 : cpu.pick(waiting, false);
            if (next >= 0) {
                cpu.store(queue, waiting & ~(1 << next));
            }
            cpu.release(lock, FREE);
            if (next >= 0) {
                cpu.switchTo(next);
            }
        }
    }

    private void queue(Cpu cpu, int queue, int task) {
        cpu.acquire(lock, FREE, TAKEN);
        cpu.store(queue, cpu.load(queue) | 1 << (CPUS + task));
        cpu.release(lock, FREE);
        if (savesLate()) {
            save(cpu, task);
        }
    }
}
