package dev.preemptcheck.latency;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a function may change the count between its own entry and that of the next traced one (fact 3.2, 2.6.9). A lock function is logged
 * with the count before it, an unlock function still held. Functions that no rule names leave it alone: a change after one of them is
 * made by something that isn't traced, an inlined lock or the way out of a handler, or lines are missing.
 *
 * @param functions the functions meant
 * @param changes what each may add to the fields of the count
 */
record CountRule(Pattern functions, List<Integer> changes) {
    private static final int FIELDS = 0x00ff_ffff;
    private static final int PREEMPT = CountFields.PREEMPT_OFFSET;
    private static final int SOFTIRQ = CountFields.SOFTIRQ_OFFSET;
    private static final int HARDIRQ = CountFields.HARDIRQ_OFFSET;
    private static final Pattern SWITCHES =
            Pattern.compile("(?:preempt_)?schedule\\w*|__switch_to|__?cond_resched\\w*");
    private static final Pattern UNLOCKS = Pattern.compile("_+(?:spin|read|write)_unlock\\w*");
    private static final Pattern NMI = Pattern.compile("do_nmi|nmi_enter");

    private static final List<CountRule> RULES = List.of(
            rule("_+(?:spin|read|write)_lock_bh", PREEMPT + SOFTIRQ),
            rule("_+(?:spin|read|write)_trylock_bh", PREEMPT + SOFTIRQ, 0),
            rule("_+(?:spin|read|write)_unlock_bh", -PREEMPT - SOFTIRQ),
            rule("_+(?:spin|read|write)_trylock\\w*", PREEMPT, 0),
            rule("_+(?:spin|read|write)_lock\\w*|kmap_atomic\\w*", PREEMPT),
            rule("_+(?:spin|read|write)_unlock\\w*|kunmap_atomic\\w*", -PREEMPT),
            rule("local_bh_disable", SOFTIRQ),
            rule("(?:__)?local_bh_enable", -SOFTIRQ),
            rule("irq_enter|do_IRQ|smp_\\w+_interrupt", HARDIRQ, 0),
            rule("irq_exit", PREEMPT - HARDIRQ, -HARDIRQ), // it keeps 1 while softirqs run
            rule("_*do_softirq", 0, SOFTIRQ, -PREEMPT), // the last: irq_exit drops what it kept
            rule("do_nmi|nmi_exit", 0, -HARDIRQ));
    private static final CountRule NONE = rule("\\S*", 0);

    private static CountRule rule(String functions, Integer... changes) {
        return new CountRule(Pattern.compile(functions), List.of(changes));
    }

    /**
     * What is odd about the counts of two neighbours; empty if nothing is.
     *
     * @param first whether {@code line} begins the trace, where the count is logged after the change that began it
     */
    static String objection(TraceLine line, TraceLine next, boolean first) {
        CountFields from = line.count();
        CountFields to = next.count();
        if (from == null || to == null || SWITCHES.matcher(line.function()).matches()) {
            return "";
        }
        if (from.preempt() == 0 && UNLOCKS.matcher(line.function()).matches()) {
            return line.function() + " at " + from.hex() + ", with nothing held";
        }
        int change = (to.value() & FIELDS) - (from.value() & FIELDS);
        CountRule rule = of(line.function());
        boolean handler = NMI.matcher(next.function()).matches();
        boolean allowed = rule.changes.contains(change)
                || (first && change == 0)
                || (handler && rule.changes.contains(change - HARDIRQ));
        if (allowed && from.active() == to.active()) {
            return "";
        }
        return from.hex() + " to " + to.hex() + " after " + line.function();
    }

    private static CountRule of(String function) {
        return RULES.stream()
                .filter(rule -> rule.functions.matcher(function).matches())
                .findFirst()
                .orElse(NONE);
    }
}
