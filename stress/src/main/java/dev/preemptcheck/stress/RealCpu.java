package dev.preemptcheck.stress;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Fpu;
import dev.preemptcheck.hardware.PageTable;

/**
 * A processor made of the host's: kernel code that runs on a JVM thread touches memory through it. A word has the index that
 * it has on the modelled machine.
 *
 * <p>One instance stands for one task of processor 0. Between the two actors that play its tasks anything may happen, as
 * between two tasks that preempt each other at every access. Preemption is off while the task's count is not 0: no other
 * actor of the processor runs then, that is, the first {@code add} to the count takes the processor for this actor and the
 * last one gives it back. There is no TLB, no interrupt and no scheduler; what would need one of these is refused.
 */
final class RealCpu extends HostMemory implements Cpu {
    private static final int SPINS_BEFORE_YIELD = 100;
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final TwoTasksOneCpu kernel;
    private final int base;
    private final int task;
    private final int count;
    private final int processor;

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
     * @param base where memory begins, which holds the {@linkplain TwoTasksOneCpu#bootImage() boot image}
     * @param processor where the word lies that says whether the processor is taken
     */
    RealCpu(TwoTasksOneCpu kernel, int base, int processor, int task) {
        this.kernel = kernel;
        this.base = base;
        this.task = task;
        this.count = place(kernel.countIndex(task));
        this.processor = processor;
    }

    private int place(int index) {
        return base + index * Integer.BYTES;
    }

    @Override
    public int add(int address, int delta) {
        int place = at(address);
        boolean counts = place == count;
        if (counts && delta > 0 && loadAt(count) == 0) {
            acquireAt(processor, FREE, TAKEN);
        }
        int after = addAt(place, delta);
        if (counts && delta < 0 && after == 0) {
            storeAt(processor, FREE);
        }
        return after;
    }

    @Override
    public void acquire(int address, int free, int taken) {
        acquireAt(at(address), free, taken);
    }

    private static void acquireAt(int place, int free, int taken) {
        for (int spins = 0; compareExchangeAt(place, free, taken) != free; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    @Override
    public void release(int address, int free) {
        store(address, free);
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
    int at(int address) {
        int index = kernel.direct(address);
        if (index >= 0) {
            return place(index);
        }
        int entry = loadAt(place(kernel.direct(kernel.table().entryOf(address))));
        if ((entry & PageTable.PRESENT) == 0) {
            throw new Oops("paging-request");
        }
        return place(kernel.inFrame(PageTable.pfn(entry), address));
    }

    // ---- what needs interrupts or a scheduler

    @Override
    public int awaitAny(int address, int mask) {
        throw refused();
    }

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
    public void allocate(int address, int words) {
        throw refused();
    }

    @Override
    public void free(int address, int words) {
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
        return new UnsupportedOperationException("an actor is one task, without interrupts and without a scheduler");
    }
}
