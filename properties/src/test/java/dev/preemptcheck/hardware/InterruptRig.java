package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.interrupt.Vector;
import java.util.List;

/** The machine of an {@link InterruptPlan}: every handler counts, in a word of its own, how often it ran. */
final class InterruptRig {
    private static final int MASK_FIRST = 0x21;
    private static final int MASK_SECOND = 0xA1;
    private static final int END_OF_LINE = 0x60;

    private final InterruptPlan plan;
    private final int counts;
    private final int word;
    private final int pair;
    private final int never;
    private final MachineSetup setup;

    InterruptRig(InterruptPlan plan) {
        this.plan = plan;
        setup = new MachineSetup(plan.cpus(), false);
        setup.memoryModel(plan.model());
        setup.levelTriggered(plan.levelTriggered());
        Memory memory = setup.memory();
        counts = memory.object("counts", new int[plan.cpus() * (InterruptPlan.VECTORS.size() + 1)]);
        word = memory.word("word", 0);
        pair = memory.object("pair", 0, 0);
        never = memory.word("never", 0);
        tasks();
        handlers();
        InterruptPlan.LINES.forEach(irq -> setup.device(bus -> new LineDevice(bus, irq)));
    }

    /** One run; what the handlers have counted goes to the reference, which knows the rest. */
    void run(ReferenceInterrupts reference) {
        try (Carrier carrier = Carrier.best()) {
            Machine machine = setup.build(carrier, reference);
            reference.watch(machine);
            Footprint nothing = new Footprint(machine.memory().size(), Footprint.Reduction.NONE);
            machine.attach(new TurnArbiter(plan.turns(), reference::moved), nothing, reference);
            machine.run(0);
            reference.ended(machine.unfinished(), (cpu, vector) -> {
                int index = machine.memory().index(countOf(cpu, vector));
                return machine.memory().peek(index);
            });
        }
    }

    private int countOf(int cpu, int vector) {
        int slot = InterruptPlan.VECTORS.indexOf(vector) + 1; // the NMI's is the first
        return counts + 4 * (cpu * (InterruptPlan.VECTORS.size() + 1) + slot);
    }

    // ---- tasks

    private void tasks() {
        for (int cpu = 0; cpu < plan.cpus(); cpu++) {
            boolean enabled = plan.restsEnabled().get(cpu);
            setup.task("idle" + cpu, true, 0, c -> {
                if (enabled) {
                    c.sti();
                }
                c.awaitNonZero(never);
            });
        }
        for (int cpu = 0; cpu < plan.cpus(); cpu++) {
            int own = cpu;
            setup.boot(own, setup.task("task" + own, false, 0, c -> live(c, own)));
        }
    }

    private void live(Cpu cpu, int own) {
        if (own == 0) {
            mask(cpu, 0);
        }
        plan.tasks().get(own).forEach(move -> perform(cpu, move));
        cpu.cli();
        cpu.retire();
        cpu.switchTo(own);
    }

    private void perform(Cpu cpu, InterruptPlan.Move move) {
        switch (move.kind()) {
            case WORK -> cpu.store(word, 1);
            case UNLOCKED -> cpu.compareExchange8Unlocked(pair, 0, 1);
            case CLI -> cpu.cli();
            case STI -> cpu.sti();
            case SAVE -> {
                boolean enabled = cpu.interruptsEnabled();
                cpu.cli();
                cpu.add(word, 1);
                if (enabled) {
                    cpu.sti();
                }
            }
            case SEND -> cpu.sendInterrupt(move.targets(), move.vector());
            case MASK -> mask(cpu, 0xFF);
            case UNMASK -> mask(cpu, 0);
        }
    }

    private static void mask(Cpu cpu, int lines) {
        cpu.out(MASK_SECOND, 1, lines);
        cpu.out(MASK_FIRST, 1, lines);
    }

    // ---- handlers

    private void handlers() {
        for (int vector : List.of(InterruptPlan.LOW, InterruptPlan.LOW_TOO, InterruptPlan.HIGH)) {
            setup.interrupt(vector, cpu -> acknowledged(cpu, vector));
        }
        if (plan.acknowledgedTimer()) {
            setup.interrupt(Vector.LOCAL_TIMER, cpu -> acknowledged(cpu, Vector.LOCAL_TIMER));
        } else {
            setup.timer(cpu -> count(cpu, Vector.LOCAL_TIMER));
        }
        InterruptPlan.LINES.forEach(irq -> setup.line(irq, cpu -> line(cpu, irq)));
        setup.nmi(cpu -> count(cpu, MachineSetup.NMI));
    }

    private void acknowledged(Cpu cpu, int vector) {
        InterruptPlan.Manner manner = plan.manner(vector);
        if (manner.endsFirst()) {
            cpu.endOfInterrupt();
        }
        body(cpu, vector);
        if (!manner.endsFirst()) {
            cpu.endOfInterrupt();
        }
    }

    private void body(Cpu cpu, int vector) {
        boolean enables = plan.manner(vector).enables() && vector != InterruptPlan.HIGH;
        if (enables) {
            cpu.sti();
        }
        count(cpu, vector);
        if (vector == InterruptPlan.LOW) {
            cpu.sendInterrupt((1 << plan.cpus()) - 1, InterruptPlan.HIGH);
        }
        if (enables) {
            cpu.cli();
        }
    }

    /** As Linux does it: mask and end, handle, unmask; but the device may be told before its handler or after. */
    private void line(Cpu cpu, int irq) {
        int port = irq < 8 ? MASK_FIRST : MASK_SECOND;
        cpu.out(port, 1, cpu.in(port, 1) | 1 << irq % 8);
        if (irq >= 8) {
            cpu.out(MASK_SECOND - 1, 1, END_OF_LINE + irq % 8);
        }
        cpu.out(MASK_FIRST - 1, 1, END_OF_LINE + (irq < 8 ? irq : 2));
        boolean first = plan.manner(Vector.FIRST + irq).endsFirst();
        if (first) {
            cpu.out(LineDevice.port(irq), 1, 0);
        }
        body(cpu, Vector.FIRST + irq);
        if (!first) {
            cpu.out(LineDevice.port(irq), 1, 0);
        }
        cpu.out(port, 1, cpu.in(port, 1) & ~(1 << irq % 8));
    }

    private void count(Cpu cpu, int vector) {
        cpu.add(countOf(cpu.cpuId(), vector), 1);
    }
}
