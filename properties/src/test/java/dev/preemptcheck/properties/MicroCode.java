package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Act;
import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.hardware.MemoryModel;
import java.util.ArrayList;
import java.util.List;

/** A program and its kernel, flattened to one list of micro-steps with jumps: what {@link BruteForce} interprets. */
final class MicroCode {

    /** Kinds of micro-step. Those up to {@link #USER} are accesses; the rest take no time. */
    enum Kind {
        LOAD,
        LOAD_LOG,
        CHECK_BY_TASK,
        CHECK_BY_HANDLER,
        STORE,
        STORE_REG,
        STORE_QUEUE,
        LOAD_MAPPED,
        LOAD_MAPPED_LOG,
        STORE_MAPPED,
        FLUSH,
        LOAD_CR3,
        LOCKED,
        LOCKED_LOG,
        ACQUIRE,
        RELEASE,
        CPU_ID,
        CPU_ID_LOG,
        CLI,
        STI,
        SEND,
        END_OF_INTERRUPT,
        FENCE,
        LOOP,
        AWAIT,
        SWITCH,
        USER,
        FORGET,
        ENTER_SCOPE,
        LEAVE_SCOPE,
        ENABLE,
        LOG_REG,
        JUMP,
        JUMP_IF_ZERO,
        JUMP_IF_NOT_ZERO,
        JUMP_IF_IDLE,
        JUMP_IF_SAME,
        JUMP_TO_HANDLER,
        OWN_IDLE,
        PICK_TO_STAY,
        PICK,
        RETIRE,
        RETURN;

        boolean access() {
            return compareTo(USER) <= 0;
        }
    }

    /** Words that depend on who runs. */
    static final int OWN_COUNT = -1;

    static final int OWN_NEED = -2;

    /** Kinds of handler. */
    static final int TIMER = 0;

    static final int MESSAGE = 1;
    static final int NMI = 2;

    record Step(Kind kind, int a, int b) {}

    private final Program program;
    private final boolean smp;
    private int owner;
    final List<Step> steps = new ArrayList<>();
    final List<Integer> taskStarts = new ArrayList<>();
    private final List<List<Integer>> handlerBodies = new ArrayList<>();
    private final List<Integer> handlerStarts = new ArrayList<>();
    final int idleEntry;
    final int idleStart;

    MicroCode(Program program) {
        this.program = program;
        this.smp = program.cpus() > 1;
        for (int i = 0; i < program.tasks().size(); i++) {
            taskStarts.add(here());
            if (i >= program.cpus()) {
                tail();
            }
            owner = i;
            acts(program.tasks().get(i), true);
            exit();
        }
        idleEntry = here();
        tail();
        idleStart = here();
        emit(Kind.FORGET, 0, 0);
        emit(Kind.AWAIT, queue(), 0);
        emit(Kind.CLI, 0, 0);
        lockQueue();
        emit(Kind.LOAD, queue(), 0);
        int toNone = hole();
        emit(Kind.PICK, 0, 0);
        emit(Kind.STORE_QUEUE, queue(), 0);
        emit(Kind.SWITCH, 0, 0);
        int toTail = hole();
        fill(toNone, Kind.JUMP_IF_ZERO);
        readCpuId();
        fill(toTail, Kind.JUMP);
        tail();
        emit(Kind.JUMP, idleStart, 0);
        handlers(TIMER, program.handlers());
        handlers(MESSAGE, program.messages());
        handlers(NMI, program.nmis());
    }

    /** Handlers of one kind: where each begins, which leads to the processor's own. */
    private void handlers(int kind, List<List<Act>> handlers) {
        handlerStarts.add(here());
        readCpuId();
        if (kind == MESSAGE) {
            emit(Kind.END_OF_INTERRUPT, 0, 0);
        }
        emit(Kind.JUMP_TO_HANDLER, kind, 0);
        List<Integer> bodies = new ArrayList<>();
        for (List<Act> handler : handlers) {
            owner = bodies.size();
            bodies.add(here());
            acts(handler, false);
            returnPath(kind != NMI);
        }
        handlerBodies.add(bodies);
    }

    /** Where a handler of that kind begins. */
    int handlerStart(int kind) {
        return handlerStarts.get(kind);
    }

