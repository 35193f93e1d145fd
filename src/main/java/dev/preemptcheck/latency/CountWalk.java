package dev.preemptcheck.latency;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Follows the count from line to line (facts 3.2, S9 and 7.6): each change is made by the function that was traced, by an
 * interrupt that comes, by one that goes, which puts back what it found, or by code that is inlined.
 *
 * <p>Inlined are {@code preempt_disable()} and {@code local_bh_disable()} everywhere, locks in kernels for one processor and in
 * all up to 2.6.9-rc1. So a level of preemption or softirqs that comes or goes with no function of its own is in order, and is
 * counted; which level it was can't be told from the lines. More at once, a hardirq or {@code PREEMPT_ACTIVE} is odd: something
 * isn't traced, or lines are missing; but a return from an interrupt stores that mark as the whole count. Around {@code
 * schedule()} the count is another task's.
 */
final class CountWalk {
    private static final int FIELDS = 0x00ff_ffff;
    private static final int HARDIRQ = CountFields.HARDIRQ_OFFSET;
    private static final Pattern SWITCHES =
            Pattern.compile("(?:preempt_)?schedule\\w*|__switch_to|__?cond_resched\\w*|cond_resched\\w*");
    private static final Pattern LOCKS = Pattern.compile("_+(?:spin|read|write)_(?:try)?lock\\w*");
    private static final Pattern UNLOCKS = Pattern.compile("_+(?:spin|read|write)_unlock\\w*");
    private static final Pattern HANDLERS = Pattern.compile("do_nmi|nmi_enter|do_IRQ|smp_\\w+_interrupt");
    private static final String LAST = "sub_preempt_count";

    private final boolean ofCount;
    /** What the count was when each interrupt came that has not gone, the innermost first. */
    private final Deque<Integer> interrupted = new ArrayDeque<>();

    private final List<String> odd = new ArrayList<>();
    private final List<String> inlined = new ArrayList<>();
    private int pairs;

    private CountWalk(boolean ofCount) {
        this.ofCount = ofCount;
    }

    /** Follows the count over these lines. */
    static CountWalk over(List<TraceLine> lines) {
        boolean ofCount = lines.stream().anyMatch(line -> line.function().equals(LAST));
        CountWalk walk = new CountWalk(ofCount);
        for (int i = 1; i < lines.size(); i++) {
            walk.pair(lines.get(i - 1), lines.get(i), i == 1);
        }
        return walk;
    }

    /** Changes that nothing explains. */
    List<String> odd() {
        return List.copyOf(odd);
    }

    /** Changes that inlined code can have made, and no traced function. */
    List<String> inlined() {
        return List.copyOf(inlined);
    }

    /** How many pairs of neighbours were compared. */
    int pairs() {
        return pairs;
    }

    private void pair(TraceLine line, TraceLine next, boolean first) {
        CountFields from = line.count();
        CountFields to = next.count();
        if (next.afterElision() || from == null || to == null) {
            interrupted.clear();
            return;
        }
        pairs++;
        if (first && from.hardirq() > 0) {
            interrupted.push((from.value() & FIELDS) - HARDIRQ);
        }
        if (next.function().equals(LAST) && !isOneLevel(to)) {
            odd.add(LAST + " at " + to.hex() + ", which is more than a level");
        } else if (from.preempt() == 0 && UNLOCKS.matcher(line.function()).matches()) {
            odd.add(line.function() + " at " + from.hex() + ", with nothing held");
        } else if (ofCount && !to.inAtomic(false)) {
            odd.add(next.function() + " at " + to.hex() + ", where the section is over");
        } else if (SWITCHES.matcher(line.function()).matches()) {
            interrupted.clear();
        } else {
            change(line, from, next, to, first);
        }
    }

    private static boolean isOneLevel(CountFields count) {
        return Integer.bitCount(count.value() & FIELDS) == 1
                && count.preempt() <= 1
                && count.softirq() <= 1
                && count.hardirq() <= 1;
    }

    private void change(TraceLine line, CountFields from, TraceLine next, CountFields to, boolean first) {
        int change = (to.value() & FIELDS) - (from.value() & FIELDS);
        String text = from.hex() + " to " + to.hex() + " after " + line.function();
        CountRule rule = CountRule.of(line.function());
        boolean unchanged = change == 0 && (first || isStillIn(line, next));
        if (from.active() != to.active() && to.value() != CountFields.PREEMPT_ACTIVE) {
            odd.add(text);
        } else if (to.hardirq() < from.hardirq() && !rule.allows(change)) {
            interruptGoes(from, to, text);
        } else if (rule.allows(change) || unchanged) {
            follow(line, from, to);
        } else if (comes(next) && rule.allows(change - HARDIRQ)) {
            interrupted.push((to.value() & FIELDS) - HARDIRQ);
        } else if (isInlined(change, rule) || (comes(next) && isInlined(change - HARDIRQ, rule))) {
            inlined.add(text);
            follow(line, from, to);
        } else {
            odd.add(text);
        }
    }

    private static boolean comes(TraceLine line) {
        return HANDLERS.matcher(line.function()).matches();
    }

    /**
     * The next line may stand before the change: it is called by the function, or is the lock function that this one goes on
     * in.
     */
    private static boolean isStillIn(TraceLine line, TraceLine next) {
        boolean oneOfTheOther = LOCKS.matcher(line.function()).matches()
                && LOCKS.matcher(next.function()).matches()
                && line.parent().equals(next.parent());
        return oneOfTheOther || next.parent().equals(line.function());
    }

    /** Keeps in mind what interrupts found, where the change is explained. */
    private void follow(TraceLine line, CountFields from, CountFields to) {
        if (to.hardirq() > from.hardirq()) {
            interrupted.push(comes(line) ? from.value() & FIELDS : (to.value() & FIELDS) - HARDIRQ);
        } else if (to.hardirq() < from.hardirq()) {
            interrupted.poll();
        }
    }

    /** With {@code irq_exit()} inlined the next line is in what was interrupted, or in softirqs, for which 1 is kept. */
    private void interruptGoes(CountFields from, CountFields to, String text) {
        Integer found = interrupted.poll();
        int rest = (to.value() & FIELDS) - (found == null ? (from.value() & FIELDS) - HARDIRQ : found);
        boolean restored = rest == 0 || isLevel(rest);
        if (!restored || from.hardirq() - to.hardirq() != 1) {
            odd.add(text);
        }
    }

    /** Behind a lock function more of the same kind may follow, in whoever called it. */
    private static boolean isInlined(int change, CountRule rule) {
        return rule.changes().stream()
                .anyMatch(own -> isLevel(change - own)
                        && (own == 0 || (isLevel(own) && Integer.signum(change - own) == Integer.signum(own))));
    }

    /** A level of preemption, of softirqs, or of both. */
    private static boolean isLevel(int change) {
        int size = Math.abs(change);
        return size == CountFields.PREEMPT_OFFSET
                || size == CountFields.SOFTIRQ_OFFSET
                || size == CountFields.PREEMPT_OFFSET + CountFields.SOFTIRQ_OFFSET;
    }
}
