package dev.preemptcheck.hardware;

/**
 * What kernel code tells the detectors of its own doing. Nothing on a real processor: no access, no scheduling point, and
 * no effect but on who watches.
 */
public interface KernelNotes {

    /** From here on the running task relies on the per-processor resource whose word is at {@code address}. */
    default void acquired(int address) {}

    /** The running task no longer relies on the resource. */
    default void released(int address) {}

    /**
     * The running context holds a lock from here on.
     *
     * @param lock its number, see {@link MachineSetup#lock(String)}
     * @param how whether it may be shared, and whether the caller could have waited for it
     */
    default void locked(int lock, LockUse how) {}

    /** The running context has given the lock back, or is about to. */
    default void unlocked(int lock) {}

    /** A softirq's routine is called on top of what runs here, or in the task that is there for softirqs. */
    default void softirqEntered() {}

    /** The routine has returned. */
    default void softirqLeft() {}

    /** Softirqs no longer run on top of what runs here, once more; where the preempt count does not say so (fact 3.1). */
    default void softirqsOff() {}

    /** They do again, once less. */
    default void softirqsOn() {}

    /**
     * What the running context does with these words from here on is meant as one: nobody is to come in between, from
     * whatever processor.
     */
    default void meantAsOne(int address, int words) {}

    /** It is done with them. */
    default void endOfOne(int address) {}

    /** The running context will sleep until the lock is free, if nobody frees it meanwhile; {@link #locked} ends it. */
    default void contended(int lock) {}

    /** The running task has said that it is asleep, before it looks once more at what it waits for. */
    default void goingToSleep() {}

    /** The running task has said that it is awake, and won't sleep unless it says so again. */
    default void stayingAwake() {}

    /** The running context wakes the task: it has come, or is about to be, out of its sleep. */
    default void wokeUp(int task) {}

    /** What is called may sleep: {@code might_sleep()}. */
    default void maySleep() {}

    /**
     * {@code schedule()} is entered, before it has changed anything.
     *
     * @param why who asks for it
     */
    default void scheduling(ScheduleCall why) {}

    /**
     * The running context will spin, and not be preempted, until the word at {@code address} is 0: it has a bit for each
     * processor that has not answered an interrupt which it has been sent.
     */
    default void awaitsAnswers(int address) {}

    /** All have answered. */
    default void answersCame() {}

    /**
     * What the running context does next with the per-processor word at {@code address}, it does by the number of that word's
     * processor, whichever it runs on itself: {@code per_cpu()}.
     */
    default void byNumber(int address) {}

    /** A debug check of the kernel's own looks at the operation on a counter that follows, until {@link #checkEnds()}. */
    default void checkBegins() {}

    /** The operation is over, and the check has said what it had to say. */
    default void checkEnds() {}

    /** The kernel prints a line of that text: {@code printk()}. */
    default void said(String message) {}

    /**
     * The page-table entry at {@code pte} is about to change. Who shares the address space may go on through an outdated
     * translation until {@link #translationChanged}, which says that all have been flushed.
     */
    default void translationChanges(int pte) {}

    /** The entry has changed, and every processor that uses the address space has flushed its TLB. */
    default void translationChanged(int pte) {}

    /**
     * The program's FPU state is given up, as by exec, and it goes on with what the image at {@code address} holds, or with none
     * if that is 0.
     */
    default void fpuStateBecomes(int address) {}

    /** The program's FPU state was copied word by word from the one image to the other. */
    default void fpuImageCopied(int from, int to) {}
}
