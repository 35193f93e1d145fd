package dev.preemptcheck.latency;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a function may change the count between its own entry and that of the next traced one (fact 3.2, 2.6.9). A lock function
 * is logged with the count before it, an unlock function still held. Functions that no rule names leave it alone.
 *
 * @param functions the functions meant
 * @param changes what each may add to the fields of the count
 */
record CountRule(Pattern functions, List<Integer> changes) {
    private static final int PREEMPT = CountFields.PREEMPT_OFFSET;
    private static final int SOFTIRQ = CountFields.SOFTIRQ_OFFSET;
    private static final int HARDIRQ = CountFields.HARDIRQ_OFFSET;

    private static final List<CountRule> RULES = List.of(
            rule("_+(?:spin|read|write)_lock_bh", PREEMPT + SOFTIRQ),
            rule("_+(?:spin|read|write)_trylock_bh", PREEMPT + SOFTIRQ, 0),
            rule("_+(?:spin|read|write)_unlock_bh", -PREEMPT - SOFTIRQ, -PREEMPT), // local_bh_enable comes last
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

    /** The rule for that function. */
    static CountRule of(String function) {
        return RULES.stream()
                .filter(rule -> rule.functions.matcher(function).matches())
                .findFirst()
                .orElse(NONE);
    }

    /** Whether the function may have made that change. */
    boolean allows(int change) {
        return changes.contains(change);
    }
}
