package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.PreemptRules;
import dev.preemptcheck.kernel.sched.SchedulingPolicy;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskState;
import dev.preemptcheck.kernel.sched.TaskTraits;
import dev.preemptcheck.kernel.sched.TaskTraits.DaemonContext;
import dev.preemptcheck.kernel.softirq.Softirq;
import dev.preemptcheck.kernel.softirq.SoftirqResched;
import dev.preemptcheck.kernel.softirq.SoftirqReschedVariant;
import dev.preemptcheck.kernel.softirq.SoftirqRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * S5 and S6: softirqs of the voluntary-preempt tree. In S5 the timer softirq works in pieces and gives others a chance between
 * them, in each of the contexts in which a softirq runs; in S6 the handler of a threaded interrupt asks for one.
 */
final class SoftirqSystems {
    private static final KernelVersion VERSION = KernelVersion.V2_6_9_RC1_VP;
    private static final int PIECES = 2;
    private static final int IRQ = 10;

    private SoftirqSystems() {}

    static List<ModelledSystem> all() {
        return List.of(
                resched(
                        "softirq-daemon",
                        "a softirq in ksoftirqd gives others a chance",
                        true,
                        "",
                        SoftirqSystems::daemon),
                resched(
                        "softirq-process",
                        "a softirq in local_bh_enable gives others a chance",
                        false,
                        "process-context",
                        SoftirqSystems::process),
                resched(
                        "softirq-irq-exit",
                        "a softirq in irq_exit gives others a chance",
                        false,
                        "irq_exit",
                        SoftirqSystems::irqExit),
                new CoreSystem(
                        "S6",
                        "hardirq-thread",
                        "a softirq asked for by an interrupt's thread",
                        List.of(
                                new Variant("HR-0", Variant.NO_PATCH, "a raise in an interrupt's thread wakes nobody"),
                                new Variant("HR-1a", "hardirq/count-test", "only the bits of the count say interrupt"),
                                new Variant("HR-1b", "hardirq/kick", "the thread looks after softirqs itself")),
                        configs(true, true, false, true),
                        config -> List.of(config.axis(), softirqAxis(config), "HP1"),
                        SoftirqSystems::threadedIrq));
    }

    private static CoreSystem resched(
            String scenario, String title, boolean threads, String context, CoreSystem.Programs programs) {
        List<Variant> variants = Arrays.stream(SoftirqReschedVariant.values())
                .map(v -> new Variant(v.id(), v.patch(), v.summary()))
                .toList();
        boolean alsoUnpreemptible = !context.equals("irq_exit");
        return new CoreSystem(
                "S5",
                scenario,
                title,
                variants,
                configs(alsoUnpreemptible, threads, threads, false),
                config -> context.isEmpty()
                        ? List.of(config.axis(), softirqAxis(config))
                        : List.of(config.axis(), softirqAxis(config), context),
                programs);
    }

    /** On one processor and two; without CONFIG_PREEMPT, too; with softirq threads of the first value, and the second. */
    private static List<KernelConfig> configs(
            boolean alsoUnpreemptible, boolean softirqThreads, boolean other, boolean hardirqThreads) {
        List<KernelConfig> configs = new ArrayList<>();
        for (int cpus = 1; cpus <= 2; cpus++) {
            for (boolean preempt : alsoUnpreemptible ? new boolean[] {false, true} : new boolean[] {true}) {
                KernelConfig config = new KernelConfig(VERSION, cpus, preempt);
                configs.add(config.withThreads(softirqThreads, hardirqThreads));
                if (other != softirqThreads) {
                    configs.add(config.withThreads(other, hardirqThreads));
                }
            }
        }
        return List.copyOf(configs);
    }

    private static String softirqAxis(KernelConfig config) {
        return "SP" + (config.softirqThreads() ? 1 : 0);
    }

    // ---- S5

    /** A kernel whose timer softirq works in pieces. */
    private static Kernel kernel(KernelConfig config, Variant variant) {
        SoftirqRules rules = new SoftirqRules(false, false);
        Kernel kernel = new Kernel(config, new Kernel.Rules(PreemptRules.of(config), SchedulingPolicy.ANY, rules));
        SoftirqResched resched = new SoftirqResched(kernel.tasks(), kernel.scheduler(), ofId(variant.id()));
        kernel.softirq(Softirq.TIMER, cpu -> runTimerSoftirq(cpu, resched));
        return kernel;
    }

