package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.fs.SeqFile;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.ReadWriteLock;
import dev.preemptcheck.kernel.mm.Kmalloc;
import dev.preemptcheck.kernel.net.Conntrack;
import dev.preemptcheck.kernel.net.ConntrackVariant;
import dev.preemptcheck.kernel.softirq.Softirq;
import java.util.Arrays;
import java.util.List;

/** S7: a task lists tracked connections while packets come in and add some; others have work of their own. */
final class ConntrackSystem {
    private static final KernelVersion VERSION = KernelVersion.V2_6_9_RC1_VP;
    private static final int IRQ = 10;
    private static final int BUCKETS = 2;
    /** Printing a bucket takes about 6 us of simulated time, and interrupts take what is left. */
    private static final long BUDGET_NANOS = 12_000;

    private ConntrackSystem() {}

    static ModelledSystem create() {
        return new CoreSystem(
                "S7",
                "conntrack",
                "a listing of tracked connections",
                Arrays.stream(ConntrackVariant.values())
                        .map(v -> new Variant(v.id(), v.patch(), v.summary()))
                        .toList(),
                List.of(
                        new KernelConfig(VERSION, 1, false),
                        new KernelConfig(VERSION, 1, true),
                        new KernelConfig(VERSION, 2, false),
                        new KernelConfig(VERSION, 2, true)),
                config -> List.of(config.axis(), "SP0"),
                ConntrackSystem::setup);
    }

    private static ConntrackVariant ofId(String id) {
        return Arrays.stream(ConntrackVariant.values())
                .filter(v -> v.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no listing of connections is called " + id));
    }

    private static MachineSetup setup(Size size, KernelConfig config, Variant variant) {
        Kernel kernel = new Kernel(config);
        kernel.setup().latencyBudget(BUDGET_NANOS);
        Kmalloc kmalloc = new Kmalloc(kernel.scheduler());
        ReadWriteLock lock = new ReadWriteLock(kernel.setup(), "ip_conntrack_lock", config.smp(), kernel.preemption());
        Conntrack conntrack =
                new Conntrack(kernel.setup(), lock, kernel.softirqs(), kmalloc, ofId(variant.id()), BUCKETS);
        SeqFile file = new SeqFile(kmalloc, kernel.word("user_buffer", 0));
        kernel.softirq(Softirq.NET_RX, conntrack::confirm);
        kernel.irq(IRQ, cpu -> kernel.softirqs().raiseIrqoff(cpu, Softirq.NET_RX));
        kernel.task("cat", cpu -> file.read(cpu, conntrack));
        for (int i = 1; i < (size == Size.DEEP ? 3 : 2); i++) {
            kernel.task("task" + i, kmalloc::allocate);
        }
        return kernel.boot();
    }
}
