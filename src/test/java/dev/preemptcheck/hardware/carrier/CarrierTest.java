package dev.preemptcheck.hardware.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.preemptcheck.CarrierKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CarrierTest {
    private static Carrier pinned = new ThreadCarrier();

    @ParameterizedTest
    @EnumSource
    void codeGoesOnWhereItWasPaused(CarrierKind kind) {
        List<String> order = new ArrayList<>();
        try (Carrier carrier = kind.open()) {
            Object handle = carrier.start(() -> {
                order.add("first");
                carrier.suspend();
                order.add("second");
            });
            order.add("not started");
            assertThat(carrier.resume(handle)).isFalse();
            order.add("paused");
            assertThat(carrier.resume(handle)).isTrue();
        }
        assertThat(order).containsExactly("not started", "first", "paused", "second");
    }

    @ParameterizedTest
    @EnumSource
    void twoPiecesOfCodeTakeTurns(CarrierKind kind) {
        List<String> order = new ArrayList<>();
        try (Carrier carrier = kind.open()) {
            Object a = carrier.start(() -> twice(carrier, order, "a"));
            Object b = carrier.start(() -> twice(carrier, order, "b"));
            List.of(a, b, b, a).forEach(carrier::resume);
        }
        assertThat(order).containsExactly("a1", "b1", "b2", "a2");
    }

    private static void twice(Carrier carrier, List<String> order, String name) {
        order.add(name + "1");
        carrier.suspend();
        order.add(name + "2");
    }

    @ParameterizedTest
    @EnumSource
    void whatTheCodeThrowsReachesTheDriver(CarrierKind kind) {
        try (Carrier carrier = kind.open()) {
            Object handle = carrier.start(() -> {
                carrier.suspend();
                throw new ArithmeticException("thrown");
            });
            carrier.resume(handle);
            assertThatThrownBy(() -> carrier.resume(handle)).isInstanceOf(ArithmeticException.class);
            assertThat(carrier.resume(carrier.start(() -> {})))
                    .as("the carrier lives on")
                    .isTrue();
        }
    }

    /** Java 25 lends the driver's monitors to a continuation that yields. */
    @ParameterizedTest
    @EnumSource
    void theDriverStillHoldsItsMonitorsWhenAllCodeHasEnded(CarrierKind kind) {
        Object monitor = new Object();
        try (Carrier carrier = kind.open()) {
            Object handle = carrier.start(carrier::suspend);
            synchronized (monitor) {
                carrier.resume(handle);
                carrier.resume(handle);
                assertThat(Thread.holdsLock(monitor)).isTrue();
            }
        }
    }

    /** What is left behind by code that has ended must not show in the code that follows it there. */
    @ParameterizedTest
    @EnumSource
    void codeThatFollowsEndedCodeStartsAtItsBeginning(CarrierKind kind) {
        List<String> order = new ArrayList<>();
        try (Carrier carrier = kind.open()) {
            for (String name : List.of("a", "b", "c")) {
                Object handle = carrier.start(() -> twice(carrier, order, name));
                assertThat(carrier.resume(handle)).isFalse();
                assertThat(carrier.resume(handle)).isTrue();
            }
        }
        assertThat(order).containsExactly("a1", "a2", "b1", "b2", "c1", "c2");
    }

    @Test
    void threadsAreReused() {
        List<Thread> threads = new ArrayList<>();
        try (Carrier carrier = new ThreadCarrier()) {
            for (int i = 0; i < 3; i++) {
                carrier.resume(carrier.start(() -> threads.add(Thread.currentThread())));
            }
        }
        assertThat(threads).hasSize(3);
        assertThat(threads.stream().distinct()).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void closingEndsTheThreads() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        try (Carrier carrier = new ThreadCarrier()) {
            carrier.resume(carrier.start(() -> threads.add(Thread.currentThread())));
            assertThat(threads.get(0).isAlive()).isTrue();
        }
        threads.get(0).join(10_000);
        assertThat(threads.get(0).isAlive()).isFalse();
    }

    @Test
    void aContinuationRunsOnTheDriversThread() {
        List<Thread> threads = new ArrayList<>();
        try (Carrier carrier = CarrierKind.CONTINUATIONS.open()) {
            carrier.resume(carrier.start(() -> threads.add(Thread.currentThread())));
        }
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void theBestCarrierSaysWhichItIs() {
        try (Carrier best = Carrier.best()) {
            assertThat(best.description())
                    .startsWith(ContinuationCarrier.available() ? "continuations, Java " : "threads (");
        }
    }

    /** Suspends in its initialiser. */
    private static final class Initialised {
        static final boolean DONE = pause();

        private static boolean pause() {
            pinned.suspend();
            return true;
        }
    }

    @Test
    void aPauseInAClassInitialiserIsTheEnginesFault() {
        try (Carrier carrier = CarrierKind.CONTINUATIONS.open()) {
            pinned = carrier;
            Object handle = carrier.start(() -> assertThat(Initialised.DONE).isTrue());
            assertThat(catchThrowable(() -> carrier.resume(handle)))
                    .isInstanceOf(ExceptionInInitializerError.class)
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .cause()
                    .hasMessageContaining("a strand can't be paused here");
        }
    }

    @Test
    void aPauseUnderAMonitorIsTheEnginesFaultBeforeJava24() {
        assumeTrue(Runtime.version().feature() < 24, "monitors don't pin any more");
        Object monitor = new Object();
        try (Carrier carrier = CarrierKind.CONTINUATIONS.open()) {
            Object handle = carrier.start(() -> {
                synchronized (monitor) {
                    carrier.suspend();
                }
            });
            assertThatThrownBy(() -> carrier.resume(handle))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a strand can't be paused here");
        }
    }
}
