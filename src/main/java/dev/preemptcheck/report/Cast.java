package dev.preemptcheck.report;

import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.UserCall;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.scenario.KmapScenario;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who is who in a scenario: tasks by number, pages by frame. The idle task of processor N has number N, programs follow. */
record Cast(KmapScenario scenario) {
    private static final Pattern PTE = Pattern.compile(".*\\.pte\\[(\\d+)]");

    String name(int task) {
        UserProgram program = program(task);
        return program == null ? "swapper" + task : program.name();
    }

    /** Process id, 0 for an idle task. */
    int pid(int task) {
        UserProgram program = program(task);
        return program == null ? 0 : program.pid();
    }

    /** Name and process id. */
    String full(int task) {
        return name(task) + " (pid " + pid(task) + ")";
    }

    private @Nullable UserProgram program(int task) {
        int index = task - scenario.config().cpus();
        return index < 0 || index >= scenario.programs().size()
                ? null
                : scenario.programs().get(index);
    }

    /** The page that a page-table entry maps, by its name in traces. */
    String page(int entry) {
        if (entry == 0) {
            return "nothing";
        }
        int pfn = entry >>> 12;
        return scenario.programs().stream()
                .flatMap(program -> program.calls().stream())
                .flatMap(call -> call.pages().stream())
                .filter(page -> page.pfn() == pfn)
                .map(Page::name)
                .findFirst()
                .orElse("frame " + Integer.toHexString(pfn));
    }

    /** The fault that {@code task} handled at the end of {@code steps}, found by the page-table entry it looked at. */
    UserCall.@Nullable Fault fault(List<Step> steps, int task) {
        UserProgram program = program(task);
        for (int i = steps.size() - 1; i >= 0 && program != null; i--) {
            Matcher m = PTE.matcher(steps.get(i).symbol());
            if (steps.get(i).task() == task && m.matches()) {
                return program.calls().get(Integer.parseInt(m.group(1))) instanceof UserCall.Fault fault ? fault : null;
            }
        }
        return null;
    }
}
