package dev.preemptcheck.scenario;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.asm.AtomicCheck;
import dev.preemptcheck.kernel.asm.AtomicCounter;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.net.QueueingDiscipline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * S10, first part: network devices go down and drop built-in queueing disciplines, whose counts nobody had kept. That of
 * {@code noop_qdisc} is 0; {@code noqueue_qdisc} has one user on record and more who let go of it.
 *
 * <p>Under AT-0 to AT-2 the count does drop below zero; the question is whether the debug hook says so each time. Under AT-fix
 * there is no hook, and it must not.
 */
final class AtomicUnderflowSystem implements ModelledSystem {
    private static final KernelVersion VERSION = KernelVersion.V2_6_9_RC4_RT;
    private static final int FIRST_PID = 1201;

    /** How a kernel deals with it. */
    private enum Treatment {
        AT_0("AT-0", Variant.NO_PATCH, "reports a count that was read as 0", AtomicCheck.READ_ZERO, false, false),
        AT_1(
                "AT-1",
                "atomic/not-positive",
                "reports a count that was read as 0 or less",
                AtomicCheck.READ_NOT_POSITIVE,
                false,
                false),
        AT_2(
                "AT-2",
                "atomic/result",
                "reports a count that the decrement has made negative",
                AtomicCheck.RESULT_NEGATIVE,
                false,
                false),
        AT_FIX("AT-fix/nolock", "qdisc/test", "drops a count only if it is not 0", AtomicCheck.NONE, true, false),
        AT_FIX_LOCKED(
                "AT-fix/lock",
                "qdisc/test-locked",
                "drops a count only if it is not 0, all under one lock",
                AtomicCheck.NONE,
                true,
                true);

        private final String id;
        private final String patch;
        private final String summary;
        private final AtomicCheck check;
        private final boolean test;
        private final boolean lock;

        Treatment(String id, String patch, String summary, AtomicCheck check, boolean test, boolean lock) {
            this.id = id;
            this.patch = patch;
            this.summary = summary;
            this.check = check;
            this.test = test;
            this.lock = lock;
        }

        Variant variant() {
            return new Variant(id, patch, summary);
        }

        static Treatment of(Variant variant) {
            return Arrays.stream(values())
                    .filter(t -> t.id.equals(variant.id()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no underflow check is called " + variant.id()));
        }
    }

    @Override
    public String id() {
        return "S10";
    }

    @Override
    public String scenario() {
        return "atomic-underflow";
    }

    @Override
    public String title() {
        return "counts of users below zero";
    }

    @Override
    public List<Variant> variants() {
        return Arrays.stream(Treatment.values()).map(Treatment::variant).toList();
    }

    @Override
    public List<KernelConfig> configs() {
        return List.of(
                new KernelConfig(VERSION, 1, false),
                new KernelConfig(VERSION, 1, true),
                new KernelConfig(VERSION, 2, false),
                new KernelConfig(VERSION, 2, true));
    }

    @Override
    public List<String> axes(KernelConfig config) {
        return List.of(config.axis());
    }

    @Override
    public Scenario of(Size size, KernelConfig config, Variant variant) {
        return new Underflow(name(size), config, Treatment.of(variant), size == Size.QUICK ? 2 : 3);
    }

    /** So many devices go down, the first two with either discipline, the others with {@code noop_qdisc} alone. */
    private record Underflow(String name, KernelConfig config, Treatment treatment, int devices) implements Scenario {
        @Override
        public MachineSetup setup() {
            Kernel kernel = new Kernel(config);
            QueueingDiscipline noop = discipline(kernel, "noop_qdisc", 0);
            QueueingDiscipline noqueue = discipline(kernel, "noqueue_qdisc", 1);
            for (int i = 0; i < devices; i++) {
                List<MachineSetup.Body> calls = new ArrayList<>();
                if (i < 2) {
                    calls.add(noqueue::devShutdown);
                }
                calls.add(noop::devShutdown);
                kernel.task("ip" + i, calls.toArray(MachineSetup.Body[]::new));
            }
            return kernel.boot();
        }

        private QueueingDiscipline discipline(Kernel kernel, String name, int users) {
            AtomicCounter counter = new AtomicCounter(kernel.setup(), name + ".refcnt", users, treatment.check);
            return new QueueingDiscipline(
                    counter, treatment.test, treatment.lock ? kernel.spinlock(name + ".lock") : null);
        }

        @Override
        public Particulars particulars() {
            return new Particulars(
                    config,
                    treatment.variant(),
                    IntStream.range(FIRST_PID, FIRST_PID + devices).boxed().toList());
        }
    }
}
