package dev.preemptcheck.kernel.arch;

import static dev.preemptcheck.kernel.shape.Shape.ACQUIRE;
import static dev.preemptcheck.kernel.shape.Shape.EXIT;
import static dev.preemptcheck.kernel.shape.Shape.RELEASE;
import static dev.preemptcheck.kernel.shape.Shape.when;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Fpu;
import dev.preemptcheck.hardware.Gate;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.sched.SwitchHook;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.shape.Guard;
import dev.preemptcheck.kernel.shape.Shape;
import dev.preemptcheck.kernel.shape.ShapedFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lazily switched FPU of a K7, which has {@code fxsave} (fact S2.b): {@code arch/i386/kernel/i387.c} and its header.
 *
 * <p>Whenever a task can be switched out or return to user mode, TS is clear if and only if the task's state is live in the
 * registers. A kernel section breaks that on purpose, with neither.
 */
public final class I387 implements SwitchHook {
    private static final Guard USED = new Guard.Fact("the task's state is live", "the task's state is not live");
    private static final Shape TEST = new Shape.Step("test of USED");
    private static final Shape SAVE = new Shape.Step("fxsave");
    private static final Shape CLTS = new Shape.Step("clts");
    private static final Shape STTS = new Shape.Step("stts");

    private final FpuVariant variant;
    private final Preemption preemption;
    private final Map<Integer, FpuState> states = new TreeMap<>();

    public I387(FpuVariant variant, Preemption preemption) {
        this.variant = variant;
        this.preemption = preemption;
    }

    /**
     * Lays out a task's words; idle tasks need none.
     *
     * @param live true if its registers are live at boot, on the processor that it boots on
     */
    public void lazyFor(MachineSetup setup, Task task, boolean live) {
        FpuState state = FpuState.create(setup.memory(), task.name(), live);
        states.put(task.id(), state);
        setup.lazyFpu(task.id(), state.used().address());
    }

    /** How the kernel enters the handler of #NM: by a trap gate in all versions (fact 2.2). */
    public void install(MachineSetup setup) {
        setup.deviceNotAvailable(Gate.TRAP, this::deviceNotAvailable);
    }

    FpuVariant variant() {
        return variant;
    }

    FpuState current(Cpu cpu) {
        FpuState state = states.get(cpu.current());
        if (state == null) {
            throw new IllegalStateException("task " + cpu.current() + " has no FPU state");
        }
        return state;
    }

    // ---- lazy switch

    @Override
    @CName("__switch_to")
    public void onSwitch(Cpu cpu, Task prev, Task next) {
        FpuState state = states.get(prev.id());
        if (state != null) {
            saveIfUsed(cpu, state);
        }
    }

    @CName("device_not_available")
    @Inlined
    private void deviceNotAvailable(Cpu cpu) {
        if (variant.guarded()) {
            cpu.cli();
        }
        mathStateRestore(cpu);
    }

    /** {@code math_state_restore()}. */
    private void mathStateRestore(Cpu cpu) {
        FpuState state = current(cpu);
        cpu.fpu().clts();
        if (state.usedMath().load(cpu) != 0) {
            cpu.fpu().fxrstor(state.image());
        } else {
            cpu.fpu().fninit();
            state.usedMath().store(cpu, 1);
        }
        state.used().store(cpu, 1);
    }

    /** What rule D6 sees of {@link #saveInit}. */
    static ShapedFunction saveShape(FpuVariant variant) {
        Shape save = when(USED, SAVE, STTS);
        return variant.guarded()
                ? ShapedFunction.of("unlazy_fpu", ACQUIRE, save, RELEASE)
                : ShapedFunction.of("unlazy_fpu", save);
    }

    /** {@code unlazy_fpu()}: the image of the running task is up to date after it. */
    @CName("unlazy_fpu")
    public void saveInit(Cpu cpu) {
        guard(cpu);
        saveIfUsed(cpu, current(cpu));
        unguard(cpu);
    }

    @Inlined
    private static void saveIfUsed(Cpu cpu, FpuState state) {
        if (state.used().load(cpu) != 0) {
            save(cpu, state);
            cpu.fpu().stts();
        }
    }

    @Inlined
    private static void save(Cpu cpu, FpuState state) {
        cpu.fpu().fxsave(state.image());
        cpu.fpu().fnclex();
        state.used().store(cpu, 0);
    }

    /** {@code clear_fpu()}: the registers' contents are not needed any more. */
    @CName("clear_fpu")
    public void clear(Cpu cpu) {
        guard(cpu);
        FpuState state = current(cpu);
        if (state.used().load(cpu) != 0) {
            cpu.fpu().fwait();
            state.used().store(cpu, 0);
            cpu.fpu().stts();
        }
        unguard(cpu);
    }

    @Inlined
    private void guard(Cpu cpu) {
        if (variant.guarded()) {
            preemption.off(cpu);
        }
    }

