package dev.preemptcheck.kernel.wait;

import static dev.preemptcheck.kernel.Searches.assertFinds;
import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.kernel.Inside;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.wait.FaultyRwSemaphore.Fault;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of tasks that share a semaphore of readers and writers. */
final class RwSemaphoreTest {

    private static Verdict explore(int cpus, boolean preempt, Consumer<Kernel> program) {
        return Searches.explore(new Bounds(1, 1), cpus, preempt, program);
    }

    private static void assertProved(int cpus, boolean preempt, Consumer<Kernel> program) {
        assertThat(explore(cpus, preempt, program)).isInstanceOf(Verdict.Proved.class);
    }

    /**
     * How each task has the semaphore, a letter each: as a Reader, a Writer, by Trying either, a writer who is Downgraded, or
     * not.
     */
    private static void visitors(Kernel kernel, String how) {
        RwSemaphore semaphore = kernel.locks().rwSemaphore("sem");
        Word inside = kernel.word("inside", 0);
        for (int i = 0; i < how.length(); i++) {
            char visit = how.charAt(i);
            kernel.task("task" + i, cpu -> visit(cpu, visit, semaphore, inside));
        }
    }

    private static void visit(Cpu cpu, char how, RwSemaphore semaphore, Word inside) {
        switch (how) {
            case 'R' -> {
                semaphore.downRead(cpu);
                Inside.read(cpu, inside);
                semaphore.upRead(cpu);
            }
            case 'W' -> {
                semaphore.downWrite(cpu);
                Inside.write(cpu, inside);
                semaphore.upWrite(cpu);
            }
            case 'r' -> {
                if (semaphore.downReadTrylock(cpu)) {
                    Inside.read(cpu, inside);
                    semaphore.upRead(cpu);
                }
            }
            case 'w' -> {
                if (semaphore.downWriteTrylock(cpu)) {
                    Inside.write(cpu, inside);
                    semaphore.upWrite(cpu);
                }
            }
            case 'D' -> {
                semaphore.downWrite(cpu);
                Inside.write(cpu, inside);
                semaphore.downgradeWrite(cpu);
                Inside.read(cpu, inside);
                semaphore.upRead(cpu);
            }
            default -> Inside.write(cpu, inside);
        }
    }

    @ParameterizedTest
    @CsvSource({"RW", "WW", "RR", "DW", "DR", "rW", "wR", "wD"})
    void twoWhoAskHaveItAsTheyMay(String how) {
        assertProved(1, false, kernel -> visitors(kernel, how));
        assertProved(1, true, kernel -> visitors(kernel, how));
        assertProved(2, false, kernel -> visitors(kernel, how));
        assertProved(2, true, kernel -> visitors(kernel, how));
    }

    @ParameterizedTest
    @CsvSource({"1,WRR,false", "1,WRW,false", "1,WWW,false", "1,wWR,false", "0,WRW,true", "0,DRW,true"})
    void threeOnTwoProcessorsDoLikewise(int interrupts, String how, boolean preempt) {
        assertThat(Searches.explore(new Bounds(interrupts, 1), 2, preempt, kernel -> visitors(kernel, how)))
                .isInstanceOf(Verdict.Proved.class);
    }

    @ParameterizedTest
    @CsvSource({"RN", "WN", "DN"})
    void whoDoesNotAskIsInsideToo(String how) {
        assertThat(explore(2, false, kernel -> visitors(kernel, how))).isInstanceOf(Verdict.Refuted.class);
    }

    @Test
    void aWriterWhoIsDowngradedLetsReadersInWhoQueued() {
        assertProved(1, true, RwSemaphoreTest::downgradedUntilRead);
    }

    /**
     * Who has taken its one before the downgrade, so that the count is not below 0 after it, and queues behind it is not let in
     * until the semaphore is given back: so it is in 2.6.9, where a reader has no claim to be let in beside another.
     */
    @ParameterizedTest
    @CsvSource({"2,false", "2,true"})
    void aReaderWhoAsksWhileTheWriterIsDowngradedMayHaveToWaitForHim(int cpus, boolean preempt) {
        assertThat(explore(cpus, preempt, RwSemaphoreTest::downgradedUntilRead)).isInstanceOf(Verdict.Open.class);
    }

    /** Who was a writer stays until a reader has been there with him. */
    private static void downgradedUntilRead(Kernel kernel) {
        RwSemaphore semaphore = kernel.locks().rwSemaphore("sem");
        Completion read = kernel.locks().completion("read");
        kernel.task("writer", cpu -> {
            semaphore.downWrite(cpu);
            semaphore.downgradeWrite(cpu);
            read.waitFor(cpu);
            semaphore.upRead(cpu);
        });
        kernel.task("reader", cpu -> {
            semaphore.downRead(cpu);
            read.complete(cpu);
            semaphore.upRead(cpu);
        });
    }

