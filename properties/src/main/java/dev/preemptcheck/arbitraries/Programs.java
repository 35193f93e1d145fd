package dev.preemptcheck.arbitraries;

import dev.preemptcheck.explore.Bounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Small concurrent programs, the shape of every counterexample to a reduction that is known: few acts on few words, where
 * handlers and tasks of several processors meet.
 *
 * <p>They shrink towards fewer processors, tasks, acts and budgets.
 */
public final class Programs {
    private Programs() {}

    /** Programs of at most {@code actsMax} acts on 1 to 3 processors, with and without a scheduler. */
    public static Arbitrary<Program> ofAtMost(int actsMax) {
        return Arbitraries.oneOf(List.of(pinned(actsMax), pinned(actsMax), scheduled(actsMax)));
    }

    /** Programs whose tasks stay on their processors. */
    public static Arbitrary<Program> pinned(int actsMax) {
        return pinned(actsMax, access());
    }

    private static Arbitrary<Program> pinned(int actsMax, Arbitrary<Act> access) {
        return Arbitraries.frequency(Tuple.of(1, 1), Tuple.of(3, 2), Tuple.of(2, 3))
                .flatMap(cpus -> Combinators.combine(
                                scripts(task(false, access), 1, cpus, 4),
                                scripts(handler(access), cpus, cpus, 2),
                                bounds())
                        .as((tasks, handlers, bounds) ->
                                new Program(cpus, false, tasks, handlers, new Bounds(bounds.interrupts(), 0))))
                .filter(10_000, p -> p.size() <= actsMax);
    }

    /** Programs whose tasks stay on 2 or 3 processors, where nothing interrupts them; every run ends. */
    public static Arbitrary<Program> uninterrupted(int actsMax) {
        return uninterrupted(actsMax, access());
    }

    /** The same with a translated page. */
    public static Arbitrary<Program> uninterruptedTranslating(int actsMax) {
        return uninterrupted(actsMax, mapped());
    }

    private static Arbitrary<Program> uninterrupted(int actsMax, Arbitrary<Act> access) {
        List<Act.Guard> guards =
                List.of(Act.Guard.LOCK0, Act.Guard.LOCK0, Act.Guard.LOCK1, Act.Guard.LOCK1, Act.Guard.INTERRUPTS);
        Arbitrary<Act> act = Arbitraries.frequencyOf(Tuple.of(6, access), Tuple.of(4, sections(guards, access)));
        return Arbitraries.integers()
                .between(2, 3)
                .flatMap(cpus -> scripts(act, 2, cpus, 4)
                        .map(tasks -> new Program(
                                cpus, false, tasks, Collections.nCopies(cpus, List.of()), new Bounds(0, 0))))
                .filter(10_000, p -> p.size() <= actsMax);
    }

    /** Programs of 2 or 3 tasks under a scheduler. */
    public static Arbitrary<Program> scheduled(int actsMax) {
        return scheduled(actsMax, access());
    }

    /**
     * Programs on 1 to 3 processors that send each other messages, or are hit by NMIs, or both; handlers of messages send none, so
     * that every run ends.
     */
    public static Arbitrary<Program> interrupted(int actsMax) {
        return Arbitraries.frequency(Tuple.of(1, 1), Tuple.of(4, 2), Tuple.of(1, 3))
                .flatMap(cpus -> Arbitraries.of(false, false, true).flatMap(s -> interrupted(actsMax, cpus, s)))
                .filter(10_000, p -> p.size() <= actsMax);
    }

