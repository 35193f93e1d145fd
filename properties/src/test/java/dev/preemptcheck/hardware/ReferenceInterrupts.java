package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.interrupt.ReferenceApics;
import dev.preemptcheck.hardware.interrupt.ReferencePic;
import dev.preemptcheck.hardware.interrupt.Vector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a machine's interrupts should come to, told from what it shows: the moves that were chosen, its steps, and the
 * handlers that were entered and left (fact 2.2). It knows at every moment which interrupt each processor has to take before
 * its next instruction, if any, and takes down where the machine does otherwise.
 *
 * <p>Everything raised is delivered, merged into a latch that was full, withdrawn by a line that dropped, or still waits; the
 * sum is kept for each processor and vector.
 */
final class ReferenceInterrupts implements MachineListener, StepSink {
    private static final int NONE = 0;

    /** How often a handler ran by its own account. */
    @FunctionalInterface
    interface Counted {
        int by(int cpu, int vector);
    }

    /** A handler on a processor's stack, and the flag that it returns to. */
    private record Frame(int vector, boolean flag) {}

    /** A processor, as far as interrupts are concerned. */
    private static final class Side {
        boolean flag = true;
        boolean nmi;
        boolean timer;
        boolean inInstruction;
        /** The flag changes by an instruction that was just booked, not by a return. */
        boolean flagged;

        final Deque<Frame> frames = new ArrayDeque<>();
        final Map<Integer, Integer> owed = new TreeMap<>();
        final Map<Integer, Integer> delivered = new TreeMap<>();

        boolean inNmi() {
            return frames.stream().anyMatch(frame -> frame.vector() == MachineSetup.NMI);
        }
    }

    private final boolean acknowledgedTimer;
    private final List<Side> sides = new ArrayList<>();
    private final ReferenceApics apics;
    private final ReferencePic pic;
    private final List<String> wrong = new ArrayList<>();
    private Whose whose = cpu -> NONE;

    /** The vector of the handler that a processor is in. */
    @FunctionalInterface
    private interface Whose {
        int handler(int cpu);
    }

    ReferenceInterrupts(InterruptPlan plan) {
        acknowledgedTimer = plan.acknowledgedTimer();
        apics = new ReferenceApics(plan.cpus());
        pic = new ReferencePic(plan.levelTriggered());
        for (int cpu = 0; cpu < plan.cpus(); cpu++) {
            sides.add(new Side());
        }
    }

    void watch(Machine machine) {
        whose = machine::handler;
    }

    /** Where the machine did otherwise, the first first. */
    List<String> wrong() {
        return wrong;
    }

    /** How often an interrupt was taken. */
    int delivered() {
        return sides.stream()
                .flatMap(side -> side.delivered.values().stream())
                .mapToInt(Integer::intValue)
                .sum();
    }

    // ---- what has to happen

    /** The interrupt that {@code cpu} has to take before its next instruction. */
    private int presented(int cpu) {
        Side side = sides.get(cpu);
        if (side.nmi && !side.inNmi()) {
            return MachineSetup.NMI;
        }
        if (!side.flag) {
            return NONE;
        }
        if (side.timer) {
            return Vector.LOCAL_TIMER;
        }
        if (apics.presented(cpu) >= 0) {
            return apics.presented(cpu);
        }
        return cpu == 0 && pic.presented() >= 0 ? Vector.FIRST + pic.presented() : NONE;
    }

    private void expect(boolean right, String what, int cpu) {
        if (!right && wrong.isEmpty()) {
            wrong.add("cpu" + cpu + " " + what + ": IF=" + (sides.get(cpu).flag ? 1 : 0) + ", in "
                    + sides.get(cpu).frames + ", presented " + presented(cpu));
        }
    }

    // ---- what is raised

    /** A move that was chosen. */
    void moved(int agent) {
        int number = Agent.number(agent);
        switch (Agent.kind(agent)) {
            case NMI -> {
                owe(number, MachineSetup.NMI, !sides.get(number).nmi);
                sides.get(number).nmi = true;
            }
            case TIMER -> timer(number);
            case IPI -> {
                int target = Agent.detail(agent);
                int vector = apics.vector(number, target);
                owe(target, vector, !apics.requested(target, vector));
                expect(apics.arrive(number, target), "is sent what nobody sent", target);
            }
            case DEVICE -> line(InterruptPlan.LINES.get(number), Agent.detail(agent) == LineDevice.RAISE);
            default -> {}
        }
    }

    private void timer(int cpu) {
        Side side = sides.get(cpu);
        if (acknowledgedTimer) {
            owe(cpu, Vector.LOCAL_TIMER, !apics.requested(cpu, Vector.LOCAL_TIMER));
            apics.post(cpu, Vector.LOCAL_TIMER);
        } else {
            owe(cpu, Vector.LOCAL_TIMER, !side.timer);
            side.timer = true;
        }
    }

    private void line(int irq, boolean level) {
        pic.line(irq, level);
    }

