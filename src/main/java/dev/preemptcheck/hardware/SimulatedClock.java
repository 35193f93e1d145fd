package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Time, in nanoseconds, as far as someone waits for it: it stands still until the explorer advances it to the earliest
 * armed deadline.
 *
 * <p>A device's delays, a processor's {@code ndelay(400)} and a driver's time-out are all deadlines; "is it past?" is the
 * question {@link #armed}, never a comparison of timestamps. So the state of the clock is the time <em>left</em> to each
 * armed deadline, and time alone never makes a state new. Deadlines of the same instant pass together: whoever waited
 * 400 ns finds all other waits of 400 ns over that began no later. Each armed deadline comes at last, so advancing is a
 * due move.
 *
 * <p>Not modelled: instructions take no time, so of two deadlines the one with less time left always passes first, however
 * much code a real processor would have run between arming them.
 *
 * <p>Layout first ({@link #deadline}), then runs.
 */
public final class SimulatedClock implements Device {
    private static final int DEADLINES_MAX = 128;
    private static final int PLACE_SHIFT = 56;
    private static final long NANOS_MAX = 1L << PLACE_SHIFT;
    private static final long NOT_ARMED = -1;

    private final List<String> names = new ArrayList<>();
    private final List<Runnable> passed = new ArrayList<>();
    /** Time left in nanoseconds, by deadline. */
    private final long[] left = new long[DEADLINES_MAX];

    private long now;

    /** A clock without deadlines. */
    public SimulatedClock() {
        reset();
    }

    /**
     * Adds a deadline, not armed; returns its number.
     *
     * @param passed is run when it passes, as part of the clock's move; may arm deadlines, this one included
     */
    public int deadline(String name, Runnable passed) {
        if (names.size() == DEADLINES_MAX) {
            throw new IllegalStateException("at most " + DEADLINES_MAX + " deadlines can be modelled: " + name);
        }
        names.add(name);
        this.passed.add(passed);
        return names.size() - 1;
    }

    /** Lets the deadline pass {@code nanos} from now, at least 1, whether it was armed or not. */
    public void arm(int deadline, long nanos) {
        if (nanos < 1 || nanos >= NANOS_MAX) {
            throw new IllegalArgumentException(nanos + " ns to '" + names.get(deadline) + "': at least 1 is expected");
        }
        left[deadline] = nanos;
    }

    /** The deadline will not pass. */
    public void disarm(int deadline) {
        left[deadline] = NOT_ARMED;
    }

    /** True until the deadline has passed or was disarmed. */
    public boolean armed(int deadline) {
        return left[deadline] != NOT_ARMED;
    }

    /** Nanoseconds since the start of the run; for traces and reports, since it is not part of the state. */
    public long now() {
        return now;
    }

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public void reset() {
        Arrays.fill(left, NOT_ARMED);
        now = 0;
    }

    /** The one move, if anything is armed: on to the earliest deadline. */
    @Override
    public int moves() {
        return earliest() == NOT_ARMED ? 0 : 1;
    }

    @Override
    public int due() {
        return moves();
    }

    @Override
    public String moveName(int move) {
        return "advance";
    }

    @Override
    public void move(int move) {
        long nanos = earliest();
        if (nanos == NOT_ARMED || move != 0) {
            throw new IllegalStateException("no deadline is armed that the clock could advance to");
        }
        now += nanos;
        for (int i = 0; i < names.size(); i++) {
            left[i] -= armed(i) ? nanos : 0;
        }
        for (int i = 0; i < names.size(); i++) {
            if (left[i] == 0) {
                left[i] = NOT_ARMED;
                passed.get(i).run();
            }
        }
    }

    private long earliest() {
        long least = NOT_ARMED;
        for (int i = 0; i < names.size(); i++) {
            if (armed(i) && (least == NOT_ARMED || left[i] < least)) {
                least = left[i];
            }
        }
        return least;
    }

    /** Digest of the times left. */
    @Override
    public long digest() {
        long digest = 0;
        for (int i = 0; i < names.size(); i++) {
            digest += armed(i) ? Hash.mix((i + 1L) << PLACE_SHIFT ^ left[i]) : 0;
        }
        return digest;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(now + " ns");
        for (int i = 0; i < names.size(); i++) {
            if (armed(i)) {
                text.append(", ").append(names.get(i)).append(" in ").append(left[i]);
            }
        }
        return text.toString();
    }
}
