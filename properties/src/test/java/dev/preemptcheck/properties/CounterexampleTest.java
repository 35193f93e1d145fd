package dev.preemptcheck.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.arbitraries.Act;
import dev.preemptcheck.arbitraries.Act.Add;
import dev.preemptcheck.arbitraries.Act.Check;
import dev.preemptcheck.arbitraries.Act.Copy;
import dev.preemptcheck.arbitraries.Act.CpuId;
import dev.preemptcheck.arbitraries.Act.Guard;
import dev.preemptcheck.arbitraries.Act.Increment;
import dev.preemptcheck.arbitraries.Act.Load;
import dev.preemptcheck.arbitraries.Act.LoadMapped;
import dev.preemptcheck.arbitraries.Act.Retry;
import dev.preemptcheck.arbitraries.Act.Section;
import dev.preemptcheck.arbitraries.Act.Send;
import dev.preemptcheck.arbitraries.Act.Store;
import dev.preemptcheck.arbitraries.Act.StoreMapped;
import dev.preemptcheck.arbitraries.Mapping;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.hardware.Footprint.Reduction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** L1 on the programs that once refuted it, and on those of EXPLORATION's table. */
final class CounterexampleTest {

    static List<Program> programs() {
        return List.of(
                // Two messages merge if both arrive while interrupts are off, though no step of that time is seen by
                // others.
                sending(0, List.of(List.of(section(Guard.INTERRUPTS, new Add(1))), List.of(new Send(1), new Send(1)))),
                sending(
                        0,
                        List.of(
                                List.of(section(Guard.INTERRUPTS, new Add(1))),
                                List.of(new Send(1)),
                                List.of(new Send(1)))),
                // The same in a handler, whose return opens the window without a step of its own.
                sending(1, List.of(List.of(), List.of(new Send(1)), List.of(new Send(1)))),
                // Nothing was raised before a lock was given back: no self-deadlock with a handler.
                pinned(1, List.of(List.of(lock0())), List.of(List.of(lock0()))),
                // A section was one step although the handler on top of it had taken one of its own.
                pinned(
                        1,
                        List.of(
                                List.of(lock0(new Store(2, 1), new Store(1, 1))),
                                List.of(new Increment(0), new Load(1), lock0(new Load(1)))),
                        List.of(List.of(new Increment(2), new Increment(0)), List.of())),
                // The same, seen by the handler itself.
                pinned(
                        1,
                        List.of(List.of(lock0(new Store(2, 1), new Store(1, 1))), List.of(lock0(new Store(1, 2)))),
                        List.of(List.of(new Increment(2), new Copy(1, 0)), List.of())),
                // Who waited in vain for a lock had not touched it.
                pinned(
                        1,
                        List.of(List.of(lock0(new Retry(1)))),
                        List.of(List.of(), List.of(), List.of(lock0(), new Store(1, 1)))),
                // Task 2's first access and the head of a loop at position 2 had one history.
                pinned(1, List.of(List.of(new Store(2, 1), new Retry(1))), List.of(List.of(), List.of(new Load(2)))),
                // A handler's history was 0 before and after it had read 2 and 1.
                pinned(
                        2,
                        List.of(List.of(new Store(1, 1), new Load(0), new CpuId(), new Store(1, 2))),
                        List.of(List.of(new Load(1), new Add(0)))),
                // A failure on one processor kept the other one from failing.
                pinned(
                        0,
                        List.of(List.of(new Store(0, 1), new Check(0)), List.of(new Store(1, 1), new Check(1))),
                        List.of(List.of(), List.of())),
                // Row 1, the same in a search by number of deviations: m0 is 3 with and without the interrupt.
                pinned(
                        1,
                        List.of(
                                List.of(section(Guard.INTERRUPTS, new Store(0, 3))),
                                List.of(new Store(0, 1), new Retry(0))),
                        List.of(List.of(new Increment(0)), List.of())),
                // A section may read what another lock guards once only: two reads can differ.
                pinned(
                        0,
                        List.of(
                                List.of(section(Guard.LOCK1, new Load(0), new Load(0))),
                                List.of(lock0(new Store(0, 1)), section(Guard.LOCK1, new Load(2)))),
                        List.of(List.of(), List.of())),
                // A task that is moved uses another processor's TLB, which marks the entry, though it alone touches the
                // page.
                new Program(
                        2,
                        true,
                        List.of(
                                List.of(new StoreMapped(3), new Act.Map(Mapping.FIRST), new StoreMapped(4)),
                                List.of(),
                                List.of()),
                        List.of(List.of(), List.of()),
                        new Bounds(1, 1)),
                // What is not global ends with the CR3 load of another task.
                new Program(
                        1,
                        true,
                        List.of(
                                List.of(
                                        new LoadMapped(),
                                        new Act.Map(Mapping.FIRST | Mapping.SECOND),
                                        new LoadMapped()),
                                List.of(new Act.LoadCr3())),
                        List.of(List.of()),
                        new Bounds(1, 1)),
                // Row 1: the state is first met with the interrupt already spent.
                pinned(
                        1,
                        List.of(List.of(new Load(0)), List.of(new Store(2, 1))),
                        List.of(List.of(new Increment(2)), List.of())),
                // Row 4: the preemption before CLI.
                new Program(
                        1,
                        true,
                        List.of(List.of(section(Guard.INTERRUPTS, new Increment(1))), List.of(new Load(1))),
                        List.of(List.of()),
                        new Bounds(1, 1)),
                // Row 5: the task has run out of points, the handler has not.
                pinned(1, List.of(List.of(new Load(2))), List.of(List.of(new Store(2, 1)))),
                // Row 8: a spin on a word that nobody else has touched yet.
                pinned(1, List.of(List.of(new Retry(0)), List.of(new Store(0, 1))), List.of(List.of(), List.of())),
                // Row 11: handler, processor 0 and task are a chain without a common word.
                pinned(
                        1,
                        List.of(List.of(new Load(1), new Store(2, 1)), List.of(new Load(2))),
                        List.of(List.of(), List.of(new Store(1, 1)))));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void isNoneAnyMore(Program program) {
        for (Reduction reduction : Reduction.values()) {
            assertThat(Outcomes.found(program, reduction))
                    .as("%s", reduction)
                    .isEqualTo(Outcomes.expected(program, reduction));
        }
    }

    private static Program pinned(int interrupts, List<List<Act>> tasks, List<List<Act>> handlers) {
        return new Program(handlers.size(), false, tasks, handlers, new Bounds(interrupts, 0));
    }

    /** Processor 0 counts the messages that it takes. */
    private static Program sending(int interrupts, List<List<Act>> tasks) {
        List<List<Act>> nothing = Collections.nCopies(tasks.size(), List.of());
        List<List<Act>> counting = new ArrayList<>(nothing);
        counting.set(0, List.of(new Increment(0)));
        return pinned(interrupts, tasks, nothing).with(counting, List.of());
    }

    private static Section lock0(Act... body) {
        return section(Guard.LOCK0, body);
    }

    private static Section section(Guard guard, Act... body) {
        return new Section(guard, List.of(body));
    }
}