    /** One more to be delivered, unless it was merged. */
    private void owe(int cpu, int vector, boolean latched) {
        sides.get(cpu).owed.merge(vector, latched ? 1 : 0, Integer::sum);
    }

    // ---- what the processors do

    @Override
    public void step(int step, int cpu, int task, int handler, int op, int word, int value, int count) {
        Side side = sides.get(cpu);
        boolean tail = op == Op.TAIL_PAIR;
        expect(tail || presented(cpu) == NONE, "goes on with " + Op.name(op), cpu);
        side.inInstruction = op == Op.LOAD_PAIR;
        side.flagged = op == Op.CLI || op == Op.STI;
        switch (op) {
            case Op.CLI -> side.flag = false;
            case Op.STI -> side.flag = true;
            case Op.SEND -> send(cpu, value >> 8, value & 0xFF);
            case Op.EOI -> apics.end(cpu);
            case Op.OUT -> out(value >>> 16, value & 0xFF);
            default -> {}
        }
    }

    private void send(int cpu, int targets, int vector) {
        expect(!apics.busy(cpu), "sends before its last message has arrived", cpu);
        for (int target = 0; target < sides.size(); target++) {
            if ((targets & 1 << target) != 0) {
                apics.send(cpu, target, vector);
            }
        }
    }

    private void out(int port, int value) {
        switch (port) {
            case 0x20 -> endAtFirstChip(value & 7);
            case 0xA0 -> pic.endAtSecondChip(8 + (value & 7));
            case 0x21, 0xA1 -> {
                for (int line = 0; line < 8; line++) {
                    pic.masked(line + (port == 0x21 ? 0 : 8), (value & 1 << line) != 0);
                }
            }
            default -> line(LineDevice.line(port), false);
        }
    }

    private void endAtFirstChip(int irq) {
        if (irq == 2) {
            pic.endCascade();
        } else {
            pic.end(irq);
        }
    }

    // ---- what they take

    @Override
    public void handlerEntered(int cpu, int task, int count) {
        Side side = sides.get(cpu);
        int vector = whose.handler(cpu);
        String what = "takes " + MachineSetup.vectorName(vector);
        expect(vector == MachineSetup.NMI || side.flag, what + " with IF=0", cpu);
        expect(vector != MachineSetup.NMI || !side.inNmi(), what + " in an NMI", cpu);
        expect(!side.inInstruction, what + " within an instruction", cpu);
        expect(vector == presented(cpu), what, cpu);
        if (wrong.isEmpty()) {
            accept(side, cpu, vector);
        }
        side.frames.push(new Frame(vector, side.flag));
        side.delivered.merge(vector, 1, Integer::sum);
        side.flag = false;
    }

    private void accept(Side side, int cpu, int vector) {
        if (vector == MachineSetup.NMI) {
            side.nmi = false;
        } else if (side.timer) {
            side.timer = false;
        } else if (apics.presented(cpu) >= 0) {
            apics.accept(cpu);
        } else {
            pic.acknowledge();
        }
    }

    @Override
    public void interruptFlag(int cpu, int task, boolean enabled) {
        Side side = sides.get(cpu);
        if (side.flagged) {
            side.flagged = false;
            return;
        }
        Frame frame = side.frames.pop();
        expect(enabled == frame.flag(), "returns with another flag", cpu);
        side.flag = enabled;
    }

    // ---- the end

    /** The run is over: nothing is under way, nothing waits that could be taken, and the sums are right. */
    void ended(int unfinished, Counted counted) {
        for (int cpu = 0; cpu < sides.size(); cpu++) {
            expect(unfinished == 0, "or another is stuck", cpu);
            expect(presented(cpu) == NONE, "rests", cpu);
            expect(!apics.busy(cpu), "has sent what never arrived", cpu);
            expect(sides.get(cpu).frames.isEmpty(), "rests in a handler", cpu);
            account(cpu, MachineSetup.NMI, counted);
            for (int vector : InterruptPlan.VECTORS) {
                account(cpu, vector, counted);
            }
        }
    }

    private void account(int cpu, int vector, Counted counted) {
        Side side = sides.get(cpu);
        int delivered = side.delivered.getOrDefault(vector, 0);
        String name = MachineSetup.vectorName(vector);
        expect(counted.by(cpu, vector) == delivered, "has not run the handler of " + name + " to its end", cpu);
        boolean ofDevice = vector > MachineSetup.NMI && vector < InterruptPlan.LOW;
        int waiting = waits(cpu, vector) ? 1 : 0;
        expect(
                ofDevice || side.owed.getOrDefault(vector, 0) == delivered + waiting,
                "was owed " + side.owed.get(vector) + " of " + name + " and took " + delivered,
                cpu);
    }

    private boolean waits(int cpu, int vector) {
        Side side = sides.get(cpu);
        return switch (vector) {
            case MachineSetup.NMI -> side.nmi;
            case Vector.LOCAL_TIMER -> acknowledgedTimer ? apics.requested(cpu, vector) : side.timer;
            default -> apics.requested(cpu, vector);
        };
    }
}
