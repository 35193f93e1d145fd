package dev.preemptcheck.litmus;

import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.litmus.LitmusOutcome.Observation;
import dev.preemptcheck.litmus.program.LitmusTest;
import dev.preemptcheck.litmus.program.LitmusTest.Expected;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file's outcome beside what the file says of it.
 *
 * @param file the path as it was given
 * @param outcome what came of the test, or null if it was not run
 * @param reason why it was not run: place and construct, on one line; else empty
 */
public record LitmusReport(
        String file, Agreement agreement, @Nullable LitmusOutcome outcome, String reason) {

    /** How outcome and file agree. */
    public enum Agreement {
        AGREES,
        DIFFERS,
        /** A state or race that the file allows was not seen, but this machine allows less than the file's model. */
        WEAKER,
        /** A state that the file forbids was seen, but plain accesses race, and what these do is up to the compiler. */
        PLAIN,
        /** The file does not say what is expected. */
        UNJUDGED,
        /** The search was given up. */
        UNDECIDED,
        /** It was not run. */
        SKIPPED;

        /** The word for it in reports; the one that matters is in capitals. */
        public String word() {
            return this == DIFFERS ? name() : name().toLowerCase(Locale.ROOT);
        }
    }

    /** The same without what came of the test, where only the agreement is still asked for. */
    public LitmusReport agreementOnly() {
        return new LitmusReport(file, agreement, null, reason);
    }

    /** A file that was not run. */
    static LitmusReport skipped(String file, String reason) {
        return new LitmusReport(file, Agreement.SKIPPED, null, reason);
    }

    /** A file whose test was run. */
    static LitmusReport of(String file, LitmusOutcome outcome, MemoryModel model) {
        return new LitmusReport(file, agreement(outcome, model), outcome, "");
    }

    private static Agreement agreement(LitmusOutcome outcome, MemoryModel model) {
        Expected expected = outcome.test().expected();
        if (!outcome.complete()) {
            return Agreement.UNDECIDED;
        }
        if (expected == null) {
            return Agreement.UNJUDGED;
        }
        Observation seen = outcome.observation();
        return switch (expected) {
            case DATARACE -> outcome.raced() ? Agreement.AGREES : Agreement.WEAKER;
            case DEADLOCK -> outcome.states().isEmpty() ? Agreement.AGREES : Agreement.DIFFERS;
            case ALWAYS -> seen == Observation.ALWAYS ? Agreement.AGREES : surprise(outcome);
            case NEVER -> seen == Observation.NEVER ? Agreement.AGREES : surprise(outcome);
            case SOMETIMES ->
                seen == Observation.SOMETIMES
                        ? Agreement.AGREES
                        : allowsLess(outcome.test(), model) ? Agreement.WEAKER : Agreement.DIFFERS;
        };
    }

    private static Agreement surprise(LitmusOutcome outcome) {
        return outcome.raced() ? Agreement.PLAIN : Agreement.DIFFERS;
    }

    /** The kernel's model allows what any of its machines does; x86's own is TSO. */
    private static boolean allowsLess(LitmusTest test, MemoryModel model) {
        return test.dialect() == LitmusTest.Dialect.C || model == MemoryModel.SC;
    }
}
