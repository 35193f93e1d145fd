package dev.preemptcheck.hardware;

/** What a step does, as small numbers: they travel through the hot path and into fingerprints. */
public final class Op {
    public static final int LOAD = 1;
    public static final int STORE = 2;
    /** Locked read-modify-write. */
    public static final int LOCKED = 3;

    public static final int ACQUIRE = 4;
    public static final int RELEASE = 5;
    public static final int AWAIT = 6;
    public static final int CPU_ID = 7;
    public static final int CLI = 8;
    public static final int STI = 9;
    public static final int INVLPG = 10;
    public static final int CR3 = 11;
    public static final int SWITCH = 12;
    public static final int USER = 13;
    public static final int LOOP = 14;
    /** Read through the TLB. */
    public static final int VLOAD = 15;
    /** Write through the TLB. */
    public static final int VSTORE = 16;
    /** Waits for earlier stores. */
    public static final int FENCE = 18;
    /** Keeps later stores behind earlier ones. */
    public static final int STORE_FENCE = 19;

    /** Read of 8 or 16 bits, see {@link Part}. */
    public static final int LOAD_PART = 20;
    /** Write of 8 or 16 bits, see {@link Part}. */
    public static final int STORE_PART = 21;
    /** Read of a word and the next in one piece. */
    public static final int LOAD_PAIR = 22;
    /** Write of a word and the next in one piece. */
    public static final int STORE_PAIR = 23;
    /** Locked read-modify-write of a word and the next. */
    public static final int LOCKED_PAIR = 24;
    /** The write of an instruction that has read the pair before and is not locked. */
    public static final int TAIL_PAIR = 25;

    /** A message to other processors' APICs; waits for the one before to arrive. */
    public static final int SEND = 26;
    /** End of an interrupt, to the APIC. */
    public static final int EOI = 27;
    /** Read of an I/O port, its number as the word. */
    public static final int IN = 28;
    /** Write to an I/O port. */
    public static final int OUT = 29;
    /** Begins to wait for the clock. */
    public static final int ARM = 30;
    /** Waits until a deadline of the clock has passed. */
    public static final int DELAY = 31;
    /** In the middle of an access: its walk has read a directory entry. */
    public static final int WALK = 32;
    /** A page fault enters the kernel's handler. */
    public static final int FAULT = 33;

    public static final int READ_CR2 = 34;
    /** An instruction of the FPU that stays within it. */
    public static final int FPU = 35;
    /** Stores an image of the FPU. */
    public static final int FPU_SAVE = 36;
    /** Loads one. */
    public static final int FPU_RESTORE = 37;

    /** The write of an instruction that has read the word before and is not locked. */
    public static final int TAIL = 38;

    /** Waits until some bit of a word is set. */
    public static final int AWAIT_ANY = 39;

    /** A word of an object may be used from now on. */
    public static final int ALLOCATE = 40;
    /** A word of an object may not be used any more. */
    public static final int FREE = 41;

    /** End of a scope; never a step, but a place in a history. */
    static final int SCOPE = 17;

    private static final String[] NAMES = {
        "none",
        "load",
        "store",
        "locked",
        "acquire",
        "release",
        "await",
        "cpuid",
        "cli",
        "sti",
        "invlpg",
        "cr3",
        "switch",
        "user",
        "loop",
        "load",
        "store",
        "scope",
        "fence",
        "storefence",
        "load",
        "store",
        "load64",
        "store64",
        "locked64",
        "store64",
        "send",
        "eoi",
        "in",
        "out",
        "arm",
        "delay",
        "walk",
        "fault",
        "readcr2",
        "fpu",
        "fpusave",
        "fpurestore",
        "store",
        "await",
        "allocate",
        "free"
    };

    private Op() {}

    /** The word that traces and seeds use for {@code op}. */
    public static String name(int op) {
        return NAMES[op];
    }

    /** True if all earlier stores of its processor reach memory before the step takes effect. */
    public static boolean drains(int op) {
        return switch (op) {
            case LOCKED, LOCKED_PAIR, ACQUIRE, INVLPG, CR3, USER, FENCE, SEND, EOI, IN, OUT -> true;
            default -> false;
        };
    }

    /** True if the step is a plain store of kernel data, which other processors may see later than it is issued. */
    public static boolean buffers(int op) {
        return switch (op) {
            case STORE, RELEASE, STORE_PART, STORE_PAIR, TAIL_PAIR, TAIL -> true;
            default -> false;
        };
    }

    /** True if the step touches its word and the next. */
    public static boolean isPair(int op) {
        return op >= LOAD_PAIR && op <= TAIL_PAIR;
    }

    /** True if no interrupt is taken before the step, because it belongs to the same instruction as the one before. */
    static boolean isTail(int op) {
        return op == TAIL_PAIR || op == TAIL;
    }

    /** True if the step waits for its word to change. */
    public static boolean waitsForWord(int op) {
        return op == ACQUIRE || op == AWAIT || op == AWAIT_ANY;
    }

    /** True if a step that waits for its word to change, with that operand, can be taken when the word holds {@code found}. */
    public static boolean isReleased(int op, int operand, int found) {
        return switch (op) {
            case ACQUIRE -> found == operand;
            case AWAIT -> found != operand;
            default -> (found & operand) != 0;
        };
    }

    /** True if the step waits for a condition on its word and can't be taken before it holds. */
    static boolean waits(int op) {
        return waitsForWord(op) || op == SEND || op == DELAY;
    }
}