    /** Where it does what it does on {@code cpu}. */
    int handlerBody(int kind, int cpu) {
        return handlerBodies.get(kind).get(cpu);
    }

    // ---- layout of memory

    int queue() {
        return Program.WORDS + Program.LOCKS;
    }

    int queueLock() {
        return queue() + 1;
    }

    int count(int task) {
        return queue() + 2 + 2 * task;
    }

    int need(int task) {
        return count(task) + 1;
    }

    /** The page-table entry of the translated page. */
    int pte() {
        return count(program.tasks().size());
    }

    /** The word in its first or second frame. */
    int framed(boolean second) {
        return pte() + (second ? 2 : 1);
    }

    int memorySize() {
        return pte() + 3;
    }

    // ---- emitting

    private int here() {
        return steps.size();
    }

    private void emit(Kind kind, int a, int b) {
        steps.add(new Step(kind, a, b));
    }

    private int hole() {
        emit(Kind.JUMP, -1, 0);
        return here() - 1;
    }

    private void fill(int hole, Kind jump) {
        steps.set(hole, new Step(jump, here(), 0));
    }

    private void readCpuId() {
        emit(smp ? Kind.CPU_ID : Kind.OWN_IDLE, 0, 0);
    }

    private void lockQueue() {
        if (smp) {
            emit(Kind.ACQUIRE, queueLock(), 0);
        }
    }

    private void tail() {
        if (smp && program.scheduled()) {
            emit(Kind.RELEASE, queueLock(), 0);
        }
        emit(Kind.STI, 0, 0);
    }

    /** schedule() by a task that could go on. */
    private void rescheduled() {
        lockQueue();
        emit(Kind.STORE, OWN_NEED, 0);
        emit(Kind.LOAD, queue(), 0);
        emit(Kind.PICK_TO_STAY, 0, 0);
        int toTail = hole();
        emit(Kind.STORE_QUEUE, queue(), 0);
        emit(Kind.SWITCH, 0, 0);
        fill(toTail, Kind.JUMP_IF_SAME);
        tail();
    }

    private void exit() {
        emit(Kind.CLI, 0, 0);
        if (!program.scheduled()) {
            readCpuId();
            emit(Kind.RETIRE, 0, 0);
            emit(Kind.SWITCH, 0, 0);
            return;
        }
        lockQueue();
        emit(Kind.LOAD, queue(), 0);
        int toNone = hole();
        emit(Kind.PICK, 0, 0);
        emit(Kind.STORE_QUEUE, queue(), 0);
        int toSwitch = hole();
        fill(toNone, Kind.JUMP_IF_ZERO);
        readCpuId();
        fill(toSwitch, Kind.JUMP);
        emit(Kind.RETIRE, 0, 0);
        emit(Kind.SWITCH, 0, 0);
    }

    private void returnPath(boolean reschedules) {
        if (program.scheduled() && reschedules) {
            int toEnd = hole();
            emit(Kind.STORE, OWN_NEED, 1);
            int again = here();
            emit(Kind.LOAD, OWN_COUNT, 0);
            int counted = hole();
            emit(Kind.LOAD, OWN_NEED, 0);
            int notNeeded = hole();
            rescheduled();
            emit(Kind.CLI, 0, 0);
            emit(Kind.JUMP, again, 0);
            fill(toEnd, Kind.JUMP_IF_IDLE);
            fill(counted, Kind.JUMP_IF_NOT_ZERO);
            fill(notNeeded, Kind.JUMP_IF_ZERO);
        }
        if (program.model() != MemoryModel.SC) {
            emit(Kind.FENCE, 0, 0);
        }
        emit(Kind.RETURN, 0, 0);
    }

    private void acts(List<Act> acts, boolean task) {
        acts.forEach(act -> act(act, task));
    }

