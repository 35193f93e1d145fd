package dev.preemptcheck.verify;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Particulars;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Variant;
import java.util.List;

/**
 * A system beside S1, with everything that S1 has not: a 2.6.9 kernel, variants whose names hold a slash, axes of three kinds. Two
 * tasks on two processors count; {@code torn} does it by a load and a store.
 */
record SoftirqLikeSystem() implements ModelledSystem {
    static final Variant TORN = new Variant("X-0/torn", "none", "counts by a load and a store");
    static final Variant LOCKED = new Variant("X-1", "x/locked", "counts by one instruction");

    @Override
    public String id() {
        return "S99";
    }

    @Override
    public String scenario() {
        return "x-irq-exit";
    }

    @Override
    public String title() {
        return "counting";
    }

    @Override
    public List<Variant> variants() {
        return List.of(TORN, LOCKED);
    }

    @Override
    public List<KernelConfig> configs() {
        KernelConfig smp = new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 2, true);
        return List.of(smp, smp.withThreads(true, false));
    }

    @Override
    public List<String> axes(KernelConfig config) {
        return List.of(config.axis(), "SP" + (config.softirqThreads() ? 1 : 0), "irq_exit");
    }

    @Override
    public Scenario of(Size size, KernelConfig config, Variant variant) {
        return new Counting(name(size), config, variant);
    }

    private record Counting(String name, KernelConfig config, Variant variant) implements Scenario {
        @Override
        public MachineSetup setup() {
            MachineSetup setup = new MachineSetup(2, true);
            int hits = setup.memory().word("hits", 0);
            int done = setup.memory().word("done", 0);
            int never = setup.memory().word("never", 0);
            for (int i = 0; i < 2; i++) {
                setup.task("swapper" + i, true, 0, cpu -> {
                    for (; ; ) {
                        cpu.awaitNonZero(never);
                    }
                });
            }
            for (int i = 0; i < 2; i++) {
                int idle = i;
                setup.boot(i, setup.task("task" + i, false, 0, cpu -> {
                    if (variant.equals(TORN)) {
                        cpu.store(hits, cpu.load(hits) + 1);
                    } else {
                        cpu.add(hits, 1);
                    }
                    if (cpu.add(done, 1) == 2 && cpu.load(hits) != 2) {
                        throw cpu.bug("BUG-lost-update", "");
                    }
                    cpu.retire();
                    cpu.switchTo(idle);
                }));
            }
            return setup;
        }

        @Override
        public Particulars particulars() {
            return new Particulars(config, variant, List.of());
        }
    }
}
