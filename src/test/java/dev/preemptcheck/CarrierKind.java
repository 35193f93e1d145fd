package dev.preemptcheck;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.hardware.carrier.ContinuationCarrier;
import dev.preemptcheck.hardware.carrier.ThreadCarrier;

/** The carriers, for tests that must hold on each that this JVM offers. */
public enum CarrierKind {
    THREADS {
        @Override
        public Carrier open() {
            return new ThreadCarrier();
        }
    },
    CONTINUATIONS {
        @Override
        public Carrier open() {
            assumeTrue(ContinuationCarrier.available(), "no continuations on this JVM");
            return new ContinuationCarrier();
        }
    };

    /** A new carrier; skips the test if there is none of this kind. */
    public abstract Carrier open();
}
