package dev.preemptcheck.oops;

/**
 * What was read of one input.
 *
 * @param name the file, or {@code -}
 * @param bytes after unpacking
 * @param lines lines of the file
 * @param syslogLines logical lines that have a syslog envelope, or the kernel's time stamp
 * @param overlongLines lines whose tail was dropped because they are longer than 8192 bytes
 * @param nulBytes NUL bytes, all skipped
 * @param oopses oopses found in it, quoted copies left out
 * @param messages other complaints of the kernel found in it, quoted copies left out
 * @param traces latency traces found in it
 * @param kernelVersion the kernel that its first oops names, or empty
 * @param wholeRead false if reading failed before the end
 */
public record InputSummary(
        String name,
        long bytes,
        long lines,
        long syslogLines,
        long overlongLines,
        long nulBytes,
        long oopses,
        long messages,
        long traces,
        String kernelVersion,
        boolean wholeRead) {

    /** What a user should know about an input in which nothing could be found; empty if there is nothing to say. */
    public String remark() {
        if (bytes == 0) {
            return "empty, nothing to triage";
        }
        if (syslogLines == 0 && oopses + messages + traces == 0) {
            return nulBytes > 0
                    ? "not a text file (it has NUL bytes) and no syslog line in it; is it a binary, or UTF-16?"
                    : "no syslog line and no oops in it; is it a syslog?";
        }
        return nulBytes > 0 ? nulBytes + " NUL bytes skipped" : "";
    }
}
