package dev.preemptcheck.arbitraries;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.hardware.interrupt.Vector;
import dev.preemptcheck.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A generated {@link Program} for the engine, with its {@link Outcome} after each run.
 *
 * <p>What tasks read is taken down outside the machine, for it is part of their histories anyway. That makes an instance
 * good for one machine at a time.
 */
public final class ProgramScenario implements Scenario {
    private static final int FREE = 0;
    private static final int TAKEN = 1;
    /** Address of the translated page. */
    private static final int PAGE = 0xFFFF0000;

    /** Who performs acts: a task, or the handler of a processor; and where its reads are taken down. */
    private record Running(boolean task, int number, List<Integer> read, int scope) {
        Running inScope() {
            return new Running(task, number, read, read.size());
        }

        /** Forgets what was read since the innermost scope began. */
        void forget() {
            read.subList(scope, read.size()).clear();
        }
    }

    private final Program program;
    private final List<Integer> creationOrder;
    private final List<List<Integer>> reads = new ArrayList<>();
    private final List<Integer> words = new ArrayList<>();
    private final List<Integer> locks = new ArrayList<>();
    private final List<Integer> machineTasks = new ArrayList<>();
    private int pte;

    public ProgramScenario(Program program) {
        this(program, IntStream.range(0, program.tasks().size()).boxed().toList());
    }

    /** With tasks created in another order, which must not matter. */
    public ProgramScenario(Program program, List<Integer> creationOrder) {
        this.program = program;
        this.creationOrder = List.copyOf(creationOrder);
    }

    @Override
    public String name() {
        return program.toString();
    }

    @Override
    public MachineSetup setup() {
        MachineSetup setup = new MachineSetup(program.cpus(), program.scheduled());
        setup.memoryModel(program.model());
        layOut(setup.memory());
        TinyKernel kernel = new TinyKernel(setup, program, machineTasks);
        layOutPage(setup);
        for (int i = 0; i < program.cpus(); i++) {
            boolean boots = i >= program.tasks().size();
            setup.task("idle" + i, true, 0, cpu -> kernel.idle(cpu, boots));
        }
        for (int task : creationOrder) {
            addTask(setup, kernel, task);
        }
        for (int i = 0; i < program.cpus(); i++) {
            setup.boot(i, i < program.tasks().size() ? machineTasks.get(i) : i);
        }
        setup.timer(cpu -> {
            int here = cpu.cpuId();
            handle(cpu, kernel, program.handlers(), here);
            kernel.returnFromInterrupt(cpu);
        });
        addMessages(setup, kernel);
        return setup;
    }

    private void addMessages(MachineSetup setup, TinyKernel kernel) {
        if (!program.messages().isEmpty()) {
            setup.interrupt(Vector.CALL_FUNCTION, cpu -> {
                int here = cpu.cpuId();
                cpu.endOfInterrupt();
                handle(cpu, kernel, program.messages(), here);
                kernel.returnFromInterrupt(cpu);
            });
        }
        if (!program.nmis().isEmpty()) {
            setup.nmi(cpu -> handle(cpu, kernel, program.nmis(), cpu.cpuId()));
        }
    }

    private void handle(Cpu cpu, TinyKernel kernel, List<List<Act>> handlers, int here) {
        perform(cpu, kernel, handlers.get(here), new Running(false, here, new ArrayList<>(), 0), 0);
    }

    private void layOut(Memory memory) {
        words.clear();
        locks.clear();
        machineTasks.clear();
        for (int i = 0; i < Program.WORDS; i++) {
            words.add(memory.word("m" + i, 0));
        }
        for (int i = 0; i < Program.LOCKS; i++) {
            locks.add(memory.word("lock" + i, FREE));
        }
        for (int i = 0; i < program.tasks().size(); i++) {
            machineTasks.add(program.cpus() + creationOrder.indexOf(i));
        }
    }

    private void layOutPage(MachineSetup setup) {
        if (program.translates()) {
            pte = setup.memory().word("pte", Mapping.entry(Mapping.FIRST));
            setup.memory().frame(Memory.HIGH_PFN, "first", 1);
            setup.memory().frame(Memory.HIGH_PFN + 1, "second", 2);
            setup.pageTable(new PageTable(PAGE, 1, pte));
        }
    }

    private void addTask(MachineSetup setup, TinyKernel kernel, int task) {
        List<Act> script = program.tasks().get(task);
        boolean waits = task >= program.cpus();
        setup.task("task" + task, false, kernel.countAddress(task), cpu -> {
            bootIf(task == 0);
            if (waits) {
                kernel.switchedIn(cpu);
            }
            perform(cpu, kernel, script, new Running(true, task, reads.get(task), 0), 0);
            kernel.exit(cpu);
        });
    }

    /** The first task runs on the first processor, whose code is the first to run in each run. */
    private void bootIf(boolean first) {
        if (first) {
            reads.clear();
            program.tasks().forEach(t -> reads.add(new ArrayList<>()));
        }
    }

