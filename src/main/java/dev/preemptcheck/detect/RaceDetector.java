package dev.preemptcheck.detect;

import dev.preemptcheck.hardware.Access;
import dev.preemptcheck.hardware.LockUse;
import dev.preemptcheck.hardware.Whereabouts;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The data-race detector: two accesses by different processors to the same bytes, a write among them, not both marked, and
 * nothing that makes one happen before the other.
 *
 * <p>What happens before what is kept in a vector clock for each processor, as FastTrack does (Flanagan, Freund, PLDI 2009).
 * All that runs on one processor is in order: so preemption, BHs or interrupts that are off own what is only touched there,
 * and of two contexts on one processor the suspended one stands between two accesses, each of which is whole (EXPLORATION
 * H.1). A task takes its order along where it goes. Locks hand on order by the kernel's notes, so that those without a word
 * do too; marked accesses by their word, from the last write to it; messages to whoever takes an interrupt. As KCSAN does by
 * default, a marked read may meet a plain write, which on i386 is in one piece. Programs in user mode and devices are not looked
 * at; a word that is allocated anew has no past.
 *
 * <p>What several accesses are meant to do as one is another matter ({@code torn}): nobody may write to it, nor read what is
 * half written, before it is done, be it on the same processor.
 *
 * <p>A bonus that refutes and never proves: what it remembers is a function of the path and in no fingerprint (EXPLORATION
 * H.2). It reports hazards.
 */
public final class RaceDetector implements Detector {
    private static final int TIME_SHIFT = 8;
    private static final int UNITS_MAX = 16;
    /** Places of vector clocks: tasks, then messages to processors, locks, words. */
    private static final int MESSAGES = 16;

    private static final int LOCKS = MESSAGES + 16;
    private static final int WORDS = LOCKS + 256;

    private final Reporter reporter;
    private final ContextDepth contexts;
    private int cpus;
    private @Nullable VectorClocks clocks;
    /** The last write and read of each word by each processor: time, marked or not, bytes. */
    private long[] writes = {};

    private long[] reads = {};

    private final int[] unitTask = new int[UNITS_MAX];
    private final int[] unitDepth = new int[UNITS_MAX];
    private final int[] unitWord = new int[UNITS_MAX];
    private final int[] unitWords = new int[UNITS_MAX];
    private final boolean[] unitWritten = new boolean[UNITS_MAX];
    private int units;

    RaceDetector(Reporter reporter, ContextDepth contexts) {
        this.reporter = reporter;
        this.contexts = contexts;
    }

    /** The machine that is watched. */
    public void watch(Whereabouts watched) {
        cpus = watched.cpus();
        clocks = new VectorClocks(cpus);
    }

    @Override
    public String rule() {
        return "race";
    }

    @Override
    public void reset() {
        if (clocks != null) {
            clocks.restart();
        }
        units = 0;
    }

    @Override
    public void accessed(int cpu, int task, int word, int how) {
        VectorClocks c = clocks;
        if (c == null || (how & (Access.USER | Access.DEVICE)) != 0) {
            return;
        }
        int first = room(word);
        if ((how & Access.MARKED) != 0 && (how & Access.READ) != 0) {
            c.take(cpu, WORDS + word);
        }
        if (races(c, cpu, first, how)) {
            reporter.hazard(rule(), "data-race", task);
        }
        if (units != 0) {
            checkUnits(task, word, how);
        }
        long now = (c.time(cpu) << TIME_SHIFT) | (how & (Access.MARKED | Access.BYTES));
        if ((how & Access.READ) != 0) {
            reads[first + cpu] = now;
        }
        if ((how & Access.WRITE) != 0) {
            writes[first + cpu] = now;
            c.put(cpu, WORDS + word);
        }
    }

