package dev.preemptcheck.report;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Recording.Step;
import dev.preemptcheck.hardware.CountLayout;
import dev.preemptcheck.hardware.Op;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel prints of its own checks in a run, up to the finding that is told of. It looks at less than the detectors do,
 * so that not every broken rule is in it: at {@code in_atomic()}, which knows nothing of the interrupt flag, where {@code
 * schedule()} is called; at that and the flag where something may sleep, but once a second, so only the first time in a run;
 * and at both where a processor's number is read, not where it is used. Around a handler, but for what comes before and after
 * it, the counts are compared.
 */
final class ConsoleLog {
    private final Incident incident;
    private final ConsoleWords words;
    private final List<ConsoleMessage> messages = new ArrayList<>();
    private boolean tells;

    private ConsoleLog(Incident incident) {
        this.incident = incident;
        this.words = new ConsoleWords(incident.cast().config().version());
    }

    static ConsoleLog of(Incident incident) {
        ConsoleLog log = new ConsoleLog(incident);
        log.fill();
        return log;
    }

    /** The messages in the order in which they are printed. */
    List<ConsoleMessage> messages() {
        return messages;
    }

    /** Whether one of them tells of the finding itself. */
    boolean tellsOfFinding() {
        return tells;
    }

    private void fill() {
        Finding shown = incident.finding();
        boolean slept = false;
        for (Finding hazard : incident.recording().hazards()) {
            boolean sleeps = hazard.signature().rule().equals("D10");
            if (hazard.step() <= shown.step() && !(sleeps && slept)) {
                add(hazard);
                slept |= sleeps;
            }
        }
        if (!shown.hazard()) {
            add(shown);
        }
        for (Recording.Printed printed : incident.recording().printed()) {
            if (printed.step() <= shown.step()) {
                messages.add(new ConsoleMessage(printed.step(), "", words.withTrace(printed.text(), printed.chain())));
            }
        }
        messages.sort(Comparator.comparingInt(ConsoleMessage::step));
    }

    private void add(Finding finding) {
        Incident of = Incident.of(incident.cast(), incident.recording(), finding);
        Optional<ConsoleMessage> message = switch (finding.signature().rule()) {
            case "D1" -> of.outcome().equals("handler-imbalance") ? unbalancedHandler(of) : Optional.empty();
            case "D4" -> processorNumber(of);
            case "D9" -> scheduling(of);
            case "D10" -> sleeping(of);
            default -> Optional.empty();
        };
        message.ifPresent(messages::add);
        tells |= message.isPresent() && finding.equals(incident.finding());
    }

    private Optional<ConsoleMessage> scheduling(Incident of) {
        if (!words.checksAtomicity() || CountLayout.FIELDS.nesting(of.count()) == 0) {
            return Optional.empty();
        }
        int task = of.finding().victim();
        List<String> chain = of.finding().signature().chain();
        return Optional.of(new ConsoleMessage(
                of.finding().step(),
                "",
                words.schedulingWhileAtomic(cast().name(task), cast().pid(task), of.count(), chain)));
    }

    private Optional<ConsoleMessage> sleeping(Incident of) {
        if (!words.checksAtomicity()) {
            return Optional.empty();
        }
        int task = of.finding().victim();
        List<String> chain = of.finding().signature().chain();
        return Optional.of(new ConsoleMessage(
                of.finding().step(),
                "CONFIG_DEBUG_SPINLOCK_SLEEP",
                words.sleepingFunction(cast().name(task), cast().pid(task), of.count(), of.interruptsOn(), chain)));
    }

    /** Where the number was read, if that was in preemptible code; it may also have become so since. */
    private Optional<ConsoleMessage> processorNumber(Incident of) {
        int task = of.finding().culprit();
        Step read = of.last(s -> s.op() == Op.CPU_ID && s.task() == task);
        if (!words.checksProcessorNumbers() || !cast().config().preempt() || read == null || read.count() != 0) {
            return Optional.empty();
        }
        List<String> chain = CallChain.framed(read.functions());
        return of.interruptsOnAt(read.number())
                ? Optional.of(new ConsoleMessage(
                        read.number(),
                        "CONFIG_DEBUG_PREEMPT",
                        words.processorNumber(cast().name(task), cast().pid(task), chain)))
                : Optional.empty();
    }

    /** Only what the handler itself changes, not what comes before and after it. */
    private Optional<ConsoleMessage> unbalancedHandler(Incident of) {
        Step shows = of.shows();
        Step enter = of.last(s -> isIn(s, shows, "irq_enter"));
        Step exit = enter == null ? null : of.first(s -> s.number() > enter.number() && isIn(s, shows, "irq_exit"));
        Step last = exit == null ? null : of.last(s -> s.number() < exit.number() && isIn(s, shows, "do_IRQ"));
        if (!words.checksAtomicity() || enter == null || last == null || last.count() == enter.count()) {
            return Optional.empty();
        }
        List<String> lines = words.unbalancedHandler(handler(last), enter.count(), last.count(), List.of("do_IRQ"));
        return Optional.of(new ConsoleMessage(last.number() + 1, "", lines));
    }

    private static boolean isIn(Step s, @Nullable Step like, String function) {
        return like != null
                && s.task() == like.task()
                && s.context().equals(like.context())
                && s.functions().stream().anyMatch(f -> f.name().equals(function));
    }

    /** What {@code do_IRQ} has called. */
    private static String handler(Step step) {
        List<String> framed = CallChain.framed(step.functions());
        int caller = framed.indexOf("do_IRQ");
        return caller > 0 ? framed.get(caller - 1) : "?";
    }

    private Cast cast() {
        return incident.cast();
    }
}
