package dev.preemptcheck.litmus.program;

import java.util.Arrays;

/**
 * What each thread is about to do, and what it may still do later: which words it touches from its present position on, going
 * by all runs so far. A position is a number of accesses; from the first head of a loop on it stands still, so that what
 * follows a loop may happen in it.
 */
public final class Outlook {
    /** What a thread is about to do. */
    public enum Intent {
        /** What nobody else can tell, or what is best done at once. */
        AT_ONCE,
        LOAD,
        /** Into the store buffer, if there is one. */
        STORE,
        /** Locked read-modify-write, or entry to a lock. */
        UPDATE,
        /** Waits for a change that others make. */
        AWAIT
    }

    private static final int NOWHERE = -1;

    private final Intent[] intents;
    private final int[] words;
    private final int[] sections;
    private final boolean[] entering;
    private final int[] positions;
    private final boolean[] loops;
    /** The last position of a thread at which it was seen to touch a word so. */
    private final int[][] lastLoads;

    private final int[][] lastStores;
    private final boolean[] isSection;
    private boolean learnt;

    /**
     * Knows nothing.
     *
     * @param words how many the memory has
     */
    public Outlook(int threads, int words) {
        intents = new Intent[threads];
        this.words = new int[threads];
        sections = new int[threads];
        entering = new boolean[threads];
        positions = new int[threads];
        loops = new boolean[threads];
        lastLoads = new int[threads][words];
        lastStores = new int[threads][words];
        isSection = new boolean[words];
        for (int thread = 0; thread < threads; thread++) {
            Arrays.fill(lastLoads[thread], NOWHERE);
            Arrays.fill(lastStores[thread], NOWHERE);
            begin(thread);
        }
    }

    /** A thread begins a run. */
    void begin(int thread) {
        positions[thread] = 0;
        loops[thread] = false;
        standsAside(thread);
    }

    /** The thread stands before something that others can't tell, or that is best done at once. */
    void standsAside(int thread) {
        stand(thread, Intent.AT_ONCE, NOWHERE);
    }

    /** The thread is to load a word at once. */
    void glances(int thread, int word) {
        standsAside(thread);
        note(lastLoads[thread], word, positions[thread]);
    }

    /** The thread is to leave the section of that word at once. */
    void leaves(int thread, int section) {
        standsAside(thread);
        note(lastStores[thread], section, positions[thread]);
        isSection[section] = true;
    }

    /** The thread stands before an access. */
    void stands(int thread, Intent intent, int word) {
        stand(thread, intent, word);
        if (intent != Intent.STORE) {
            note(lastLoads[thread], word, positions[thread]);
        }
        if (intent == Intent.STORE || intent == Intent.UPDATE) {
            note(lastStores[thread], word, positions[thread]);
        }
    }

    /** In one go with that access, and before it, the thread enters the section of that word. */
    void enters(int thread, int section) {
        sections[thread] = section;
        note(lastStores[thread], section, positions[thread]);
    }

    /** The entry is done; where nobody looks at it, nobody had a turn before it, so the access is no part of it. */
    void entered(int thread) {
        entering[thread] = isLookedAt(thread, sections[thread]);
        sections[thread] = NOWHERE;
    }

    private boolean isLookedAt(int thread, int word) {
        boolean looked = false;
        for (int other = 0; other < lastLoads.length; other++) {
            looked |= other != thread && lastLoads[other][word] != NOWHERE;
        }
        return looked;
    }

    /** The thread has done what it stood before. */
    void moved(int thread) {
        positions[thread] += loops[thread] ? 0 : 1;
        standsAside(thread);
    }

    /** Whatever comes from here on may come again. */
    void loops(int thread) {
        loops[thread] = true;
    }

    /** The thread has nothing more to do. */
    void ends(int thread) {
        positions[thread] = Integer.MAX_VALUE;
        standsAside(thread);
    }

    private void stand(int thread, Intent intent, int word) {
        intents[thread] = intent;
        words[thread] = word;
        sections[thread] = NOWHERE;
        entering[thread] = false;
    }

    private void note(int[] last, int word, int position) {
        if (last[word] < position) {
            last[word] = position;
            learnt = true;
        }
    }

    public Intent intent(int thread) {
        return intents[thread];
    }

    /** The word that the thread is about to touch. */
    public int word(int thread) {
        return words[thread];
    }

    /** The word that it stores to in one go with that, or -1. */
    public int section(int thread) {
        return sections[thread];
    }

    /** True if the thread is in the middle of what is to be done in one go. */
    public boolean mustGoOn(int thread) {
        return entering[thread];
    }

    /** True if the word says whether a thread is in a read-side section. */
    public boolean isSection(int word) {
        return isSection[word];
    }

    /** True if the thread may load the word, now or later. */
    public boolean mayLoad(int thread, int word) {
        return lastLoads[thread][word] >= positions[thread];
    }

    /** True if the thread may store to the word, now or later. */
    public boolean mayStore(int thread, int word) {
        return lastStores[thread][word] >= positions[thread];
    }

    /** True if something was learnt since it was last asked. */
    public boolean learnt() {
        return learnt;
    }

    public void settle() {
        learnt = false;
    }
}