    @Inlined
    private void unguard(Cpu cpu) {
        if (variant.guarded()) {
            preemption.on(cpu);
        }
    }

    // ---- who wants a program's state

    /**
     * {@code copy_thread()} and a core dump: somebody else gets a copy of the state. The words are copied in any case; they mean
     * something if the flag says so that the child has got with the rest of its task.
     */
    @CName("copy_thread")
    public void fork(Cpu cpu) {
        FpuState state = current(cpu);
        boolean usedMath = state.usedMath().load(cpu) != 0;
        saveInit(cpu);
        copyWords(cpu, state.image(), state.copy());
        if (usedMath) {
            cpu.fpuImageCopied(state.image(), state.copy());
        }
    }

    /** {@code flush_thread()}: exec. */
    @CName("flush_thread")
    public void exec(Cpu cpu) {
        clear(cpu);
        current(cpu).usedMath().store(cpu, 0);
        cpu.fpuStateBecomes(0);
    }

    /**
     * {@code save_i387()}: a signal is delivered, whose handler begins with a unit of its own. A program that never used the
     * unit has nothing to keep; what its image holds may be another program's, from before an exec.
     */
    @CName("save_i387")
    public void signal(Cpu cpu) {
        FpuState state = current(cpu);
        boolean usedMath = state.usedMath().load(cpu) != 0;
        state.framed().store(cpu, usedMath ? 1 : 0);
        if (!usedMath) {
            return;
        }
        state.usedMath().store(cpu, 0);
        saveInit(cpu);
        copyImage(cpu, state.image(), state.frame());
        cpu.fpuStateBecomes(0);
    }

    /** {@code restore_i387()}: the signal's handler has returned; without an image in the frame its state is kept. */
    @CName("restore_i387")
    public void sigreturn(Cpu cpu) {
        FpuState state = current(cpu);
        if (state.framed().load(cpu) == 0) {
            return;
        }
        clear(cpu);
        cpu.fpuStateBecomes(state.frame());
        copyImage(cpu, state.frame(), state.image());
        state.usedMath().store(cpu, 1);
    }

    @Inlined
    private static void copyImage(Cpu cpu, int from, int to) {
        copyWords(cpu, from, to);
        cpu.fpuImageCopied(from, to);
    }

    @Inlined
    private static void copyWords(Cpu cpu, int from, int to) {
        for (int offset = 0; offset < 4 * Fpu.FXSAVE_WORDS; offset += 4) {
            cpu.store(to + offset, cpu.load(from + offset));
        }
    }

    // ---- the kernel's own use

    /** What rule D6 sees of {@link #kernelFpuBegin}. */
    static ShapedFunction beginShape(FpuVariant variant) {
        List<Shape> body = new ArrayList<>(
                switch (variant.off()) {
                    case NEVER -> List.of(TEST);
                    case FIRST -> List.of(ACQUIRE, TEST);
                    case AFTER_TEST -> List.of(TEST, ACQUIRE);
                });
        body.add(when(USED, SAVE, EXIT));
        body.add(CLTS);
        return new ShapedFunction("kernel_fpu_begin", body);
    }

    /** {@code kernel_fpu_begin()}: task context; the registers are the kernel's until {@link #kernelFpuEnd}. */
    public void kernelFpuBegin(Cpu cpu) {
        if (variant.off() == FpuVariant.Off.FIRST) {
            preemption.off(cpu);
        }
        FpuState state = current(cpu);
        boolean used = state.used().load(cpu) != 0;
        if (variant.off() == FpuVariant.Off.AFTER_TEST) {
            preemption.off(cpu);
        }
        if (used) {
            save(cpu, state);
            return;
        }
        cpu.fpu().clts();
    }

    /** What rule D6 sees of {@link #kernelFpuEnd}. */
    static Shape endShape(FpuVariant variant) {
        List<Shape> statements = switch (variant.on()) {
            case NEVER -> List.of(STTS);
            case FIRST -> List.of(RELEASE, STTS);
            case LAST, LAST_UNBRACED -> List.of(STTS, RELEASE);
        };
        return new Shape.Macro("kernel_fpu_end", variant.guarded(), statements);
    }

    /** {@code kernel_fpu_end()}. */
    @Inlined
    public void kernelFpuEnd(Cpu cpu) {
        kernelFpuEndIf(cpu, true);
    }

    /** {@code if (condition) kernel_fpu_end();}, where the macro may be more than one statement. */
    @CName("kernel_fpu_end")
    @Inlined
    void kernelFpuEndIf(Cpu cpu, boolean condition) {
        FpuVariant.On on = variant.on();
        if (condition && on == FpuVariant.On.FIRST) {
            preemption.on(cpu);
        }
        if (condition) {
            cpu.fpu().stts();
        }
        if (on == FpuVariant.On.LAST_UNBRACED || (condition && on == FpuVariant.On.LAST)) {
            preemption.on(cpu);
        }
    }
}
