package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.carrier.Carrier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine with one task for each processor and an idle task below it, whose steps are written down.
 *
 * <p>Task N runs on processor N, has the number {@code cpus + N} and leaves for the idle task at the end of its body.
 */
final class MachineRig implements AutoCloseable {
    /** First address that is translated; page N has the entry {@code pte<N>}. */
    static final int WINDOW = 0xFFFF0000;

    static final int HIGH = Memory.HIGH_PFN;

    final List<String> log = new ArrayList<>();
    private final Carrier carrier;
    private final MachineSetup setup;
    private final List<MachineSetup.Body> bodies;
    private final int[] counts;
    private final int never;
    private MachineListener listener = new MachineListener() {};
    private @Nullable Machine machine;

    MachineRig(Carrier carrier, int cpus) {
        this.carrier = carrier;
        this.setup = new MachineSetup(cpus, true);
        this.never = word("never", 0);
        this.bodies = new ArrayList<>(Collections.nCopies(cpus, cpu -> {}));
        this.counts = new int[cpus];
    }

    int word(String name, int value) {
        return setup.memory().word(name, value);
    }

    /** Two neighbouring words. */
    int pair(String name, int low, int high) {
        return setup.memory().object(name, low, high);
    }

    /** When stores reach memory. */
    MachineRig under(MemoryModel model) {
        setup.memoryModel(model);
        return this;
    }

    /** A preempt count for the task on {@code cpu}. */
    int count(int cpu, int value) {
        counts[cpu] = setup.memory().word("count" + cpu, value, Role.COUNT, 0);
        return counts[cpu];
    }

    /** Two translated pages, mapped nowhere yet, and two high frames: 1st holds 100, 2nd 200. Returns the entries' addresses. */
    int[] twoPages() {
        return twoPages(Role.PLAIN);
    }

    /** The same, with entries that may be processor 0's own. */
    int[] twoPages(Role role) {
        int[] entries = {setup.memory().word("pte0", 0, role, 0), setup.memory().word("pte1", 0, role, 0)};
        setup.memory().frame(HIGH, "first", 100, 101);
        setup.memory().frame(HIGH + 1, "second", 200, 201);
        setup.pageTable(new PageTable(WINDOW, 2, entries[0]));
        return entries;
    }

    /** Address of the entry of one of {@link #twoPages()}. */
    int entry(int page) {
        return setup.pageTable().entryOf(WINDOW + (page << 12));
    }

    /** What else the machine is made of. */
    MachineRig on(int cpu, MachineSetup.Body body) {
        bodies.set(cpu, body);
        return this;
    }

    MachineRig timer(MachineSetup.Body entry) {
        setup.timer(entry);
        return this;
    }

    MachineRig interrupt(int vector, MachineSetup.Body entry) {
        setup.interrupt(vector, entry);
        return this;
    }

    MachineRig nmi(MachineSetup.Body entry) {
        setup.nmi(entry);
        return this;
    }

    MachineRig line(int irq, MachineSetup.Body entry) {
        setup.line(irq, entry);
        return this;
    }

    MachineSetup setup() {
        return setup;
    }

    /** A low frame of so many words. */
    void frame(int pfn, int words) {
        setup.memory().frame(pfn, "frame", new int[words]);
    }

    MachineRig listener(MachineListener watching) {
        listener = watching;
        return this;
    }

    /** Takes the place of a listener: what the machine's kernel dies of, in order. */
    List<String> bugs() {
        List<String> bugs = new ArrayList<>();
        listener = new MachineListener() {
            @Override
            public void bug(int cpu, int task, String outcome, String place) {
                bugs.add(outcome);
            }
        };
        return bugs;
    }

    Machine machine() {
        if (machine == null) {
            int cpus = bodies.size();
            for (int i = 0; i < cpus; i++) {
                setup.task("idle" + i, true, 0, this::idle);
            }
            for (int i = 0; i < cpus; i++) {
                int number = i;
                setup.boot(i, setup.task("task" + i, false, counts[i], cpu -> {
                    bodies.get(number).run(cpu);
                    cpu.retire();
                    cpu.switchTo(number);
                }));
            }
            machine = setup.build(carrier, listener);
        }
        return machine;
    }

    private void idle(Cpu cpu) {
        for (; ; ) {
            cpu.awaitNonZero(never);
        }
    }

    /** One run; its log has {@code cpu<N>} or {@code timer<N>}, the operation, the word and its value. */
    Machine run(Arbiter arbiter) {
        return run(arbiter, 0);
    }

    Machine run(Arbiter arbiter, int quietSteps) {
        Machine m = machine();
        log.clear();
        m.attach(arbiter, new Footprint(m.memory().size(), Footprint.Reduction.NONE), this::write);
        m.run(quietSteps);
        return m;
    }

    private void write(int step, int cpu, int task, int handler, int op, int word, int value, int count) {
        String who = (handler == 0 ? "cpu" : MachineSetup.vectorName(handler)) + cpu;
        String what = word < 0 ? "" : " " + machine().memory().symbol(word) + "=" + value;
        log.add(who + " " + Op.name(op) + what);
    }

    int peek(int address) {
        return machine().memory().peek(machine().memory().index(address));
    }

    @Override
    public void close() {
        carrier.close();
    }
}
