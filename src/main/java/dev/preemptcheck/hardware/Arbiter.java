package dev.preemptcheck.hardware;

/**
 * Decides who moves next: the only source of freedom in a run.
 *
 * <p>The machine asks before every access that takes place at or after step {@link Machine#quietUntil(int)}; in
 * between it carries on with the processor that moved last. Both methods are called on the strand that is about
 * to move, so they must not touch the machine through its {@link Cpu}.
 */
public interface Arbiter {

    /**
     * An agent of {@link Moves#steppable()} or {@link Moves#raisable()}, {@link Agent#END} where nobody can
     * step, or {@link Agent#STOP}.
     */
    int choose(Machine machine);

    /** The number of a task in {@code candidates}; {@code preferred} is the default. */
    int pick(Machine machine, int candidates, int preferred, boolean involuntary);
}
