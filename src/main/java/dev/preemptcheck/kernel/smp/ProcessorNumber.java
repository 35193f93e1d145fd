package dev.preemptcheck.kernel.smp;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTable;
import java.util.Locale;

/**
 * The number of the processor that code runs on, which is worth something as long as the code can't be moved: in the section
 * between {@link #getCpu} and {@link #putCpu} that is so.
 *
 * <p>With the check configured, a preemptible kernel for several processors says so when the number is read elsewhere: count 0,
 * interrupts on, and a task that may run on another processor, too. It does not know what the number is for, and is not asked
 * by who takes a number that may be wrong. Source: 2.6.9 with the voluntary-preempt patch, {@code CONFIG_DEBUG_PREEMPT}; 2.4 has
 * no check.
 */
public final class ProcessorNumber {
    private final TaskTable tasks;
    private final Preemption preemption;
    private final boolean checked;

    /** @param checked CONFIG_DEBUG_PREEMPT, which is nothing on one processor or where tasks are not preempted */
    public ProcessorNumber(KernelConfig config, TaskTable tasks, Preemption preemption, boolean checked) {
        this.tasks = tasks;
        this.preemption = preemption;
        this.checked = checked && config.smp() && config.preempt();
    }

    /** {@code smp_processor_id()}: any context that can't be moved. */
    @CName("smp_processor_id")
    public int smpProcessorId(Cpu cpu) {
        if (!checked) {
            return cpu.cpuId();
        }
        Task current = tasks.current(cpu);
        int count = current.preemptCount().load(cpu);
        int here = cpu.cpuId();
        if (count == 0 && cpu.interruptsEnabled() && current.traits().cpus() != 1 << here) {
            report(cpu, current);
        }
        return here;
    }

    /** The count is printed with preemption off. */
    @CName("debug_smp_processor_id")
    private void report(Cpu cpu, Task current) {
        preemption.off(cpu);
        int count = current.preemptCount().load(cpu);
        cpu.said(String.format(
                Locale.ROOT,
                "using smp_processor_id() in preemptible [%08x] code: %s/%d",
                count,
                current.name(),
                current.pid()));
        preemption.onNoResched(cpu);
    }

    /** {@code __smp_processor_id()}: where it does no harm that the number may be wrong. */
    @CName("__smp_processor_id")
    @Inlined
    public int rawSmpProcessorId(Cpu cpu) {
        return cpu.cpuId();
    }

    /** {@code get_cpu()}: preemption is off from here on; any context. */
    @CName("get_cpu")
    @Inlined
    public int getCpu(Cpu cpu) {
        preemption.off(cpu);
        return smpProcessorId(cpu);
    }

    /** {@code put_cpu()}: a preemption point, after which the number is worth nothing. */
    @CName("put_cpu")
    @Inlined
    public void putCpu(Cpu cpu) {
        preemption.on(cpu);
    }
}
