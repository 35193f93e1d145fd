package dev.preemptcheck.report;

import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.init.UserCall;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.scenario.Roster;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Variant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who is who in a scenario: tasks by number, pages by frame, and which kernel they run on. */
record Cast(Roster roster) {
    private static final Pattern PTE = Pattern.compile(".*\\.pte\\[(\\d+)]");

    static Cast of(Scenario scenario) {
        return new Cast(Roster.of(scenario));
    }

    KernelConfig config() {
        return roster.particulars().config();
    }

    Variant variant() {
        return roster.particulars().variant();
    }

    String name(int task) {
        return roster.name(task);
    }

    /** Process id, 0 for an idle task. */
    int pid(int task) {
        return roster.pid(task);
    }

    /** Name and process id. */
    String full(int task) {
        return roster.full(task);
    }

    /** How long a section may last, in simulated nanoseconds; 0 for as long as it likes. */
    long latencyBudget() {
        return roster.latencyBudget();
    }

    /** The page that a page-table entry maps, by its name in traces. */
    String page(int entry) {
        return entry == 0 ? "nothing" : roster.frame(entry >>> 12);
    }

    /** The fault that {@code task} handled at the end of {@code steps}, found by the page-table entry it looked at. */
    UserCall.@Nullable Fault fault(List<Step> steps, int task) {
        UserProgram program = roster.program(task);
        for (int i = steps.size() - 1; i >= 0 && program != null; i--) {
            Matcher m = PTE.matcher(steps.get(i).symbol());
            if (steps.get(i).task() == task && m.matches()) {
                return program.calls().get(Integer.parseInt(m.group(1))) instanceof UserCall.Fault fault ? fault : null;
            }
        }
        return null;
    }
}
