package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.MarkedWord;

/**
 * {@code atomic_t} as a count of users: its operations are locked instructions, and the one that drops a user may have a debug
 * hook. The hook reports, and the decrement is made all the same.
 *
 * <p>Source: fact S10, 2.6.9-rc4-mm1 with the realtime patch U9. Where the hook reads first, the two are two accesses, with
 * anything in between.
 */
public final class AtomicCounter {
    /** What the hook prints, above a call trace (fact 7.5). */
    private static final String UNDERFLOW = "BUG: atomic counter underflow at:";

    private final MarkedWord count;
    private final AtomicCheck check;

    public AtomicCounter(MachineSetup setup, String name, int users, AtomicCheck check) {
        this.count = MarkedWord.create(
                setup,
                name,
                users,
                Role.COUNTER,
                "changes by locked instructions alone; who reads it knows that it may change at once");
        this.check = check;
    }

    /** {@code atomic_read()}: any context. */
    @CName("atomic_read")
    @Inlined
    public int read(Cpu cpu) {
        return count.loadOnce(cpu);
    }

    /** {@code atomic_inc()}: any context. */
    @CName("atomic_inc")
    @Inlined
    public void inc(Cpu cpu) {
        count.add(cpu, 1);
    }

    /** {@code atomic_dec_and_test()}: true if nobody is left; any context. */
    @CName("atomic_dec_and_test")
    @Inlined
    public boolean decAndTest(Cpu cpu) {
        if (check == AtomicCheck.NONE) {
            return count.add(cpu, -1) == 0;
        }
        cpu.checkBegins();
        boolean told = reportsBefore(cpu);
        int left = count.add(cpu, -1);
        if (told || (check == AtomicCheck.RESULT_NEGATIVE && left < 0)) {
            cpu.said(UNDERFLOW);
        }
        cpu.checkEnds();
        return left == 0;
    }

    /** True if the hook has seen enough before the decrement. */
    private boolean reportsBefore(Cpu cpu) {
        return switch (check) {
            case NONE, RESULT_NEGATIVE -> false;
            case READ_ZERO -> read(cpu) == 0;
            case READ_NOT_POSITIVE -> read(cpu) <= 0;
        };
    }
}
