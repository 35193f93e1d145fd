package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.Word;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code local_irq_count} and {@code local_bh_count} of each processor, beside a count for preemption alone, which exists with
 * {@code CONFIG_PREEMPT} only (fact 3.1, 2.4).
 */
final class PlainCounts implements ContextCounts {
    private final boolean preempt;
    private final TaskTable tasks;
    private final List<Word> irqCounts;
    private final List<Word> bhCounts;

    private PlainCounts(boolean preempt, TaskTable tasks, List<Word> irqCounts, List<Word> bhCounts) {
        this.preempt = preempt;
        this.tasks = tasks;
        this.irqCounts = irqCounts;
        this.bhCounts = bhCounts;
    }

    static PlainCounts create(Memory memory, KernelConfig config, TaskTable tasks) {
        return new PlainCounts(
                config.preempt(),
                tasks,
                words(memory, "local_irq_count", config.cpus()),
                words(memory, "local_bh_count", config.cpus()));
    }

    private static List<Word> words(Memory memory, String name, int cpus) {
        return IntStream.range(0, cpus)
                .mapToObj(cpu -> new Word(memory.word(name + "[" + cpu + "]", 0, Role.PLAIN, 0)))
                .toList();
    }

    @CName("add_preempt_count")
    @Inlined
    private void count(Cpu cpu, int delta) {
        if (preempt) {
            tasks.current(cpu).preemptCount().add(cpu, delta);
        }
    }

    @CName("irq_count")
    @Inlined
    private static void change(Cpu cpu, List<Word> counts, int delta) {
        Word count = counts.get(cpu.cpuId());
        count.store(cpu, count.load(cpu) + delta);
    }

    @Override
    @Inlined
    public void irqEnter(Cpu cpu) {
        count(cpu, 1);
        change(cpu, irqCounts, 1);
    }

    @Override
    @CName("irq_exit")
    @Inlined
    public void irqLeave(Cpu cpu) {
        change(cpu, irqCounts, -1);
    }

    @Override
    @Inlined
    public void irqExit(Cpu cpu) {
        count(cpu, -1);
    }

    @Override
    @CName("local_bh_disable")
    @Inlined
    public void bhOff(Cpu cpu) {
        count(cpu, 1);
        cpu.addUnlocked(bhCounts.get(cpu.cpuId()).address(), 1);
        cpu.softirqsOff();
    }

    @Override
    @CName("__local_bh_enable")
    @Inlined
    public void bhOnOnly(Cpu cpu) {
        cpu.softirqsOn();
        cpu.addUnlocked(bhCounts.get(cpu.cpuId()).address(), -1);
        count(cpu, -1);
    }

    @Override
    @CName("local_bh_enable")
    @Inlined
    public void bhOn(Cpu cpu, MachineSetup.Body softirqs) {
        cpu.softirqsOn();
        cpu.addUnlocked(bhCounts.get(cpu.cpuId()).address(), -1);
        softirqs.run(cpu);
        count(cpu, -1);
    }

    @Override
    @Inlined
    public boolean inIrq(Cpu cpu) {
        return irqCounts.get(cpu.cpuId()).load(cpu) != 0;
    }

    @Override
    @Inlined
    public boolean inInterrupt(Cpu cpu) {
        int here = cpu.cpuId();
        return irqCounts.get(here).load(cpu) + bhCounts.get(here).load(cpu) != 0;
    }

    @Override
    @CName("resume_kernel")
    @Inlined
    public boolean preemptibleOnReturn(Cpu cpu) {
        return tasks.current(cpu).preemptCount().load(cpu) == 0 && !inInterrupt(cpu);
    }
}
