package dev.preemptcheck.litmus.program;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.digest.Hash;

/**
 * A thread in a run: its registers, and what it does to memory. All that threads tell each other goes through the processor, one
 * access at a time; registers are values that were read, so the machine knows them by its history.
 *
 * <p>Interrupts are off: none is modelled here, and a thread that waits waits for other threads only. A thread that ends
 * writes its observed registers to words of their own, so that a final state is a matter of memory alone.
 */
public final class RunningThread {
    /** A loop that goes on longer in one run is given up: it waits for nothing that others do. */
    private static final int ITERATIONS_MAX = 1000;

    private static final int FREE = 0;
    private static final int TAKEN = 1;
    /** What a reader adds when it leaves a lock that readers share; their number stands in the lock below zero. */
    public static final int READER = 1;

    private final LitmusThread program;
    private final SharedWords words;
    private final RunWatch watch;
    private final Steps steps;
    private final ReadSections sections;
    private final int[] registers;
    private int iterations;

    public RunningThread(Cpu cpu, LitmusThread program, Surroundings in) {
        this.program = program;
        this.words = in.words();
        this.watch = in.watch();
        this.steps = new Steps(cpu, program.number(), in);
        this.sections = new ReadSections(steps, words, program.number());
        this.registers = words.initial(program.number());
    }

    /** Runs the program from its first to its last step, and never returns. */
    public void run() {
        steps.begin();
        program.body().run(this);
        for (int i = 0; i < registers.length; i++) {
            int left = words.left(program.number(), i);
            if (left != SharedWords.NOWHERE) {
                steps.storePrivately(left, registers[i]);
            }
        }
        steps.end();
    }

    int register(int slot) {
        return registers[slot];
    }

    void set(int slot, int value) {
        registers[slot] = value;
    }

    Steps memory() {
        return steps;
    }

    ReadSections sections() {
        return sections;
    }

    /** Head of a loop, of that number in the thread's text: from here on only registers live. */
    void loopHead(int loop) {
        if (++iterations > ITERATIONS_MAX) {
            watch.loopedTooLong();
            steps.stopForEver();
        }
        long live = Hash.mix(loop + sections.digest());
        for (int register : registers) {
            live = Hash.mix(live + register);
        }
        steps.loopHead((int) (live ^ live >>> 32));
    }

    // ---- locks

    void lock(int lock) {
        steps.acquire(lock, FREE, TAKEN);
    }

    boolean tryLock(int lock) {
        return steps.compareExchange(lock, FREE, TAKEN) == FREE;
    }

    void unlock(int lock) {
        steps.storeFence();
        steps.release(lock, FREE);
    }

    /** Waits until no writer holds the lock, and comes to those who read. */
    void readLock(int lock) {
        int found = steps.load(lock, true);
        while (found > FREE || steps.compareExchange(lock, found, found - READER) != found) {
            if (found > FREE) {
                steps.awaitChange(lock, found);
            }
            found = steps.load(lock, true);
        }
    }

    /** Waits until nobody holds the lock. */
    void awaitUnlocked(int lock) {
        steps.checkAddress(lock);
        steps.awaitChange(lock, TAKEN);
    }
}
