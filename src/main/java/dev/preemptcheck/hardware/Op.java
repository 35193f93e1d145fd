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
        "storefence"
    };

    private Op() {}

    /** The word that traces and seeds use for {@code op}. */
    public static String name(int op) {
        return NAMES[op];
    }

    /** True if all earlier stores of its processor reach memory before the step takes effect. */
    public static boolean drains(int op) {
        return switch (op) {
            case LOCKED, ACQUIRE, INVLPG, CR3, USER, FENCE -> true;
            default -> false;
        };
    }

    /** True if the step waits for a condition on its word and can't be taken before it holds. */
    static boolean waits(int op) {
        return op == ACQUIRE || op == AWAIT;
    }
}
