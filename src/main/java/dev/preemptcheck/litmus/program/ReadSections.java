package dev.preemptcheck.litmus.program;

import dev.preemptcheck.hardware.digest.Hash;

/**
 * A thread's RCU and SRCU read-side sections. Each kind of section has a word that says whether its thread is inside, which is
 * all that a grace period looks at; the entry is a locked instruction, or what is read inside could be read before it.
 *
 * <p>A section that begins after another has ended leaves another sign in the word, so that a grace period that waits for the
 * one does not wait for the other; signs come round after {@value #SIGNS}.
 */
final class ReadSections {
    private static final int SIGNS = 4;

    private final Steps steps;
    private final SharedWords words;
    private final int rcuWord;
    private final int[] srcuTurns;
    private int nesting;
    private int turns;

    ReadSections(Steps steps, SharedWords words, int thread) {
        this.steps = steps;
        this.words = words;
        this.rcuWord = words.rcuWord(thread);
        this.srcuTurns = new int[words.srcuSections()];
    }

    /** Digest of where the thread is in which section. */
    long digest() {
        long digest = Hash.mix(((long) nesting << 32) + turns);
        for (int turn : srcuTurns) {
            digest = Hash.mix(digest + turn);
        }
        return digest;
    }

    void rcuReadLock() {
        if (nesting++ == 0 && rcuWord != SharedWords.NOWHERE) {
            steps.enter(rcuWord, 1 + turns);
            turns = (turns + 1) % SIGNS;
        }
    }

    void rcuReadUnlock() {
        if (--nesting == 0 && rcuWord != SharedWords.NOWHERE) {
            steps.leave(rcuWord);
        }
    }

    /** In a section of its own a thread waits for itself, for ever. */
    void synchronizeRcu() {
        steps.awaitReaders(words.rcuWords(), sign -> sign != SharedWords.OUTSIDE);
    }

    /** Enters the SRCU section of that number in the whole text, which is what its end must name. */
    int srcuReadLock(int domain, int section) {
        steps.checkAddress(domain);
        steps.enter(words.srcuWord(section), SIGNS * (words.index(domain) + 1) + srcuTurns[section]);
        srcuTurns[section] = (srcuTurns[section] + 1) % SIGNS;
        return section;
    }

    void srcuReadUnlock(int section) {
        if (section < 0 || section >= words.srcuSections()) {
            steps.goAstray();
        }
        steps.leave(words.srcuWord(section));
    }

    void synchronizeSrcu(int domain) {
        steps.checkAddress(domain);
        int of = words.index(domain) + 1;
        steps.awaitReaders(words.srcuWords(), sign -> sign / SIGNS == of);
    }
}