    private static void runTimerSoftirq(Cpu cpu, SoftirqResched resched) {
        for (int i = 0; i < PIECES; i++) {
            resched.betweenPieces(cpu);
        }
    }

    private static SoftirqReschedVariant ofId(String id) {
        return Arrays.stream(SoftirqReschedVariant.values())
                .filter(v -> v.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no variant of S5 is called " + id));
    }

    /** Tasks; {@code ksoftirqd} of each processor and the interrupts' threads run beside them. */
    private static int tasks(Size size) {
        return size == Size.DEEP ? 3 : 2;
    }

    private static MachineSetup daemon(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = kernel(config, variant);
        Spinlock lock = kernel.spinlock("lock");
        Word shared = kernel.word("shared", 0);
        kernel.task("raiser", cpu -> kernel.softirqs().raise(cpu, Softirq.TIMER));
        for (int i = 1; i < tasks(size); i++) {
            kernel.task("task" + i, cpu -> sysIncrement(cpu, lock, shared));
        }
        return kernel.boot();
    }

    /**
     * No interrupt comes: while a softirq is pending with interrupts on, the exit of any interrupt would run it, in the context
     * that the next one is about. What asks for a reschedule is the task that is woken.
     */
    private static MachineSetup process(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = kernel(config, variant);
        kernel.setup().maskTimer();
        Spinlock lock = kernel.spinlock("lock");
        Word shared = kernel.word("shared", 0);
        Task sleeper = kernel.thread("sleeper", TaskTraits.daemon(0, 0, DaemonContext.NONE), cpu -> sleep(kernel, cpu));
        kernel.task("raiser", cpu -> sysRaise(cpu, kernel, sleeper));
        for (int i = 1; i < tasks(size); i++) {
            kernel.task("task" + i, cpu -> sysIncrement(cpu, lock, shared));
        }
        return kernel.boot();
    }

    private static void sysRaise(Cpu cpu, Kernel kernel, Task sleeper) {
        kernel.softirqs().bhDisable(cpu);
        kernel.softirqs().raise(cpu, Softirq.TIMER);
        kernel.scheduler().wakeUp(cpu, sleeper);
        kernel.softirqs().bhEnable(cpu);
    }

    private static void sleep(Kernel kernel, Cpu cpu) {
        for (; ; ) {
            cpu.forget(0);
            kernel.scheduler().setCurrentState(cpu, TaskState.INTERRUPTIBLE);
            kernel.scheduler().schedule(cpu);
        }
    }

    /** The tick asks for the softirq, which then runs on top of whatever the tick has interrupted. */
    private static MachineSetup irqExit(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = kernel(config, variant);
        Spinlock lock = kernel.spinlock("lock");
        Word shared = kernel.word("shared", 0);
        for (int i = 0; i < tasks(size); i++) {
            kernel.task("task" + i, cpu -> sysIncrement(cpu, lock, shared));
        }
        return kernel.boot(cpu -> {
            kernel.interrupts().timerInterrupt(cpu);
            kernel.softirqs().raiseIrqoff(cpu, Softirq.TIMER);
        });
    }

    private static void sysIncrement(Cpu cpu, Spinlock lock, Word shared) {
        lock.lock(cpu);
        shared.store(cpu, shared.load(cpu) + 1);
        lock.unlock(cpu);
    }

    // ---- S6: the thread of the interrupt and ksoftirqd of each processor run beside one task less

    private static void netRxAction(Cpu cpu, Word received) {
        received.add(cpu, 1);
    }

    private static MachineSetup threadedIrq(Size size, KernelConfig config, Variant variant) {
        SoftirqRules rules = new SoftirqRules(!variant.id().equals("HR-1a"), false);
        Kernel kernel = new Kernel(config, new Kernel.Rules(PreemptRules.of(config), SchedulingPolicy.ANY, rules));
        Word received = kernel.word("received", 0);
        kernel.softirq(Softirq.NET_RX, cpu -> netRxAction(cpu, received));
        kernel.threadedIrq(
                IRQ, variant.id().equals("HR-1b"), cpu -> kernel.softirqs().raise(cpu, Softirq.NET_RX));
        Spinlock lock = kernel.spinlock("lock");
        Word shared = kernel.word("shared", 0);
        for (int i = 1; i < tasks(size); i++) {
            kernel.task("task" + i, cpu -> sysIncrement(cpu, lock, shared));
        }
        return kernel.boot();
    }
}
