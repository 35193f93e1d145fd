package dev.preemptcheck.hardware.fpu;

import java.util.ArrayList;
import java.util.List;

/**
 * How a kernel shares one unit among tasks lazily (systems fact S2), on one processor and without preemption: the
 * least that keeps INV-FPU, with switches to leave single steps of it out.
 */
final class LazyKernel {
    /** A step that this kernel leaves out. */
    enum Fault {
        NONE,
        SECTION_WITHOUT_SAVE,
        SECTION_WITHOUT_STTS,
        SWITCH_WITHOUT_SAVE,
        SWITCH_WITHOUT_STTS
    }

    private static final class Task {
        final int[] image = new int[ImageFormat.FNSAVE.words()];
        /** The image's twin: what the task would see had it a unit of its own. */
        final FpuUnit own = new FpuUnit();

        boolean used;
    }

    final FpuUnit unit = new FpuUnit();
    private final List<Task> tasks = new ArrayList<>();
    private final ImageFormat format;
    private final Fault fault;
    private int current;

    LazyKernel(int count, ImageFormat format, Fault fault) {
        this.format = format;
        this.fault = fault;
        for (int i = 0; i < count; i++) {
            Task task = new Task();
            tasks.add(task);
            save(new FpuUnit(), task);
        }
        unit.stts();
    }

    /** True if the running task's instruction reads, and leaves pending, what it would on a unit of its own. */
    boolean user(FpuMove move) {
        Task task = tasks.get(current);
        if (unit.wouldTrap()) {
            deviceNotAvailable(task);
        }
        int seen = move.on(unit);
        unit.ownedBy(current);
        return seen == move.on(task.own) && unit.exceptionPending() == task.own.exceptionPending();
    }

    private void deviceNotAvailable(Task task) {
        unit.clts();
        if (format == ImageFormat.FNSAVE) {
            unit.frstor(task.image, 0);
        } else {
            unit.fxrstor(task.image, 0);
        }
        unit.ownedBy(current);
        task.used = true;
    }

    void switchTo(int next) {
        Task task = tasks.get(current);
        if (task.used) {
            if (fault != Fault.SWITCH_WITHOUT_SAVE) {
                save(unit, task);
            }
            task.used = false;
            if (fault != Fault.SWITCH_WITHOUT_STTS) {
                unit.stts();
            }
        }
        current = next;
    }

    /** A kernel copy through the MMX registers; true if it reads back what it wrote. */
    boolean mmxSection(int value) {
        Task task = tasks.get(current);
        if (!task.used) {
            unit.clts();
        } else if (fault != Fault.SECTION_WITHOUT_SAVE) {
            save(unit, task);
            task.used = false;
        }
        boolean same = true;
        for (int i = 0; i < FpuUnit.REGISTERS; i++) {
            unit.movqIn(i, value + i);
        }
        for (int i = 0; i < FpuUnit.REGISTERS; i++) {
            same &= unit.movqOut(i) == value + i;
        }
        unit.ownedBy(FpuUnit.NOBODY);
        if (fault != Fault.SECTION_WITHOUT_STTS) {
            unit.stts();
        }
        return same;
    }

    /** INV-FPU, as it has to hold outside of sections: TS is clear exactly if the registers are the running task's. */
    boolean invariant() {
        boolean live = tasks.get(current).used;
        return unit.wouldTrap() != live && (!live || unit.owner() == current);
    }

    private void save(FpuUnit from, Task task) {
        if (format == ImageFormat.FNSAVE) {
            from.fnsave(task.image, 0);
        } else {
            from.fxsave(task.image, 0);
            from.fnclex();
        }
    }
}
