package dev.preemptcheck.verify;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.scenario.ModelledSystem;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Size;
import dev.preemptcheck.scenario.Variant;
import java.util.List;

/** A user's scenario as a system of one variant and one configuration, with the same program in each size. */
record UserSystem(UserScenario user) implements ModelledSystem {
    @Override
    public String id() {
        return "user";
    }

    @Override
    public String scenario() {
        return user.name();
    }

    @Override
    public String name(Size size) {
        return user.name();
    }

    @Override
    public String title() {
        return user.variant().summary();
    }

    @Override
    public List<Variant> variants() {
        return List.of(user.variant());
    }

    @Override
    public List<KernelConfig> configs() {
        return List.of(user.particulars().config());
    }

    @Override
    public List<String> axes(KernelConfig config) {
        return List.of();
    }

    @Override
    public Scenario of(Size size, KernelConfig config, Variant variant) {
        return user;
    }
}
