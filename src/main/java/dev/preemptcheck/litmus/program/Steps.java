package dev.preemptcheck.litmus.program;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.litmus.program.Outlook.Intent;
import java.util.function.IntPredicate;

/**
 * The accesses of a running thread, one at a time: each is announced before the machine lets the thread wait before it.
 *
 * <p>The entry to a read-side section is put off to the first access in it and done in one go with that: nothing can
 * come of an earlier entry that does not come of this one, and to others there is one step less. A section without an access is
 * none.
 */
final class Steps {
    private static final int NONE = 0;

    private final Cpu cpu;
    private final int thread;
    private final SharedWords words;
    private final RunWatch watch;
    private final Outlook outlook;
    /** Address of the section to enter, and what says so there. */
    private int section = NONE;

    private int sign;

    Steps(Cpu cpu, int thread, Surroundings in) {
        this.cpu = cpu;
        this.thread = thread;
        words = in.words();
        watch = in.watch();
        outlook = in.outlook();
    }

    void begin() {
        if (thread == 0) {
            watch.begin();
        }
        outlook.begin(thread);
        cpu.cli();
    }

    /** The thread's last step. */
    void end() {
        enterNow();
        cpu.fence();
        outlook.ends(thread);
        cpu.retire();
        cpu.awaitOther(words.never(), 0);
    }

    // ---- memory

    int load(int address, boolean marked) {
        stand(Intent.LOAD, address, marked);
        return moved(cpu.load(address));
    }

    void store(int address, int value, boolean marked) {
        stand(Intent.STORE, address, marked);
        cpu.store(address, value);
        moved(0);
    }

    int exchange(int address, int value) {
        stand(Intent.UPDATE, address, true);
        return moved(cpu.exchange(address, value));
    }

    int compareExchange(int address, int expected, int fresh) {
        stand(Intent.UPDATE, address, true);
        return moved(cpu.compareExchange(address, expected, fresh));
    }

    /** Gives the value after it. */
    int add(int address, int delta) {
        stand(Intent.UPDATE, address, true);
        return moved(cpu.add(address, delta));
    }

    void acquire(int lock, int free, int taken) {
        stand(Intent.UPDATE, lock, true);
        cpu.acquire(lock, free, taken);
        moved(0);
    }

    void release(int lock, int free) {
        stand(Intent.STORE, lock, true);
        cpu.release(lock, free);
        moved(0);
    }

    /** To a word that no other thread touches. */
    void storePrivately(int address, int value) {
        cpu.store(address, value);
    }

    void fence() {
        cpu.fence();
    }

    void storeFence() {
        cpu.storeFence();
    }

    private void stand(Intent intent, int address, boolean marked) {
        checkAddress(address);
        outlook.stands(thread, intent, words.index(address));
        watch.stands(thread, address, intent != Intent.LOAD, marked);
        if (section != NONE) {
            int entered = section;
            section = NONE;
            outlook.enters(thread, words.index(entered));
            cpu.exchange(entered, sign);
            outlook.entered(thread);
        }
    }

    private int moved(int value) {
        outlook.moved(thread);
        watch.moved(thread);
        return value;
    }

    void checkAddress(int address) {
        if (!words.isVariable(address)) {
            goAstray();
        }
    }

    /** The thread uses a number that is no address. */
    void goAstray() {
        watch.usedWildAddress();
        stopForEver();
    }

    /** What comes of this run is no final state. */
    void stopForEver() {
        outlook.ends(thread);
        cpu.awaitOther(words.never(), 0);
    }

    // ---- waiting

    /** Waits until the word holds another value, and keeps nothing of it but that it was so. */
    void awaitChange(int address, int value) {
        enterNow();
        outlook.stands(thread, Intent.AWAIT, words.index(address));
        cpu.enterScope();
        cpu.awaitOther(address, value);
        cpu.leaveScope();
        outlook.moved(thread);
    }

    /** Head of a loop; {@code live} digests all that is kept. */
    void loopHead(int live) {
        enterNow();
        outlook.loops(thread);
        cpu.loopHead(live);
    }

    // ---- read-side sections

    /** From the next access on the thread is in the section of that word, where {@code value} says so. */
    void enter(int word, int value) {
        enterNow();
        cpu.fence();
        section = word;
        sign = value;
    }

    /** Enters the section that waits to be entered, if there is one. */
    void enterNow() {
        if (section != NONE) {
            int entered = section;
            section = NONE;
            outlook.stands(thread, Intent.UPDATE, words.index(entered));
            cpu.exchange(entered, sign);
            outlook.moved(thread);
        }
    }

    /** Leaves the section of that word. */
    void leave(int word) {
        if (section == word) {
            section = NONE;
            return;
        }
        enterNow();
        cpu.storeFence();
        outlook.leaves(thread, words.index(word));
        cpu.store(word, SharedWords.OUTSIDE);
        outlook.moved(thread);
    }

    /**
     * Waits for all who are in one of the sections now and have left since. Who enters later is not waited for.
     *
     * @param of which sections, by what their words hold
     */
    void awaitReaders(int[] sections, IntPredicate of) {
        enterNow();
        cpu.fence();
        cpu.enterScope();
        int[] seen = new int[sections.length];
        for (int i = 0; i < sections.length; i++) {
            outlook.glances(thread, words.index(sections[i]));
            seen[i] = cpu.load(sections[i]);
        }
        for (int i = 0; i < sections.length; i++) {
            if (of.test(seen[i])) {
                awaitChange(sections[i], seen[i]);
            }
        }
        cpu.leaveScope();
        outlook.moved(thread);
    }
}
