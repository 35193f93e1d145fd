package dev.preemptcheck.stress.bench.peers;

import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.MachineSetup.Body;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.scenario.Scenario;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A program of threads for a machine: each is a task that never leaves its processor, and nothing interrupts it, so that the
 * interleavings of threads are those of processors. What is to be done at the end has a processor too, which waits for the
 * threads one after the other, as the main thread of a program does that joins them.
 *
 * <p>A step is an access of a thread, and taking or giving back a lock. Ends and joins are steps of the machine, but none of
 * the program ({@link #isOwnStep}): they are not counted where spaces are measured.
 */
public final class PeerProgram implements Scenario {
    private static final String ENDED = "ended";

    private final String name;
    private final Threads.Layout layout;

    PeerProgram(String name, Threads.Layout layout) {
        this.name = name;
        this.layout = layout;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public MachineSetup setup() {
        Threads threads = layout.in(new Memory());
        MachineSetup setup =
                new MachineSetup(threads.bodies().size() + (threads.last().isPresent() ? 1 : 0), false);
        setup.maskTimer();
        layout(setup, layout.in(setup.memory()));
        return setup;
    }

    private static void layout(MachineSetup setup, Threads threads) {
        int never = setup.memory().word("never", 0);
        List<Body> bodies = threads.bodies();
        if (threads.last().isEmpty()) {
            IntStream.range(0, bodies.size()).forEach(cpu -> start(setup, cpu, bodies.get(cpu), never));
            return;
        }
        List<Integer> ended = IntStream.range(0, bodies.size())
                .mapToObj(cpu -> setup.memory().word(ENDED + cpu, 0))
                .toList();
        for (int cpu = 0; cpu < bodies.size(); cpu++) {
            Body body = bodies.get(cpu);
            int flag = ended.get(cpu);
            start(
                    setup,
                    cpu,
                    here -> {
                        body.run(here);
                        here.store(flag, 1);
                    },
                    never);
        }
        Body last = threads.last().get();
        start(
                setup,
                bodies.size(),
                here -> {
                    ended.forEach(here::awaitNonZero);
                    last.run(here);
                },
                never);
    }

    private static void start(MachineSetup setup, int cpu, Body body, int never) {
        int idle = setup.task("idle" + cpu, true, 0, here -> here.awaitNonZero(never));
        int task = setup.task("thread" + cpu, false, 0, here -> {
            body.run(here);
            here.retire();
            here.switchTo(idle);
        });
        setup.bind(task);
        setup.boot(cpu, task);
    }

    /** True if what the processor is about to do is a step of the program, not the end of a thread or the wait for one. */
    public static boolean isOwnStep(Machine machine, int cpu) {
        int word = machine.pending().word(cpu);
        return machine.pending().op(cpu) != Op.SWITCH
                && !(word >= 0 && machine.memory().symbol(word).startsWith(ENDED));
    }
}
