package dev.preemptcheck.hardware;

/**
 * What a machine tells those who watch it; primitive arguments only, so that a trace can be written by hand.
 *
 * <p>Calls come in the order of the steps, on the strand that takes the step, after it has taken effect. A
 * listener may read the machine but must not move it.
 */
public interface MachineListener {

    /** A new run begins: forget everything. */
    default void reset() {}

    /**
     * Memory was accessed, whatever the address, by the code that runs on top of {@code task} or by a device; hardware walkers
     * are not heard of.
     *
     * @param how a sum of {@link Access}'s bits
     */
    default void accessed(int cpu, int task, int word, int how) {}

    /** A word with the role {@link Role#PER_CPU} was accessed by its address. */
    default void perCpuAccess(int cpu, int task, int word, int owner) {}

    /**
     * An access went through the TLB entry {@code cached} while the page tables came to {@code inMemory}, 0 if they had
     * nothing present. Both hold what all levels come to; accessed and dirty bits say nothing.
     *
     * @param pteWord the entry in the page table, where the directory led to one
     * @param owner the processor whose own the page table's entry is, or -1
     */
    default void translated(int cpu, int task, int pteWord, int owner, long cached, long inMemory, boolean write) {}

    /**
     * A page whose entry may be some processor's own was flushed from the TLB of {@code cpu}, and another processor's still holds
     * the entry {@code cached}.
     *
     * @param owner the processor whose own the page table's entry is, or -1
     * @param inMemory what the page tables of that processor come to
     */
    default void keptElsewhere(int cpu, int task, int owner, long cached, long inMemory) {}

    /** A word with the role {@link Role#COUNT} changed. */
    default void countChanged(int cpu, int task, int before, int after) {}

    /** A word with the role {@link Role#COUNTER} changed. */
    default void counterChanged(int cpu, int task, int before, int after) {}

    /** The interrupt flag of {@code cpu} was set or cleared. */
    default void interruptFlag(int cpu, int task, boolean enabled) {}

    /** The running task read the number of its processor. */
    default void cpuIdRead(int cpu, int task) {}

    /**
     * An instruction of the FPU was executed; before it the registers held values of {@code owner}, a task, or of nobody (-1).
     *
     * @param how a sum of {@link FpuUse}'s bits
     */
    default void fpuUsed(int cpu, int task, int owner, int how) {}

    /** The handler of #NM is about to return. */
    default void fpuTrapLeft(int cpu, int task) {}

    /** The code on {@code cpu} has waited so long for the clock. */
    default void delayed(int cpu, int task, long nanos) {}

    /** A page fault has entered the kernel's handler on top of {@code task}, or of a handler there; CR2 holds {@code address}. */
    default void faulted(int cpu, int task, int address) {}

    /** That handler has come to its end. */
    default void faultLeft(int cpu, int task) {}

    /** CR2 was read. */
    default void cr2Read(int cpu, int task, int value) {}

    /** A handler was entered on top of {@code task}; {@code count} is that task's preempt count. */
    default void handlerEntered(int cpu, int task, int count) {}

    /** The handler's own part is over; what follows is the return path of the interrupted context. */
    default void handlerLeft(int cpu, int task, int count) {}

    /** {@code cpu} left the kernel stack of {@code from} for that of {@code to}. */
    default void switched(int cpu, int from, int to) {}

    /** {@code task} returns to user mode with this preempt count. */
    default void returnedToUser(int cpu, int task, int count) {}

    /** See {@link KernelNotes#acquired(int)}; the resource belongs to the processor {@code owner}. */
    default void acquired(int cpu, int task, int word, int owner, int value) {}

    /** See {@link KernelNotes#released(int)}. */
    default void released(int cpu, int task, int word) {}

    /** See {@link KernelNotes#locked}. */
    default void locked(int cpu, int task, int lock, LockUse how) {}

    /** See {@link KernelNotes#unlocked}. */
    default void unlocked(int cpu, int task, int lock) {}

    /** See {@link KernelNotes#softirqEntered()}; {@code count} is the preempt count of the task below it. */
    default void softirqEntered(int cpu, int task, int count) {}

    /** See {@link KernelNotes#softirqLeft()}. */
    default void softirqLeft(int cpu, int task, int count) {}

    /** See {@link KernelNotes#softirqsOff()} and {@link KernelNotes#softirqsOn()}. */
    default void softirqsAllowed(int cpu, int task, boolean allowed) {}

    /** {@code cpu} sends a message to the processors {@code targets}, a bit each; what it did before has happened for them. */
    default void messageSent(int cpu, int targets) {}

    /** See {@link KernelNotes#meantAsOne}. */
    default void meantAsOne(int cpu, int task, int word, int words) {}

    /** See {@link KernelNotes#endOfOne}. */
    default void endOfOne(int cpu, int task, int word) {}

    /** See {@link KernelNotes#contended}. */
    default void contended(int cpu, int task, int lock) {}

    /** See {@link KernelNotes#goingToSleep()} and {@link KernelNotes#stayingAwake()}. */
    default void sleepState(int cpu, int task, boolean asleep) {}

    /** See {@link KernelNotes#wokeUp}; {@code task} runs, {@code other} is woken. */
    default void wokeUp(int cpu, int task, int other) {}

    /** See {@link KernelNotes#maySleep()}; {@code count} is the task's preempt count. */
    default void maySleep(int cpu, int task, int count) {}

    /** See {@link KernelNotes#scheduling}; {@code count} is the task's preempt count, {@code enabled} the interrupt flag. */
    default void scheduling(int cpu, int task, int count, boolean enabled, ScheduleCall why) {}

    /** See {@link KernelNotes#awaitsAnswers} and {@link KernelNotes#answersCame()}, for which {@code word} is -1. */
    default void awaitsAnswers(int cpu, int task, int word) {}

    /** See {@link KernelNotes#byNumber}. */
    default void byNumber(int cpu, int task, int word) {}

    /** See {@link KernelNotes#checkBegins()}. */
    default void checkBegins(int cpu, int task) {}

    /** See {@link KernelNotes#checkEnds()}. */
    default void checkEnds(int cpu, int task) {}

    /** See {@link KernelNotes#said}. */
    default void said(int cpu, int task, String message) {}

    /** See {@link KernelNotes#translationChanges} and {@link KernelNotes#translationChanged}. */
    default void translationChanging(int cpu, int task, int pteWord, boolean begins) {}

    /** See {@link Cpu#allocate}; told of each word. */
    default void allocated(int cpu, int task, int word) {}

    /** See {@link Cpu#free}; told of each word. */
    default void freed(int cpu, int task, int word) {}

    /** See {@link Cpu#bug(String, String)}. */
    default void bug(int cpu, int task, String outcome, String place) {}

    /**
     * The run ends because nobody can move. Sets of tasks have a bit for each.
     *
     * @param unfinished those that have not ended; a task that only waits for work is none
     * @param parked those that have not ended and are on no processor, with those that only wait for work
     * @param spinning those that stand on a processor and wait there for a lock, a word or a message, an idle loop excepted
     * @param interruptible true if an interrupt could still be taken, beyond the bounds
     */
    default void quiescent(int unfinished, int parked, int spinning, boolean interruptible) {}

    /** Digest of everything that this listener remembers and that can decide what it will say. */
    default long fingerprint() {
        return 0;
    }
}
