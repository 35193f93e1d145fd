package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.CountLayout;
import dev.preemptcheck.hardware.PendingWork;
import dev.preemptcheck.hardware.Whereabouts;
import java.util.ArrayList;
import java.util.List;

/** What a hand-written trace says of where tasks are, and what the rules said of it. Two processors, on tasks 2 and 3. */
final class Traced implements Whereabouts, Reporter {
    static final int A = 2;
    static final int B = 3;

    final List<String> said = new ArrayList<>();
    final int[] on = {A, B};
    /** What processors spin for: words by name, and the numbers of locks. */
    final String[] awaited = {"", ""};

    final int[] lockAwaited = {-1, -1};
    boolean kernelPreemptible = true;
    int processors = 2;
    int running;
    boolean preemptible;
    boolean handler;
    boolean taskSwitched;
    /** Words that say whether a task's FPU state is live. */
    final int[] liveWords = {-1, -1, -1, -1};

    int count;
    long budget;
    /** What words of pending work hold. */
    int pending;

    final List<PendingWork> work = new ArrayList<>();
    boolean inconclusive;
    boolean enabled = true;
    CountLayout layout = CountLayout.PLAIN;

    @Override
    public int cpus() {
        return processors;
    }

    @Override
    public String waitsFor(int cpu) {
        return awaited[cpu];
    }

    @Override
    public int lockAwaited(int cpu) {
        return lockAwaited[cpu];
    }

    @Override
    public boolean kernelPreemptible() {
        return kernelPreemptible;
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public int taskOn(int cpu) {
        return on[cpu];
    }

    @Override
    public boolean inInterrupt(int cpu) {
        return handler;
    }

    @Override
    public boolean interruptFlag(int cpu) {
        return enabled;
    }

    @Override
    public int countOn(int cpu) {
        return count;
    }

    @Override
    public CountLayout countLayout() {
        return layout;
    }

    @Override
    public long latencyBudget() {
        return budget;
    }

    @Override
    public boolean fpuTraps(int cpu) {
        return taskSwitched;
    }

    @Override
    public int fpuLiveWord(int task) {
        return liveWords[task];
    }

    @Override
    public List<PendingWork> work() {
        return work;
    }

    @Override
    public int peek(int word) {
        return pending;
    }

    @Override
    public boolean preemptibleHere() {
        return preemptible;
    }

    @Override
    public void failure(String rule, String outcome, String place, int culprit) {
        said.add(rule + ":" + outcome + " by " + culprit);
    }

    @Override
    public void inconclusive() {
        inconclusive = true;
    }

    @Override
    public void hazard(String rule, String outcome, int task) {
        said.add(rule + ":" + outcome + " hazard of " + task);
    }
}
