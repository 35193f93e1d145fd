package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * D23: nobody touches an object that has been freed, neither a task nor a handler nor a device, and nobody frees it again.
 *
 * <p>Objects are known by the kernel's allocations and frees. What is in none has been there from the start and stays; memory
 * that is allocated anew is another object's.
 */
public final class LifetimeDetector implements Detector {
    private static final int PLACE = DigestPlace.FREED_WORDS;

    private final Reporter reporter;
    private boolean[] isFreed = {};
    private int freedWords;
    private long remembered;

    public LifetimeDetector(Reporter reporter) {
        this.reporter = reporter;
    }

    @Override
    public String rule() {
        return "D23";
    }

    @Override
    public void reset() {
        if (freedWords != 0) {
            Arrays.fill(isFreed, false);
        }
        freedWords = 0;
        remembered = 0;
    }

    /** False if no access can break the rule now. */
    boolean anyFreed() {
        return freedWords != 0;
    }

    @Override
    public void accessed(int cpu, int task, int word, int how) {
        if (isFreed(word)) {
            reporter.failure(rule(), "use-after-free", "", task);
        }
    }

    @Override
    public void allocated(int cpu, int task, int word) {
        if (isFreed(word)) {
            change(word, false);
        }
    }

    @Override
    public void freed(int cpu, int task, int word) {
        if (isFreed(word)) {
            reporter.failure(rule(), "double-free", "", task);
        } else {
            change(word, true);
        }
    }

    private boolean isFreed(int word) {
        return word < isFreed.length && isFreed[word];
    }

    private void change(int word, boolean freed) {
        if (word >= isFreed.length) {
            isFreed = Arrays.copyOf(isFreed, Math.max(word + 1, 2 * isFreed.length));
        }
        isFreed[word] = freed;
        freedWords += freed ? 1 : -1;
        remembered += freed ? Hash.at(PLACE + word, 1) : -Hash.at(PLACE + word, 1);
    }

    @Override
    public long fingerprint() {
        return remembered;
    }
}