    @Nested
    final class Misused {
        private void inThisOrder(Kernel kernel, String name, RwSemaphore outer, RwSemaphore inner, boolean reading) {
            kernel.task(name, cpu -> {
                outer.downWrite(cpu);
                if (reading) {
                    inner.downRead(cpu);
                    inner.upRead(cpu);
                } else {
                    inner.downWrite(cpu);
                    inner.upWrite(cpu);
                }
                outer.upWrite(cpu);
            });
        }

        @ParameterizedTest
        @CsvSource({"1,true,false", "2,false,false", "2,true,true"})
        void bothOrdersAreADeadlockOfSleepers(int cpus, boolean preempt, boolean reading) {
            Verdict verdict = explore(cpus, preempt, kernel -> {
                RwSemaphore one = kernel.locks().rwSemaphore("one");
                RwSemaphore two = kernel.locks().rwSemaphore("two");
                inThisOrder(kernel, "first", one, two, reading);
                inThisOrder(kernel, "second", two, one, reading);
            });
            assertFinds(verdict, "lockdep:lock-order");
            assertFinds(verdict, "D13:deadlock");
        }

        @Test
        void aReaderWhoAsksAgainBehindAWriterWaitsForHimself() {
            Verdict verdict = explore(2, false, kernel -> {
                RwSemaphore semaphore = kernel.locks().rwSemaphore("sem");
                kernel.task("reader", cpu -> {
                    semaphore.downRead(cpu);
                    semaphore.downRead(cpu);
                    semaphore.upRead(cpu);
                    semaphore.upRead(cpu);
                });
                kernel.task("writer", cpu -> {
                    semaphore.downWrite(cpu);
                    semaphore.upWrite(cpu);
                });
            });
            assertFinds(verdict, "lockdep:recursive-lock");
            assertFinds(verdict, "D13:deadlock");
        }

        @ParameterizedTest
        @CsvSource({"true", "false"})
        void askingUnderASpinlockIsASleepInAtomic(boolean reading) {
            assertOnly(explore(1, true, kernel -> underSpinlock(kernel, reading ? 'R' : 'W')), "D10:sleep-in-atomic");
        }

        @ParameterizedTest
        @CsvSource({"true", "false"})
        void tryingUnderASpinlockIsNone(boolean reading) {
            assertProved(1, true, kernel -> underSpinlock(kernel, reading ? 'r' : 'w'));
            assertProved(2, true, kernel -> underSpinlock(kernel, reading ? 'r' : 'w'));
        }

        private void underSpinlock(Kernel kernel, char how) {
            RwSemaphore semaphore = kernel.locks().rwSemaphore("sem");
            Spinlock spinlock = kernel.spinlock("spinlock");
            Word inside = kernel.word("inside", 0);
            kernel.task("task", cpu -> {
                spinlock.lock(cpu);
                visit(cpu, how, semaphore, inside);
                spinlock.unlock(cpu);
            });
            kernel.task("other", cpu -> {
                spinlock.lock(cpu);
                spinlock.unlock(cpu);
            });
        }
    }

    private static Verdict faulty(Fault fault, String how) {
        return Searches.explore(
                new Bounds(0, 1),
                new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 2, true),
                kernel -> FaultyRwSemaphore.visitors(kernel, fault, how));
    }

    @ParameterizedTest
    @CsvSource({
        "NOBODY_WOKEN,WW,D8:lost-wakeup",
        "LAST_TRY_FORGOTTEN,RW,D8:lost-wakeup",
        "NOT_TRIED_AGAIN,WWW,D8:lost-wakeup",
        "ONE_READER_WOKEN,WRR,D8:lost-wakeup",
        "WRITER_NOT_COUNTED,WWW,both-inside",
        "WOKEN_BEFORE_TOLD,WW,D8:lost-wakeup",
        "LOOKS_BEFORE_SLEEPING,WW,D8:lost-wakeup",
        "LOOKS_AFTER_TELLING,WW,D23:use-after-free",
        "QUEUES_LATE,WW,D8:lost-wakeup"
    })
    void aSemaphoreWithAFaultIsRefuted(Fault fault, String how, String finding) {
        assertFinds(faulty(fault, how), finding);
    }

    private static Consumer<Kernel> withStoreBuffers(Consumer<Kernel> program) {
        return kernel -> {
            kernel.setup().memoryModel(MemoryModel.TSO);
            program.accept(kernel);
        };
    }

    @ParameterizedTest
    @CsvSource({"RW", "WW", "DW"})
    void storeBuffersMakeNoDifference(String how) {
        assertThat(Searches.explore(new Bounds(0, 1), 2, false, withStoreBuffers(kernel -> visitors(kernel, how))))
                .isInstanceOf(Verdict.Proved.class);
    }

    /** A share of the high half that is left there makes all who come wait for their turn, which they get. */
    @ParameterizedTest
    @CsvSource({"NONE,RW", "NONE,WW", "NONE,WRR", "SHARE_KEPT,RW", "SHARE_KEPT,WRR"})
    void withoutAFaultThatMattersItIsProved(Fault fault, String how) {
        assertThat(faulty(fault, how)).isInstanceOf(Verdict.Proved.class);
    }
}
