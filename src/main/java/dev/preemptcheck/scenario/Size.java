package dev.preemptcheck.scenario;

import java.util.Arrays;
import java.util.Locale;

/** How much of a system is explored: which programs, and how many interrupts and preemptions. */
public enum Size {
    /** Few tasks, 1 interrupt, 2 preemptions: what the thread carrier takes unless told otherwise. */
    QUICK(1, 2),
    /** More tasks, 2 interrupts, 3 preemptions: the default; all rows take two minutes on two cores. */
    STANDARD(2, 3),
    /** 4 interrupts and 4 preemptions, and more tasks where daemons run beside them: hours on SMP. */
    DEEP(4, 4);

    private final int interrupts;
    private final int preemptions;

    Size(int interrupts, int preemptions) {
        this.interrupts = interrupts;
        this.preemptions = preemptions;
    }

    /** Timer interrupts in all. */
    public int interrupts() {
        return interrupts;
    }

    /** Involuntary switches in all. */
    public int preemptions() {
        return preemptions;
    }

    /** As options and seeds spell it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The size of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Size of(String id) {
        return Arrays.stream(values())
                .filter(size -> size.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no size is called '" + id + "'; there are "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Size::id).toList())));
    }
}
