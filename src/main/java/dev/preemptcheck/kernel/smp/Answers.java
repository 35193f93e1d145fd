package dev.preemptcheck.kernel.smp;

import dev.preemptcheck.hardware.Cpu;

/**
 * The word in which processors that are interrupted have a bit each, until each has cleared its own: what the waits for them have
 * in common. No function of the kernel's.
 *
 * @param unanswered address of the word
 */
record Answers(int unanswered) {

    /** Interrupts those whose bits stand in the word, and spins until it is 0; task context, preemption off, interrupts on. */
    void ask(Cpu cpu, int others, int vector) {
        cpu.sendInterrupt(others, vector);
        cpu.awaitsAnswers(unanswered);
        for (int left = others; left != 0; ) {
            left = cpu.awaitOther(unanswered, left);
        }
        cpu.answersCame();
    }
}