    /** What the run came to that has just ended on a machine of this scenario. */
    public Outcome outcome(Machine machine) {
        Memory memory = machine.memory();
        int unfinished = 0;
        for (int i = 0; i < machineTasks.size(); i++) {
            unfinished |= ((machine.unfinished() >>> machineTasks.get(i)) & 1) << i;
        }
        List<Integer> contents = new ArrayList<>();
        words.forEach(w -> contents.add(memory.peek(memory.index(w))));
        if (program.translates()) {
            int entry = memory.index(pte);
            contents.add(Mapping.of(memory.peek(entry)));
            contents.add(memory.peek(entry + 1));
            contents.add(memory.peek(entry + 2));
        }
        return new Outcome(contents, reads, unfinished, "");
    }

    private int perform(Cpu cpu, TinyKernel kernel, List<Act> acts, Running by, int position) {
        int here = position;
        for (Act act : acts) {
            here++;
            if (act instanceof Act.Section section) {
                enter(cpu, kernel, section.guard());
                Running inside = section.guard() == Act.Guard.SCOPE ? by.inScope() : by;
                here = perform(cpu, kernel, section.body(), inside, here);
                if (section.guard() == Act.Guard.SCOPE) {
                    inside.forget();
                }
                leave(cpu, kernel, section.guard());
            } else {
                simple(cpu, act, by, here);
            }
        }
        return here;
    }

    private void simple(Cpu cpu, Act act, Running by, int position) {
        List<Integer> read = by.read();
        if (act instanceof Act.Load load) {
            read.add(cpu.load(words.get(load.word())));
        } else if (act instanceof Act.Store store) {
            cpu.store(words.get(store.word()), store.value());
        } else if (act instanceof Act.Increment increment) {
            read.add(cpu.add(words.get(increment.word()), 1));
        } else if (act instanceof Act.Add add) {
            int word = words.get(add.word());
            cpu.store(word, cpu.load(word) + 1);
        } else if (act instanceof Act.Copy copy) {
            cpu.store(words.get(copy.to()), cpu.load(words.get(copy.from())));
        } else if (act instanceof Act.Check check) {
            if (cpu.load(words.get(check.word())) != 0) {
                throw cpu.bug(Outcome.failure(check.word(), by.task(), by.number()), "");
            }
        } else if (act instanceof Act.Fence) {
            cpu.fence();
        } else if (act instanceof Act.Send send) {
            cpu.sendInterrupt(send.targets(), Vector.CALL_FUNCTION);
        } else if (Act.translate(List.of(act))) {
            translated(cpu, act, read);
        } else if (act instanceof Act.CpuId) {
            read.add(cpu.cpuId());
        } else if (act instanceof Act.Retry retry) {
            retry(cpu, words.get(retry.word()), by, position);
        } else if (act instanceof Act.BackOff backOff) {
            backOff(cpu, words.get(backOff.own()), words.get(backOff.other()), by, position);
        } else if (act instanceof Act.User) {
            by.forget();
            cpu.userMode(position);
        }
    }

    private void translated(Cpu cpu, Act act, List<Integer> read) {
        if (act instanceof Act.LoadMapped) {
            read.add(cpu.load(PAGE));
        } else if (act instanceof Act.StoreMapped store) {
            cpu.store(PAGE, store.value());
        } else if (act instanceof Act.Map map) {
            cpu.store(pte, Mapping.entry(map.entry()));
        } else if (act instanceof Act.Flush) {
            cpu.invlpg(PAGE);
        } else {
            cpu.loadCr3(0);
        }
    }

    private static void retry(Cpu cpu, int word, Running by, int position) {
        int value;
        do {
            by.forget();
            cpu.loopHead(position);
            value = cpu.load(word);
        } while (value == 0);
        by.read().add(value);
    }

    private static void backOff(Cpu cpu, int own, int other, Running by, int position) {
        int found;
        do {
            by.forget();
            cpu.loopHead(position);
            cpu.store(own, 1);
            found = cpu.load(other);
            cpu.store(own, 0);
        } while (found != 0);
    }

    private void enter(Cpu cpu, TinyKernel kernel, Act.Guard guard) {
        switch (guard) {
            case PREEMPTION -> kernel.preemptOff(cpu);
            case INTERRUPTS -> cpu.cli();
            case SCOPE -> cpu.enterScope();
            case LOCK0 -> cpu.acquire(locks.get(0), FREE, TAKEN);
            case LOCK1 -> cpu.acquire(locks.get(1), FREE, TAKEN);
        }
    }

    private void leave(Cpu cpu, TinyKernel kernel, Act.Guard guard) {
        switch (guard) {
            case PREEMPTION -> kernel.preemptOn(cpu);
            case INTERRUPTS -> cpu.sti();
            case SCOPE -> cpu.leaveScope();
            case LOCK0 -> cpu.release(locks.get(0), FREE);
            case LOCK1 -> cpu.release(locks.get(1), FREE);
        }
    }
}
