package dev.preemptcheck.seed;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A configuration as seeds write it, in the kernel's own words. Which options there are depends on the kernel: HIGHMEM_DEBUG in
 * 2.4, threads for interrupts in 2.6.9.
 */
final class ConfigLine {
    /** What NR_CPUS goes up to where 2.4 is modelled. */
    private static final int V2_4_CPUS_MAX = 4;

    private static final String COMMON = "NR_CPUS=(\\d{1,2}) CONFIG_SMP=([yn]) CONFIG_PREEMPT=([yn]) ";
    private static final Pattern V2_4 = Pattern.compile(COMMON + "CONFIG_HIGHMEM4G=y HIGHMEM_DEBUG=([01])");
    private static final Pattern V2_6 =
            Pattern.compile(COMMON + "CONFIG_PREEMPT_SOFTIRQS=([yn]) CONFIG_PREEMPT_HARDIRQS=([yn])");

    private ConfigLine() {}

    /**
     * The line.
     *
     * @throws IllegalArgumentException if that kernel has no such option, so that it would not be read back
     */
    static String of(KernelConfig config) {
        int cpusMax = cpusMax(config.version());
        if (config.cpus() > cpusMax) {
            throw new IllegalArgumentException("kernel " + config.version().release() + " is modelled for at most "
                    + cpusMax + " processors, not " + config.cpus());
        }
        String common = String.format(
                Locale.ROOT,
                "NR_CPUS=%d CONFIG_SMP=%s CONFIG_PREEMPT=%s ",
                config.cpus(),
                letter(config.smp()),
                letter(config.preempt()));
        boolean fields = config.version().countFields();
        if (fields ? config.highmemDebug() : config.softirqThreads() || config.hardirqThreads()) {
            throw new IllegalArgumentException("kernel " + config.version().release() + " has no option for "
                    + (fields ? "HIGHMEM_DEBUG" : "threads for interrupts"));
        }
        return common
                + (fields
                        ? "CONFIG_PREEMPT_SOFTIRQS=" + letter(config.softirqThreads()) + " CONFIG_PREEMPT_HARDIRQS="
                                + letter(config.hardirqThreads())
                        : "CONFIG_HIGHMEM4G=y HIGHMEM_DEBUG=" + (config.highmemDebug() ? 1 : 0));
    }

    private static String letter(boolean on) {
        return on ? "y" : "n";
    }

    /**
     * The configuration in a line.
     *
     * @throws IllegalArgumentException if it is none of that kernel
     */
    static KernelConfig parse(KernelVersion version, String text) {
        Matcher m = (version.countFields() ? V2_6 : V2_4).matcher(text);
        if (!m.matches() || !mayBe(version, Integer.parseInt(m.group(1)))) {
            throw new IllegalArgumentException("a config is 'NR_CPUS=<1.." + cpusMax(version)
                    + "> CONFIG_SMP=<y|n> CONFIG_PREEMPT=<y|n> "
                    + (version.countFields()
                            ? "CONFIG_PREEMPT_SOFTIRQS=<y|n> CONFIG_PREEMPT_HARDIRQS=<y|n>'"
                            : "CONFIG_HIGHMEM4G=y HIGHMEM_DEBUG=<0|1>'")
                    + " for kernel " + version.release());
        }
        KernelConfig common = new KernelConfig(
                version,
                Integer.parseInt(m.group(1)),
                m.group(3).equals("y"),
                m.group(4).equals("1"));
        if (common.smp() != m.group(2).equals("y")) {
            throw new IllegalArgumentException("CONFIG_SMP contradicts NR_CPUS");
        }
        return version.countFields()
                ? common.withThreads(m.group(4).equals("y"), m.group(5).equals("y"))
                : common;
    }

    private static boolean mayBe(KernelVersion version, int cpus) {
        return cpus >= 1 && cpus <= cpusMax(version);
    }

    private static int cpusMax(KernelVersion version) {
        return version.countFields() ? MachineSetup.CPUS_MAX : V2_4_CPUS_MAX;
    }
}
