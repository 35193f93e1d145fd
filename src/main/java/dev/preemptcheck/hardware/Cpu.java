package dev.preemptcheck.hardware;

/**
 * The processor that executes the calling code right now: everything kernel code may touch.
 *
 * <p>Code never names a processor. A task that is preempted and resumed elsewhere keeps the same handle and finds
 * itself on another processor behind it, as on the real machine; {@link #cpuId()} is the only way to ask which.
 * Before each access takes effect the model asks its {@link Arbiter} who moves next, so anything may happen
 * between two calls, and nothing may happen inside one. A call that is not an access says so.
 *
 * <p>Addresses are linear and word-aligned. Kernel data and low memory are mapped for good; everything else goes through
 * the page tables and this processor's TLB (fact 2.3), and may fault: the kernel's handler runs, then the access is made
 * anew. No method may be called from a class
 * initialiser, inside {@code synchronized}, or after the run has ended.
 */
public interface Cpu extends MemoryAccess, KernelNotes {

    /** A read by the task's program in user mode, between {@link #userMode} and the next entry to the kernel. */
    int userLoad(int address);

    /** A write by the task's program in user mode. */
    void userStore(int address, int value);

    /**
     * Waits until the word holds {@code free}, then replaces it by {@code taken} in the same step: the raw half of a
     * spinlock. While it waits the processor takes no step, though interrupts are served if the flag allows.
     */
    void acquire(int address, int free, int taken);

    /** Plain write that gives a lock back. */
    void release(int address, int free);

    /**
     * Waits until the word is not zero and gives its value; what an idle processor does. While it waits the processor takes
     * no step, though interrupts are served if the flag allows.
     */
    default int awaitNonZero(int address) {
        return awaitOther(address, 0);
    }

    /** Waits until the word holds another value than {@code value}, and gives it. */
    int awaitOther(int address, int value);

    /** Waits until some bit of {@code mask} is set in the word, and gives the word. */
    int awaitAny(int address, int mask);

    /** The number of this processor, from 0. Stale as soon as the caller can be preempted. */
    int cpuId();

    /** The number of the task whose kernel stack is in use, as registered with the machine. Not an access. */
    int current();

    /** Clears the interrupt flag. */
    void cli();

    /** Sets the interrupt flag; what is pending is taken before the next access. */
    void sti();

    /** The interrupt flag. Not an access. */
    boolean interruptsEnabled();

    /** The FPU, as the kernel uses it: what it writes there is nobody's. */
    Fpu fpu();

    /** The FPU, as the task's program uses it in user mode. */
    Fpu userFpu();

    /**
     * Sends {@code vector} to the local APICs of {@code targets} (a bit each); waits until this processor's message before it
     * has arrived everywhere.
     */
    void sendInterrupt(int targets, int vector);

    /** Ends the interrupt of the local APIC that is served, so that others of its class may come. */
    void endOfInterrupt();

    /**
     * Reads an I/O port, all earlier stores having reached memory.
     *
     * @param bytes 1, 2 or 4
     */
    int in(int port, int bytes);

    /** Writes to an I/O port, all earlier stores having reached memory. */
    void out(int port, int bytes, int value);

    /** Waits for so many nanoseconds, at least 1, of a machine that has a {@linkplain MachineSetup#clock() clock}. */
    void delay(long nanos);

    /**
     * In an interrupt handler: its own part is over, what follows is the return path of the interrupted context. Not an
     * access.
     */
    void handlerDone();

    /** True in a handler that was entered from user mode. Not an access. */
    boolean interruptedUserMode();

    /** Drops the translation of one page from this processor's TLB, global or not. */
    void invlpg(int address);

    /** The address of this processor's last page fault. Stale as soon as another can come in between. */
    int readCr2();

    /**
     * Loads the physical address of the page directory, or of the pointers to directories: what is not global goes from this
     * processor's TLB.
     */
    void loadCr3(int value);

    /**
     * The scheduler's freedom: which of the tasks in {@code candidates} (a bit each) runs next. Not an access.
     *
     * @param involuntary true if the running task could go on and would be preempted by another choice
     */
    int pick(int candidates, boolean involuntary);

    /**
     * Leaves the running task's kernel stack for that of {@code task}; returns when the caller is switched in again,
     * at once if the caller has called {@link #retire()}.
     */
    void switchTo(int task);

    /** The running task will never be switched in again. Not an access. */
    void retire();

    /**
     * Returns to user mode, which sets the interrupt flag, and runs there until the next kernel entry; {@code script}
     * numbers the operation that comes next and grows from one to the next. What was read before is forgotten.
     */
    void userMode(int script);

    /**
     * The object whose {@code words} words begin at {@code address} may be used from here on. A step for each word, which others
     * can tell from their accesses to it, as if the allocator wrote to it; what the word holds stays.
     */
    void allocate(int address, int words);

    /** Nobody may use the object any more, nor free it again. A step for each word, as {@link #allocate}. */
    void free(int address, int words);

    /**
     * Head of a retry loop, a step of its own; what was read before is {@linkplain #forget(int) forgotten}, but for
     * {@code live}.
     */
    void loopHead(int live);

    /**
     * Says that what the code does from here on depends on nothing that it has read since boot, or since the innermost
     * {@link #enterScope()}, but on {@code live}: a digest of the locals that live on <em>and of the place</em>. Two loops in
     * one scope, or one that is entered twice, need different digests; else states that differ are taken for one. Not an
     * access.
     */
    void forget(int live);

    /**
     * Begins a part of the code whose reads nobody relies on once it has ended: it returns nothing and keeps nothing. Parts
     * nest; each ends with {@link #leaveScope()} on the way out. Not an access.
     */
    void enterScope();

    /** Ends the part that was begun last: what was read in it is forgotten. Not an access. */
    void leaveScope();

    /**
     * A kernel {@code BUG()} or a fault that kernel code can't survive; does not return.
     *
     * @param outcome short name of what went wrong, without blanks
     * @param place {@code file:line} as the kernel prints it, or empty where this kernel prints none
     */
    Error bug(String outcome, String place);
}
