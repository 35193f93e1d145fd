package dev.preemptcheck.litmus.program;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Set;
import java.util.TreeSet;

/**
 * A thread in a run: its registers and its processor. All that threads tell each other goes through the processor, one access
 * at a time; registers are values that were read, so the machine knows them by its history.
 *
 * <p>Interrupts are off: none is modelled here, and a thread that waits waits for other threads only. A thread that ends
 * writes its observed registers to words of their own, so that a final state is a matter of memory alone.
 */
public final class RunningThread {
    /** A loop that goes on longer in one run is given up: it waits for nothing that others do. */
    private static final int ITERATIONS_MAX = 1000;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final Cpu cpu;
    private final LitmusThread program;
    private final SharedWords words;
    private final RunWatch watch;
    private final int[] registers;
    private final Set<Integer> heldLocks = new TreeSet<>();
    private int iterations;
    private int rcuNesting;

    public RunningThread(Cpu cpu, LitmusThread program, SharedWords words, RunWatch watch) {
        this.cpu = cpu;
        this.program = program;
        this.words = words;
        this.watch = watch;
        this.registers = program.initial().stream().mapToInt(words::numberOf).toArray();
    }

    /** Runs the program from its first to its last step, and never returns. */
    public void run() {
        if (program.number() == 0) {
            watch.begin();
        }
        cpu.cli();
        program.body().run(this);
        for (int i = 0; i < registers.length; i++) {
            Place place =
                    new Place.Register(program.number(), program.registers().get(i));
            if (words.observes(place)) {
                cpu.store(words.result(place), registers[i]);
            }
        }
        cpu.fence();
        cpu.retire();
        cpu.awaitOther(words.never(), 0);
    }

    int register(int slot) {
        return registers[slot];
    }

    void set(int slot, int value) {
        registers[slot] = value;
    }

    // ---- memory

    int load(int address, boolean marked) {
        stand(address, false, marked);
        int value = cpu.load(address);
        watch.moved(program.number());
        return value;
    }

    void store(int address, int value, boolean marked) {
        stand(address, true, marked);
        cpu.store(address, value);
        watch.moved(program.number());
    }

    int exchange(int address, int value) {
        stand(address, true, true);
        int before = cpu.exchange(address, value);
        watch.moved(program.number());
        return before;
    }

    int compareExchange(int address, int expected, int fresh) {
        stand(address, true, true);
        int before = cpu.compareExchange(address, expected, fresh);
        watch.moved(program.number());
        return before;
    }

    /** Gives the value after it. */
    int add(int address, int delta) {
        stand(address, true, true);
        int after = cpu.add(address, delta);
        watch.moved(program.number());
        return after;
    }

    private void stand(int address, boolean store, boolean marked) {
        if (!words.isVariable(address)) {
            watch.usedWildAddress();
            stopForEver();
        }
        watch.stands(program.number(), address, store, marked);
    }

    void fence() {
        cpu.fence();
    }

    void storeFence() {
        cpu.storeFence();
    }

    // ---- waiting

    /** Waits until the word holds another value, and keeps nothing of it but that it was so. */
    void awaitChange(int address, int value) {
        cpu.enterScope();
        cpu.awaitOther(address, value);
        cpu.leaveScope();
    }

    /** Head of a loop, of that number in the thread's text: from here on only registers live. */
    void loopHead(int loop) {
        if (++iterations > ITERATIONS_MAX) {
            watch.loopedTooLong();
            stopForEver();
        }
        long live = Hash.mix(loop + ((long) rcuNesting << 32));
        for (int register : registers) {
            live = Hash.mix(live + register);
        }
        cpu.loopHead((int) (live ^ live >>> 32));
    }

    /** What comes of this run is no final state. */
    private void stopForEver() {
        cpu.awaitOther(words.never(), 0);
    }

    // ---- locks

    void lock(int lock) {
        checkLock(lock);
        cpu.acquire(lock, FREE, TAKEN);
        heldLocks.add(lock);
    }

    boolean tryLock(int lock) {
        boolean taken = compareExchange(lock, FREE, TAKEN) == FREE;
        if (taken) {
            heldLocks.add(lock);
        }
        return taken;
    }

    void unlock(int lock) {
        checkLock(lock);
        if (!heldLocks.remove(lock)) {
            watch.gaveBackWhatItHasNot();
        }
        cpu.storeFence();
        cpu.release(lock, FREE);
    }

    /** Waits until nobody holds the lock. */
    void awaitUnlocked(int lock) {
        checkLock(lock);
        awaitChange(lock, TAKEN);
    }

    private void checkLock(int lock) {
        if (!words.isVariable(lock)) {
            watch.usedWildAddress();
            stopForEver();
        }
    }

    // ---- RCU

    void rcuReadLock() {
        if (rcuNesting++ == 0) {
            cpu.exchange(words.rcuWord(program.number()), SharedWords.INSIDE);
        }
    }

    void rcuReadUnlock() {
        if (--rcuNesting == 0) {
            cpu.exchange(words.rcuWord(program.number()), SharedWords.OUTSIDE);
        }
    }

    /**
     * Waits until each reader was seen outside of a section. One that leaves a section and enters another is outside in between,
     * and in some execution it is seen there, so this waits for no section that begins meanwhile. In a section of its own a
     * thread waits for itself, for ever.
     */
    void synchronizeRcu() {
        cpu.fence();
        for (int reader : words.rcuWords()) {
            awaitChange(reader, SharedWords.INSIDE);
        }
        cpu.fence();
    }

    /** Enters the SRCU section of that number in the whole text, which is what its end must name. */
    int srcuReadLock(int domain, int section) {
        cpu.exchange(words.srcuWord(section), domain);
        return section;
    }

    void srcuReadUnlock(int section) {
        if (section < 0 || section >= words.srcuSections()) {
            watch.usedWildAddress();
            stopForEver();
        }
        cpu.exchange(words.srcuWord(section), 0);
    }

    void synchronizeSrcu(int domain) {
        cpu.fence();
        for (int section = 0; section < words.srcuSections(); section++) {
            awaitChange(words.srcuWord(section), domain);
        }
        cpu.fence();
    }
}
