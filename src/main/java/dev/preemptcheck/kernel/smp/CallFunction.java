package dev.preemptcheck.kernel.smp;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.interrupt.Vector;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.OutOfLine;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.locking.Spinlock;

/**
 * {@code smp_call_function()}: a processor interrupts all others and spins until each has run a function and said so. Only one
 * at a time may, under {@code call_lock}.
 *
 * <p>A processor with interrupts off doesn't answer until it has them on: so who calls has interrupts on, and holds no lock that
 * others take with interrupts off (fact S10, TL-0 to TL-2). Of the kernel's {@code call_data} the word is modelled that says
 * who has not answered, a bit each. Source: fact S10, 2.6.9.
 */
public final class CallFunction {
    private final Spinlock lock;
    private final Word unanswered;
    private final int all;

    private final MachineSetup.Body function;

    /**
     * @param lock {@code call_lock}
     * @param unanswered who has not answered, 0 at boot
     * @param cpus processors of the kernel; the only one there is has nobody to call
     * @param function what the others run, in their handlers of {@link Vector#CALL_FUNCTION}
     */
    public CallFunction(Spinlock lock, Word unanswered, int cpus, MachineSetup.Body function) {
        this.lock = lock;
        this.unanswered = unanswered;
        this.all = (1 << cpus) - 1;
        this.function = function;
    }

    /** {@code smp_call_function()}, which waits: task context, preemption off, interrupts on. */
    @CName("smp_call_function")
    @Inlined
    @OutOfLine(OutOfLine.Part.PROCESSORS)
    public void callOthers(Cpu cpu) {
        cpu.enterScope();
        int others = all & ~(1 << cpu.cpuId());
        if (others != 0) {
            lock.lock(cpu);
            unanswered.store(cpu, others);
            new Answers(unanswered.address()).ask(cpu, others, Vector.CALL_FUNCTION);
            lock.unlock(cpu);
        }
        cpu.leaveScope();
    }

    /**
     * {@code smp_call_function_interrupt()}, the handler: acknowledged first, so that the next may come as soon as interrupts
     * are on.
     */
    @CName("smp_call_function_interrupt")
    public void answer(Cpu cpu) {
        cpu.endOfInterrupt();
        function.run(cpu);
        cpu.and(unanswered.address(), ~(1 << cpu.cpuId()));
    }
}
