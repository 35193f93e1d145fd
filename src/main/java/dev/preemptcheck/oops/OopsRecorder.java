package dev.preemptcheck.oops;

import dev.preemptcheck.detect.Signature;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns a finished dump and its BUG line into a record: chain, signature, page frames, checks. */
final class OopsRecorder {
    private OopsRecorder() {}

    static OopsRecord record(
            OopsDump dump, @Nullable BugLine bug, String reason, String input, String host, String startUpVersion) {
        LoggedCallChain chain = LoggedCallChain.of(dump.eip, dump.trace);
        String version = version(dump, bug, startUpVersion);
        String function = dump.eip == null ? "" : dump.eip.symbol();
        return new OopsRecord(
                new OopsRecord.Origin(input, dump.startNumber, dump.quoteDepth, dump.time, host, version),
                bug,
                reason,
                dump.trap,
                dump.cpu,
                dump.eip,
                dump.registers,
                dump.process,
                dump.pid,
                dump.stackPage,
                dump.stack,
                chain.trace(),
                dump.code,
                PageFrames.of(dump.registers, dump.stack, dump.code, function),
                signature(dump, bug, reason, chain),
                OopsChecks.warnings(dump, bug, chain, version));
    }

    private static String version(OopsDump dump, @Nullable BugLine bug, String startUpVersion) {
        String fromPath = bug == null ? "" : KernelClue.inPath(bug.path());
        if (!fromPath.isEmpty()) {
            return fromPath;
        }
        return startUpVersion.isEmpty() ? KernelClue.inTrace(dump.trace) : startUpVersion;
    }

    /** Rule and outcome are the kernel's own words: {@code BUG}, or {@code OOPS} and the trap for whatever is no BUG. */
    private static Signature signature(OopsDump dump, @Nullable BugLine bug, String reason, LoggedCallChain chain) {
        String place = bug == null ? "" : SourcePlace.of(bug);
        return dump.isBug()
                ? new Signature("BUG", "BUG", place, chain.functions())
                : new Signature("OOPS", outcome(dump.trap, reason), place, chain.functions());
    }

    private static String outcome(String trap, String reason) {
        if (reason.contains("NULL pointer")) {
            return "NULL-pointer";
        }
        if (reason.contains("paging request")) {
            return "paging-request";
        }
        return trap.isEmpty() ? "unknown-trap" : trap.toLowerCase(Locale.ROOT).replace(' ', '-');
    }
}
