package dev.preemptcheck.oops;

/** A message that syslogd may say was repeated: {@code last message repeated <N> times} adds N to its one (fact 7.2). */
interface Repeatable {
    /** A message whose repeats mean nothing to triage. */
    Repeatable IGNORED = times -> {};

    /** Adds this many occurrences. */
    void again(long times);
}