    private static Arbitrary<Program> interrupted(int actsMax, int cpus, boolean scheduled) {
        Arbitrary<Act> access = Arbitraries.frequencyOf(
                Tuple.of(2, access()),
                Tuple.of(1, Arbitraries.integers().between(1, (1 << cpus) - 1).map(Act.Send::new)));
        Arbitrary<Act> counting = Arbitraries.oneOf(List.of(access(), word().map(Act.Increment::new)));
        Arbitrary<List<List<Act>>> messages = scripts(handler(counting), cpus, cpus, 2);
        Arbitrary<List<List<Act>>> nmis = scripts(handler(access()), cpus, cpus, 1);
        return Combinators.combine(
                        scripts(task(scheduled, access), 1, scheduled ? 3 : cpus, Math.min(4, actsMax)),
                        scripts(handler(access), cpus, cpus, 1),
                        bounds(),
                        messages,
                        Arbitraries.of(false, true).flatMap(any -> any ? nmis : Arbitraries.just(List.<List<Act>>of())))
                .as((tasks, handlers, bounds, onMessage, onNmi) ->
                        new Program(cpus, scheduled, tasks, handlers, bounds).with(onMessage, onNmi));
    }

    /**
     * Programs of tasks that retry, with and without a scheduler; no handler counts, so that with ticks for ever there are
     * finitely many states.
     */
    public static Arbitrary<Program> retrying(int actsMax) {
        return Arbitraries.of(false, true)
                .flatMap(s -> Arbitraries.frequency(Tuple.of(1, 1), Tuple.of(2, 2))
                        .flatMap(cpus -> Combinators.combine(
                                        scripts(retryingTask(s), s ? 2 : 1, s ? 3 : cpus, 3),
                                        scripts(stateless(), cpus, cpus, 1),
                                        bounds())
                                .as((tasks, handlers, bounds) -> new Program(cpus, s, tasks, handlers, bounds))))
                .filter(10_000, p -> p.size() <= actsMax);
    }

    private static Arbitrary<Act> retryingTask(boolean scheduled) {
        List<Act.Guard> guards = new ArrayList<>(List.of(Act.Guard.LOCK0, Act.Guard.LOCK1, Act.Guard.INTERRUPTS));
        if (scheduled) {
            guards.add(Act.Guard.PREEMPTION);
        }
        Arbitrary<Act> retries = Arbitraries.oneOf(List.of(
                word().map(Act.Retry::new), Combinators.combine(word(), word()).as(Act.BackOff::new)));
        Arbitrary<Act> simple = Arbitraries.frequencyOf(Tuple.of(1, retries), Tuple.of(1, stateless()));
        return Arbitraries.frequencyOf(
                Tuple.of(8, simple),
                Tuple.of(2, section(guards, simple, 2)),
                Tuple.of(1, Arbitraries.just(new Act.User())));
    }

    /** What comes to the same however often it is done. */
    private static Arbitrary<Act> stateless() {
        return Arbitraries.frequencyOf(
                Tuple.of(1, word().map(Act.Load::new)),
                Tuple.of(
                        3,
                        Combinators.combine(word(), Arbitraries.integers().between(0, 1))
                                .as(Act.Store::new)));
    }

    /** Programs that map, flush and access a translated page, with and without a scheduler. */
    public static Arbitrary<Program> translating(int actsMax) {
        return Arbitraries.oneOf(List.of(pinned(actsMax, mapped()), scheduled(actsMax, mapped())));
    }

    private static Arbitrary<Program> scheduled(int actsMax, Arbitrary<Act> access) {
        return Arbitraries.frequency(Tuple.of(3, 1), Tuple.of(2, 2), Tuple.of(1, 3))
                .flatMap(cpus -> Combinators.combine(
                                scripts(task(true, access), 2, 3, 4), scripts(handler(access), cpus, cpus, 1), bounds())
                        .as((tasks, handlers, bounds) -> new Program(cpus, true, tasks, handlers, bounds)))
                .filter(10_000, p -> p.size() <= actsMax);
    }

    private static Arbitrary<Bounds> bounds() {
        Arbitrary<Integer> interrupts = Arbitraries.frequency(Tuple.of(1, 0), Tuple.of(4, 1), Tuple.of(2, 2));
        return Combinators.combine(interrupts, Arbitraries.integers().between(0, 2))
                .as(Bounds::new);
    }

    private static Arbitrary<List<List<Act>>> scripts(Arbitrary<Act> act, int min, int max, int acts) {
        Arbitrary<List<Act>> script = Arbitraries.frequencyOf(
                Tuple.of(1, act.list().ofMaxSize(1)), Tuple.of(3, act.list().ofMaxSize(acts)));
        return script.list().ofMinSize(min).ofMaxSize(max);
    }

