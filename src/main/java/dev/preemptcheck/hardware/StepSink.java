package dev.preemptcheck.hardware;

/** Receives every step of a run, for those who print it. Called on the strand, after the step has taken effect. */
@FunctionalInterface
public interface StepSink {

    /**
     * One step.
     *
     * @param step its number, from 0
     * @param cpu the processor that took it
     * @param task whose kernel stack it is on
     * @param handler true if it belongs to a handler on top of the task
     * @param op one of {@link Op}
     * @param word the index touched, or -1
     * @param value read or written
     * @param count the task's preempt count after the step
     */
    void step(int step, int cpu, int task, int handler, int op, int word, int value, int count);
}
