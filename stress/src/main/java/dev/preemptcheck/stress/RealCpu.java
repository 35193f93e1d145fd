package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Fpu;
import dev.preemptcheck.hardware.PageTable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A processor made of the host's: kernel code that runs on a JVM thread touches an array of words through it.
 *
 * <p>Loads acquire and stores release, which is the order that x86 gives plain ones (and no more: a load may overtake an
 * older store), on any host; to name a weaker mode would leave the order to the JIT. Locked instructions are volatile. A
 * word has the index that it has on the modelled machine.
 *
 * <p>One instance stands for one task of processor 0. Between the two actors that play its tasks anything may happen, as
 * between two tasks that preempt each other at every access. Preemption is off while the task's count is not 0: no other
 * actor of the processor runs then, that is, the first {@code add} to the count takes the processor for this actor and the
 * last one gives it back. Memory is an array of 32-bit words, and there is no TLB, no interrupt and no scheduler; what
 * would need another width or one of these is refused.
 */
final class RealCpu implements Cpu {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int SPINS_BEFORE_YIELD = 100;
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final TwoTasksOneCpu kernel;
    private final int[] words;
    private final int task;
    private final int count;

    /** The kernel's own BUG, or a fault it can't survive: ends the actor's task. */
    static final class Oops extends Error {
        private static final long serialVersionUID = 1L;

        Oops(String outcome) {
            super(outcome, null, false, false);
        }
    }

    /**
     * The processor as {@code task} sees it.
     *
     * @param words memory of the machine, with one word more at its end that says whether the processor is taken
     */
    RealCpu(TwoTasksOneCpu kernel, int[] words, int task) {
        this.kernel = kernel;
        this.words = words;
        this.task = task;
        this.count = kernel.countIndex(task);
    }

    @Override
    public int load(int address) {
        return (int) WORD.getAcquire(words, index(address));
    }

    @Override
    public void store(int address, int value) {
        WORD.setRelease(words, index(address), value);
    }

    @Override
    public int add(int address, int delta) {
        int index = index(address);
        if (index == count && delta > 0 && words[index] == 0) {
            acquireIndex(words.length - 1, FREE, TAKEN);
        }
        int after = (int) WORD.getAndAdd(words, index, delta) + delta;
        if (index == count && delta < 0 && after == 0) {
            WORD.setVolatile(words, words.length - 1, FREE);
        }
        return after;
    }

    @Override
    public int and(int address, int mask) {
        return (int) WORD.getAndBitwiseAnd(words, index(address), mask) & mask;
    }

    @Override
    public int or(int address, int mask) {
        return (int) WORD.getAndBitwiseOr(words, index(address), mask) | mask;
    }

    @Override
    public boolean setBit(int address, int bit) {
        return ((int) WORD.getAndBitwiseOr(words, index(address), 1 << bit) & 1 << bit) != 0;
    }

    @Override
    public boolean clearBit(int address, int bit) {
        return ((int) WORD.getAndBitwiseAnd(words, index(address), ~(1 << bit)) & 1 << bit) != 0;
    }

    @Override
    public int exchange(int address, int value) {
        return (int) WORD.getAndSet(words, index(address), value);
    }

    @Override
    public int compareExchange(int address, int expected, int fresh) {
        return (int) WORD.compareAndExchange(words, index(address), expected, fresh);
    }

    @Override
    public void fence() {
        VarHandle.fullFence();
    }

    @Override
    public void storeFence() {
        VarHandle.storeStoreFence();
    }

    @Override
    public void acquire(int address, int free, int taken) {
        acquireIndex(index(address), free, taken);
    }

    private void acquireIndex(int index, int free, int taken) {
        for (int spins = 0; !WORD.compareAndSet(words, index, free, taken); spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    @Override
    public void release(int address, int free) {
        WORD.setRelease(words, index(address), free);
    }

    @Override
    public int cpuId() {
        return 0;
    }

    @Override
    public int current() {
        return task;
    }

    /** No translation is cached here: every access walks the page table. */
    @Override
    public void invlpg(int address) {}

    /** What a strand remembers is of interest to a search only. */
    @Override
    public void enterScope() {}

    @Override
    public void leaveScope() {}

    @Override
    public Error bug(String outcome, String place) {
        throw new Oops(outcome);
    }

    @Override
    public void acquired(int address) {}

    @Override
    public void released(int address) {}

    private int index(int address) {
        int index = kernel.direct(address);
        if (index >= 0) {
            return index;
        }
        int entry = (int) WORD.getAcquire(words, kernel.direct(kernel.table().entryOf(address)));
        if ((entry & PageTable.PRESENT) == 0) {
            throw new Oops("paging-request");
        }
        return kernel.inFrame(PageTable.pfn(entry), address);
    }

    // ---- what needs interrupts or a scheduler

    @Override
    public int awaitOther(int address, int value) {
        throw refused();
    }

    @Override
    public void cli() {
        throw refused();
    }

    @Override
    public void sti() {
        throw refused();
    }

    @Override
    public boolean interruptsEnabled() {
        throw refused();
    }

    @Override
    public void handlerDone() {
        throw refused();
    }

    @Override
    public boolean interruptedUserMode() {
        throw refused();
    }

    @Override
    public void loadCr3(int value) {
        throw refused();
    }

    @Override
    public int readCr2() {
        throw refused();
    }

    @Override
    public int userLoad(int address) {
        throw refused();
    }

    @Override
    public void userStore(int address, int value) {
        throw refused();
    }

    @Override
    public int pick(int candidates, boolean involuntary) {
        throw refused();
    }

    @Override
    public void switchTo(int next) {
        throw refused();
    }

    @Override
    public void retire() {
        throw refused();
    }

    @Override
    public void userMode(int script) {
        throw refused();
    }

    @Override
    public void loopHead(int live) {
        throw refused();
    }

    @Override
    public void forget(int live) {
        throw refused();
    }

    @Override
    public int load8(int address) {
        throw refused();
    }

    @Override
    public void store8(int address, int value) {
        throw refused();
    }

    @Override
    public int load16(int address) {
        throw refused();
    }

    @Override
    public void store16(int address, int value) {
        throw refused();
    }

    @Override
    public long loadWhole(int address) {
        throw refused();
    }

    @Override
    public void storeWhole(int address, long value) {
        throw refused();
    }

    @Override
    public long compareExchange8(int address, long expected, long fresh) {
        throw refused();
    }

    @Override
    public long compareExchange8Unlocked(int address, long expected, long fresh) {
        throw refused();
    }

    @Override
    public void sendInterrupt(int targets, int vector) {
        throw refused();
    }

    @Override
    public void endOfInterrupt() {
        throw refused();
    }

    @Override
    public int in(int port, int bytes) {
        throw refused();
    }

    @Override
    public void out(int port, int bytes, int value) {
        throw refused();
    }

    @Override
    public void delay(long nanos) {
        throw refused();
    }

    @Override
    public Fpu fpu() {
        throw refused();
    }

    @Override
    public Fpu userFpu() {
        throw refused();
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException(
                "an actor is one task with 32-bit words, without interrupts and without a scheduler");
    }
}
