package dev.preemptcheck.cli;

import dev.preemptcheck.hardware.carrier.Carrier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the tool's version, the JVM it runs on, and the carrier that pauses strands there. */
final class VersionLines implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"preemptcheck " + toolVersion(), "java " + jvm(), "carrier " + carrier()};
    }

    private static String toolVersion() {
        @Nullable String version = PreemptCheck.class.getPackage().getImplementationVersion();
        return version == null ? "(not run from its jar)" : version;
    }

    private static String jvm() {
        return Runtime.version() + " (" + System.getProperty("java.vm.name") + ", " + System.getProperty("java.home")
                + ")";
    }

    /** Which carrier was chosen and why, without a line break. */
    private static String carrier() {
        try (Carrier best = Carrier.best()) {
            return best.description();
        }
    }
}
