package dev.preemptcheck.properties;

import dev.preemptcheck.arbitraries.Outcome;
import dev.preemptcheck.arbitraries.Program;
import java.util.ArrayList;
import java.util.List;

/** What the micro-steps of {@link MicroCode} do to a state. */
final class Interpreter {
    private final Program program;
    private final MicroCode code;
    private final Layout layout;
    private final WaitingStores stores;
    private final TranslatedPage page;
    private final Messages messages;

    Interpreter(Program program, MicroCode code, Layout layout, WaitingStores stores, Messages messages) {
        this.program = program;
        this.code = code;
        this.layout = layout;
        this.stores = stores;
        this.page = new TranslatedPage(code, layout, stores);
        this.messages = messages;
    }

    /** True if {@code cpu} can make the access that it stands before. */
    boolean steppable(byte[] s, int cpu) {
        MicroCode.Step step = layout.step(s, cpu);
        boolean drained = stores.waiting(s, cpu) == 0;
        return switch (step.kind()) {
            case ACQUIRE -> drained && s[step.a()] == 0;
            case AWAIT -> stores.view(s, cpu, step.a()) != 0;
            case LOCKED, LOCKED_LOG, USER, FENCE, END_OF_INTERRUPT, FLUSH, LOAD_CR3 -> drained;
            case SEND -> drained && !messages.sending(s, cpu);
            default -> true;
        };
    }

    /** How the run ends if {@code cpu} makes its access, empty if it doesn't. */
    String failure(byte[] s, int cpu) {
        MicroCode.Step step = layout.step(s, cpu);
        return switch (step.kind()) {
            case LOAD_MAPPED, LOAD_MAPPED_LOG -> page.translate(s.clone(), cpu, false);
            case STORE_MAPPED -> page.translate(s.clone(), cpu, true);
            case CHECK_BY_TASK, CHECK_BY_HANDLER ->
                stores.view(s, cpu, step.a()) == 0
                        ? ""
                        : Outcome.failure(step.a(), step.kind() == MicroCode.Kind.CHECK_BY_TASK, step.b());
            default -> "";
        };
    }

    /** The access that {@code cpu} stands before. */
    void access(byte[] s, int cpu) {
        int strand = layout.on(s, cpu);
        int frame = layout.frame(s, strand);
        MicroCode.Step step = layout.step(s, cpu);
        int word = word(step.a(), strand);
        Layout.jump(s, frame, Layout.pc(s, frame) + 1);
        switch (step.kind()) {
            case LOAD -> s[frame + 2] = stores.view(s, cpu, word);
            case LOAD_LOG -> layout.log(s, strand, stores.view(s, cpu, word));
            case STORE -> stores.store(s, cpu, word, step.b());
            case STORE_REG -> stores.store(s, cpu, word, s[frame + 2] + step.b());
            case STORE_QUEUE -> stores.store(s, cpu, word, s[frame + 2]);
            case LOAD_MAPPED -> s[frame + 2] = page.load(s, cpu);
            case LOAD_MAPPED_LOG -> layout.log(s, strand, page.load(s, cpu));
            case STORE_MAPPED -> page.store(s, cpu, step.b());
            case FLUSH -> page.flush(s, cpu);
            case LOAD_CR3 -> page.loadCr3(s, cpu);
            case LOCKED -> s[frame + 2] = s[word] += (byte) step.b();
            case LOCKED_LOG -> layout.log(s, strand, s[word] += (byte) step.b());
            case ACQUIRE -> s[word] = 1;
            case RELEASE -> stores.release(s, cpu, word);
            case CPU_ID -> s[frame + 3] = (byte) cpu;
            case CPU_ID_LOG -> layout.log(s, strand, cpu);
            case CLI -> layout.enable(s, cpu, false);
            case STI -> layout.enable(s, cpu, true);
            case SEND -> messages.send(s, cpu, step.a());
            case END_OF_INTERRUPT -> messages.endOfInterrupt(s, cpu);
            case SWITCH -> layout.switchTo(s, cpu, s[frame + 3]);
            default -> {}
        }
    }

    private int word(int number, int strand) {
        int task = strand - program.cpus();
        return number == MicroCode.OWN_COUNT
                ? code.count(task)
                : number == MicroCode.OWN_NEED ? code.need(task) : number;
    }

    /**
     * Runs what takes no time up to the next access, interrupts that have to be taken before it included; more than one state if
     * the scheduler had a choice.
     */
    List<byte[]> run(byte[] s, int cpu) {
        int strand = layout.on(s, cpu);
        for (; ; ) {
            int frame = layout.frame(s, strand);
            MicroCode.Step step = layout.step(s, cpu);
            if (step.kind().access()) {
                if (!messages.take(s, cpu)) {
                    return List.of(s);
                }
                continue;
            }
            Layout.jump(s, frame, Layout.pc(s, frame) + 1);
            switch (step.kind()) {
                case PICK -> {
                    return picked(s, cpu, frame, s[frame + 2], -1);
                }
                case PICK_TO_STAY -> {
                    return picked(s, cpu, frame, s[frame + 2] | (1 << strand), strand);
                }
                default -> instant(s, cpu, strand, frame, step);
            }
        }
    }

    private void instant(byte[] s, int cpu, int strand, int frame, MicroCode.Step step) {
        int reg = s[frame + 2];
        switch (step.kind()) {
            case FORGET -> {
                layout.forget(s, strand);
                s[frame + 2] = 0;
                s[frame + 3] = 0;
            }
            case ENTER_SCOPE -> layout.enterScope(s, strand);
            case LEAVE_SCOPE -> layout.leaveScope(s, strand);
            case ENABLE -> layout.enable(s, cpu, true);
            case LOG_REG -> layout.log(s, strand, step.a() == 0 ? reg : s[frame + 3]);
            case JUMP -> Layout.jump(s, frame, step.a());
            case JUMP_IF_ZERO -> jumpIf(reg == 0, s, frame, step);
            case JUMP_IF_NOT_ZERO -> jumpIf(reg != 0, s, frame, step);
            case JUMP_IF_IDLE -> jumpIf(strand < program.cpus(), s, frame, step);
            case JUMP_IF_SAME -> jumpIf(s[frame + 3] == strand, s, frame, step);
            case JUMP_TO_HANDLER -> Layout.jump(s, frame, code.handlerBody(step.a(), s[frame + 3]));
            case OWN_IDLE -> s[frame + 3] = (byte) cpu;
            case RETIRE -> layout.retire(s, strand);
            case RETURN -> {
                layout.leave(s, cpu);
                messages.returned(s, cpu);
            }
            default -> throw new IllegalStateException("no micro-step without time: " + step);
        }
    }

    private static void jumpIf(boolean condition, byte[] s, int frame, MicroCode.Step step) {
        if (condition) {
            Layout.jump(s, frame, step.a());
        }
    }

    private List<byte[]> picked(byte[] s, int cpu, int frame, int candidates, int staying) {
        List<byte[]> states = new ArrayList<>();
        int left = layout.preemptionsLeft();
        for (int next = 0; next < program.cpus() + program.tasks().size(); next++) {
            boolean displaces = staying >= 0 && next != staying;
            if ((candidates & (1 << next)) == 0 || (displaces && s[left] == 0)) {
                continue;
            }
            byte[] state = s.clone();
            state[left] -= (byte) (displaces ? 1 : 0);
            state[frame + 2] = (byte) (candidates & ~(1 << next));
            state[frame + 3] = (byte) next;
            states.addAll(run(state, cpu));
        }
        return states;
    }
}