    private void act(Act act, boolean task) {
        if (act instanceof Act.Load load) {
            emit(task ? Kind.LOAD_LOG : Kind.LOAD, load.word(), 0);
        } else if (act instanceof Act.Store store) {
            emit(Kind.STORE, store.word(), store.value());
        } else if (act instanceof Act.Increment increment) {
            emit(task ? Kind.LOCKED_LOG : Kind.LOCKED, increment.word(), 1);
        } else if (act instanceof Act.Add add) {
            emit(Kind.LOAD, add.word(), 0);
            emit(Kind.STORE_REG, add.word(), 1);
        } else if (act instanceof Act.Copy copy) {
            emit(Kind.LOAD, copy.from(), 0);
            emit(Kind.STORE_REG, copy.to(), 0);
        } else if (act instanceof Act.Check check) {
            emit(task ? Kind.CHECK_BY_TASK : Kind.CHECK_BY_HANDLER, check.word(), owner);
        } else if (act instanceof Act.Fence) {
            emit(Kind.FENCE, 0, 0);
        } else if (act instanceof Act.Send send) {
            emit(Kind.SEND, send.targets(), 0);
        } else if (act instanceof Act.CpuId) {
            cpuId(task);
        } else if (act instanceof Act.Retry retry) {
            int again = here();
            emit(Kind.FORGET, 0, 0);
            emit(Kind.LOOP, 0, 0);
            emit(Kind.LOAD, retry.word(), 0);
            emit(Kind.JUMP_IF_ZERO, again, 0);
            emit(Kind.LOG_REG, 0, 0);
        } else if (act instanceof Act.BackOff backOff) {
            int again = here();
            emit(Kind.FORGET, 0, 0);
            emit(Kind.LOOP, 0, 0);
            emit(Kind.STORE, backOff.own(), 1);
            emit(Kind.LOAD, backOff.other(), 0);
            emit(Kind.STORE, backOff.own(), 0);
            emit(Kind.JUMP_IF_NOT_ZERO, again, 0);
        } else if (act instanceof Act.User) {
            emit(Kind.FORGET, 0, 0);
            emit(Kind.ENABLE, 0, 0);
            emit(Kind.USER, 0, 0);
        } else if (act instanceof Act.Section section) {
            section(section, task);
        } else {
            translated(act, task);
        }
    }

    private void translated(Act act, boolean task) {
        if (act instanceof Act.LoadMapped) {
            emit(task ? Kind.LOAD_MAPPED_LOG : Kind.LOAD_MAPPED, 0, 0);
        } else if (act instanceof Act.StoreMapped store) {
            emit(Kind.STORE_MAPPED, 0, store.value());
        } else if (act instanceof Act.Map map) {
            emit(Kind.STORE, pte(), map.entry());
        } else if (act instanceof Act.Flush) {
            emit(Kind.FLUSH, 0, 0);
        } else if (act instanceof Act.LoadCr3) {
            emit(Kind.LOAD_CR3, 0, 0);
        }
    }

    private void cpuId(boolean task) {
        if (smp) {
            emit(task ? Kind.CPU_ID_LOG : Kind.CPU_ID, 0, 0);
        } else if (task) {
            emit(Kind.OWN_IDLE, 0, 0);
            emit(Kind.LOG_REG, 1, 0);
        }
    }

    private void section(Act.Section section, boolean task) {
        int lock = Program.WORDS + (section.guard() == Act.Guard.LOCK1 ? 1 : 0);
        switch (section.guard()) {
            case PREEMPTION -> emit(Kind.LOCKED, OWN_COUNT, 1);
            case INTERRUPTS -> emit(Kind.CLI, 0, 0);
            case SCOPE -> emit(Kind.ENTER_SCOPE, 0, 0);
            case LOCK0, LOCK1 -> emit(Kind.ACQUIRE, lock, 0);
        }
        acts(section.body(), task);
        switch (section.guard()) {
            case INTERRUPTS -> emit(Kind.STI, 0, 0);
            case SCOPE -> emit(Kind.LEAVE_SCOPE, 0, 0);
            case LOCK0, LOCK1 -> emit(Kind.RELEASE, lock, 0);
            case PREEMPTION -> {
                emit(Kind.LOCKED, OWN_COUNT, -1);
                int counted = hole();
                emit(Kind.LOAD, OWN_NEED, 0);
                int notNeeded = hole();
                emit(Kind.CLI, 0, 0);
                rescheduled();
                fill(counted, Kind.JUMP_IF_NOT_ZERO);
                fill(notNeeded, Kind.JUMP_IF_ZERO);
            }
        }
    }
}
