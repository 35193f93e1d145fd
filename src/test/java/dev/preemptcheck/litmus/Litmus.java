package dev.preemptcheck.litmus;

import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.litmus.parse.LitmusFormatException;
import dev.preemptcheck.litmus.parse.LitmusParser;
import dev.preemptcheck.litmus.program.LitmusTest;
import java.util.List;

/** Litmus texts for tests, and what comes of them under SC. */
final class Litmus {
    private static final long EXECUTIONS_MAX = 200_000;

    private Litmus() {}

    static LitmusTest parse(String text) {
        try {
            return LitmusParser.parse(text);
        } catch (LitmusFormatException e) {
            throw new AssertionError("line " + e.line() + ": " + e.getMessage(), e);
        }
    }

    static LitmusOutcome run(String text) {
        return LitmusRunner.run(parse(text), MemoryModel.SC, Carrier::best, EXECUTIONS_MAX);
    }

    static List<String> states(String text) {
        return run(text).states();
    }

    static List<String> states(String text, MemoryModel model) {
        return LitmusRunner.run(parse(text), model, Carrier::best, EXECUTIONS_MAX)
                .states();
    }

    static List<String> statesWithoutReduction(String text, MemoryModel model) {
        return LitmusRunner.runWithoutReduction(parse(text), model, Carrier::best, EXECUTIONS_MAX)
                .states();
    }

    /** Final states of one x86 thread; instructions are separated by semicolons. */
    static List<String> x86(String init, String code, String locations) {
        String rows = code.isEmpty() ? "" : code.replaceAll(";\\s*", " ;\n") + " ;\n";
        return states("X86 one\n{ " + init + " }\n P0 ;\n" + rows + "locations [" + locations + "]\nexists (true)\n");
    }

    /** Final states of one C thread, which is given x, y and s. */
    static List<String> c(String init, String body, String locations) {
        return states("C one\n{ " + init + " }\nP0(int *x, int *y, spinlock_t *s)\n{\n" + body + "\n}\nlocations ["
                + locations + "]\nexists (true)\n");
    }
}
