package dev.preemptcheck.kernel.init;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.arch.FpuVariant;
import dev.preemptcheck.kernel.arch.I387;
import dev.preemptcheck.kernel.arch.Mmx;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTraits;
import java.util.ArrayList;
import java.util.List;

/** A kernel of a K7 build whose programs use the FPU, and make the kernel use it. */
public final class FpuKernel {
    private static final int SOURCE_VALUE = 0x11111111;

    private final Memory memory;
    private final I387 i387;
    private final Mmx mmx;

    private FpuKernel(Kernel kernel, FpuVariant variant) {
        this.memory = kernel.setup().memory();
        this.i387 = new I387(variant, kernel.preemption());
        this.mmx = new Mmx(kernel.config(), kernel.counts(), i387);
        i387.install(kernel.setup());
        kernel.scheduler().atSwitch(i387);
    }

    /**
     * A task's script.
     *
     * @param name {@code comm}
     * @param pid process id
     * @param live true if it has used the FPU before boot and its state is live in the registers, where it runs at boot
     * @param calls what it does, in order
     */
    public record Program(String name, int pid, boolean live, List<FpuCall> calls) {
        public Program {
            calls = List.copyOf(calls);
        }
    }

    /** The machine for it; the first program runs at boot. */
    public static MachineSetup boot(KernelConfig config, FpuVariant variant, List<Program> programs) {
        Kernel kernel = new Kernel(config);
        FpuKernel wiring = new FpuKernel(kernel, variant);
        for (Program program : programs) {
            wiring.add(kernel, program);
        }
        return kernel.boot();
    }

    private void add(Kernel kernel, Program program) {
        int from = memory.object(program.name() + ".source", contents(SOURCE_VALUE * program.pid()));
        int to = memory.object(program.name() + ".page", contents(0));
        Task task = kernel.task(program.name(), program.pid(), TaskTraits.USER, bodies(program, from, to));
        i387.lazyFor(kernel.setup(), task, program.live());
    }

    private static int[] contents(int first) {
        int[] words = new int[Mmx.PAGE_WORDS];
        for (int i = 0; i < words.length; i++) {
            words[i] = first + i;
        }
        return words;
    }

    /** What is done in user mode comes before the next entry into the kernel, in one body with it. */
    private MachineSetup.Body[] bodies(Program program, int from, int to) {
        List<MachineSetup.Body> bodies = new ArrayList<>();
        List<FpuCall> one = new ArrayList<>();
        for (FpuCall call : program.calls()) {
            one.add(call);
            if (call != FpuCall.FLD && call != FpuCall.FSTP) {
                bodies.add(body(List.copyOf(one), from, to));
                one.clear();
            }
        }
        if (!one.isEmpty()) {
            bodies.add(body(List.copyOf(one), from, to));
        }
        return bodies.toArray(MachineSetup.Body[]::new);
    }

    private MachineSetup.Body body(List<FpuCall> calls, int from, int to) {
        return cpu -> {
            for (FpuCall call : calls) {
                perform(cpu, call, from, to);
            }
        };
    }

    private void perform(Cpu cpu, FpuCall call, int from, int to) {
        switch (call) {
            case FLD -> cpu.userFpu().fld(from);
            case FSTP -> cpu.userFpu().fstp();
            case ENTER -> {}
            case COPY_PAGE -> mmx.copyPage(cpu, to, from);
            case CLEAR_PAGE -> mmx.clearPage(cpu, to);
            case COPY_WORD -> mmx.memcpy(cpu, to, from, 1);
            case XOR -> mmx.xor(cpu, to, from);
            case FORK -> i387.fork(cpu);
            case EXEC -> i387.exec(cpu);
            case SIGNAL -> i387.signal(cpu);
            case SIGRETURN -> i387.sigreturn(cpu);
        }
    }
}