    private boolean races(VectorClocks c, int cpu, int first, int how) {
        boolean marked = (how & Access.MARKED) != 0;
        boolean write = (how & Access.WRITE) != 0;
        for (int other = 0; other < cpus; other++) {
            if (other == cpu) {
                continue;
            }
            long written = writes[first + other];
            if ((write || !marked) && isNews(c, cpu, other, written, how) && !(marked && isMarked(written))) {
                return true;
            }
            long read = reads[first + other];
            if (write && isNews(c, cpu, other, read, how) && !isMarked(read)) {
                return true;
            }
        }
        return false;
    }

    /** An access of this run that {@code cpu} does not know of, to the same bytes. */
    private static boolean isNews(VectorClocks c, int cpu, int other, long access, int how) {
        long time = access >>> TIME_SHIFT;
        return time >= c.start() && (access & how & Access.BYTES) != 0 && !c.knows(cpu, other, time);
    }

    private static boolean isMarked(long access) {
        return (access & Access.MARKED) != 0;
    }

    private int room(int word) {
        int first = word * cpus;
        if (first + cpus > writes.length) {
            int length = Math.max(first + cpus, 2 * writes.length);
            writes = Arrays.copyOf(writes, length);
            reads = Arrays.copyOf(reads, length);
        }
        return first;
    }

    // ---- order

    private void hand(int cpu, int place) {
        if (clocks != null) {
            clocks.add(cpu, place);
        }
    }

    private void take(int cpu, int place) {
        if (clocks != null) {
            clocks.take(cpu, place);
        }
    }

    @Override
    public void locked(int cpu, int task, int lock, LockUse how) {
        take(cpu, LOCKS + lock);
    }

    @Override
    public void unlocked(int cpu, int task, int lock) {
        hand(cpu, LOCKS + lock);
    }

    @Override
    public void switched(int cpu, int from, int to) {
        hand(cpu, from);
        take(cpu, to);
    }

    @Override
    public void messageSent(int cpu, int targets) {
        for (int rest = targets; rest != 0; rest &= rest - 1) {
            hand(cpu, MESSAGES + Integer.numberOfTrailingZeros(rest));
        }
    }

    @Override
    public void handlerEntered(int cpu, int task, int count) {
        take(cpu, MESSAGES + cpu);
    }

    @Override
    public void allocated(int cpu, int task, int word) {
        room(word + 1);
        Arrays.fill(writes, word * cpus, (word + 1) * cpus, 0);
        Arrays.fill(reads, word * cpus, (word + 1) * cpus, 0);
    }

    // ---- what is meant as one

    @Override
    public void meantAsOne(int cpu, int task, int word, int words) {
        if (units == UNITS_MAX) {
            throw new IllegalStateException("more than " + UNITS_MAX + " sequences are meant as one at once");
        }
        unitTask[units] = task;
        unitDepth[units] = contexts.depth(task);
        unitWord[units] = word;
        unitWords[units] = words;
        unitWritten[units] = false;
        units++;
    }

    @Override
    public void endOfOne(int cpu, int task, int word) {
        for (int i = units - 1; i >= 0; i--) {
            if (unitWord[i] == word && isOwn(i, task)) {
                units--;
                unitTask[i] = unitTask[units];
                unitDepth[i] = unitDepth[units];
                unitWord[i] = unitWord[units];
                unitWords[i] = unitWords[units];
                unitWritten[i] = unitWritten[units];
                return;
            }
        }
    }

    private boolean isOwn(int unit, int task) {
        return unitTask[unit] == task && unitDepth[unit] == contexts.depth(task);
    }

    private void checkUnits(int task, int word, int how) {
        boolean write = (how & Access.WRITE) != 0;
        for (int i = 0; i < units; i++) {
            if (word < unitWord[i] || word >= unitWord[i] + unitWords[i]) {
                continue;
            }
            if (isOwn(i, task)) {
                unitWritten[i] |= write;
            } else if (write || unitWritten[i]) {
                reporter.hazard(rule(), "torn", task);
            }
        }
    }
}