    private static Arbitrary<Act> task(boolean scheduled, Arbitrary<Act> access) {
        List<Act.Guard> guards = new ArrayList<>(List.of(
                Act.Guard.LOCK0,
                Act.Guard.LOCK0,
                Act.Guard.LOCK0,
                Act.Guard.LOCK1,
                Act.Guard.LOCK1,
                Act.Guard.INTERRUPTS,
                Act.Guard.INTERRUPTS,
                Act.Guard.SCOPE));
        if (scheduled) {
            guards.add(Act.Guard.PREEMPTION);
        }
        Arbitrary<Act> simple = Arbitraries.frequencyOf(
                Tuple.of(12, access),
                Tuple.of(1, word().map(Act.Retry::new)),
                Tuple.of(1, Arbitraries.just(new Act.Fence())),
                Tuple.of(1, Arbitraries.just(new Act.CpuId())));
        return Arbitraries.frequencyOf(
                Tuple.of(6, simple),
                Tuple.of(4, sections(guards, simple)),
                Tuple.of(1, Arbitraries.just(new Act.User())));
    }

    private static Arbitrary<Act> handler(Arbitrary<Act> access) {
        List<Act.Guard> guards = List.of(Act.Guard.LOCK0, Act.Guard.LOCK0, Act.Guard.LOCK1);
        return Arbitraries.frequencyOf(Tuple.of(5, access), Tuple.of(2, sections(guards, access)));
    }

    /** Sections of one or two acts, one of which may be a section in turn. */
    private static Arbitrary<Act> sections(List<Act.Guard> guards, Arbitrary<Act> body) {
        Arbitrary<Act> inner = section(guards, body, 2);
        Arbitrary<Act> nested = section(guards, Arbitraries.oneOf(List.of(inner, body)), 2);
        return Arbitraries.frequencyOf(Tuple.of(2, inner), Tuple.of(1, nested));
    }

    private static Arbitrary<Act> section(List<Act.Guard> guards, Arbitrary<Act> body, int bodyMax) {
        return Combinators.combine(
                        Arbitraries.of(guards), body.list().ofMinSize(1).ofMaxSize(bodyMax))
                .as(Act.Section::new);
    }

    private static Arbitrary<Act> access() {
        return Arbitraries.frequencyOf(
                Tuple.of(4, word().map(Act.Load::new)),
                Tuple.of(
                        4,
                        Combinators.combine(word(), Arbitraries.integers().between(1, 3))
                                .as(Act.Store::new)),
                Tuple.of(2, word().map(Act.Increment::new)),
                Tuple.of(2, word().map(Act.Add::new)),
                Tuple.of(1, Combinators.combine(word(), word()).as(Act.Copy::new)),
                Tuple.of(3, word().map(Act.Check::new)));
    }

    /** What is done with a translated page, and a word beside it that tells the order. */
    private static Arbitrary<Act> mapped() {
        int first = Mapping.FIRST;
        return Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.just(new Act.LoadMapped())),
                Tuple.of(3, Arbitraries.integers().between(3, 4).map(Act.StoreMapped::new)),
                Tuple.of(
                        5,
                        Arbitraries.of(
                                        first,
                                        first | Mapping.SECOND,
                                        first | Mapping.GLOBAL,
                                        Mapping.PRESENT | Mapping.SECOND,
                                        0)
                                .map(Act.Map::new)),
                Tuple.of(4, Arbitraries.just(new Act.Flush())),
                Tuple.of(2, Arbitraries.just(new Act.LoadCr3())),
                Tuple.of(2, Arbitraries.just(new Act.Load(0))),
                Tuple.of(2, Arbitraries.just(new Act.Store(0, 1))));
    }

    private static Arbitrary<Integer> word() {
        return Arbitraries.frequency(Tuple.of(4, 0), Tuple.of(3, 1), Tuple.of(1, 2));
    }
}
