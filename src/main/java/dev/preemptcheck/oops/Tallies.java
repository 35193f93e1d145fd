package dev.preemptcheck.oops;

import dev.preemptcheck.latency.TraceTally;
import dev.preemptcheck.oops.message.MessageTally;

/** Where all logs of a triage count what they find. */
record Tallies(OopsTally oopses, AllocationTally allocations, MessageTally messages, TraceTally traces) {
    Tallies() {
        this(new OopsTally(), new AllocationTally(), new MessageTally(), new TraceTally());
    }
}
