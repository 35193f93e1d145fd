package dev.preemptcheck.kernel.locking;

import static dev.preemptcheck.kernel.Searches.assertFinds;
import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.MachineSetup.Body;
import dev.preemptcheck.kernel.Inside;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.softirq.Softirq;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a search finds of tasks that read and write something under a big-reader lock of 2.4. */
final class BigReaderLockTest {
    /** How the lock is taken and given back. */
    private record Verbs(Body readLock, Body readUnlock, Body writeLock, Body writeUnlock) {
        static Verbs of(BigReaderLock lock) {
            return new Verbs(lock::readLock, lock::readUnlock, lock::writeLock, lock::writeUnlock);
        }
    }

    private enum Fault {
        /** A writer takes its own processor's lock. */
        OWN_ONLY,
        /** A writer begins with its own processor's lock. */
        OWN_FIRST,
        /** A writer gives the first lock back before it takes the second. */
        ONE_AT_A_TIME,
        /** A reader gives the first processor's lock back. */
        FIRST_GIVEN_BACK
    }

    /** The lock with that fault. */
    private static Verbs faulty(Kernel kernel, Fault fault) {
        List<ReadWriteLock> locks =
                List.of(kernel.locks().readWriteLock("br[0]"), kernel.locks().readWriteLock("br[1]"));
        return new Verbs(
                cpu -> {
                    kernel.preemption().off(cpu);
                    locks.get(cpu.cpuId()).rawReadLock(cpu);
                },
                cpu -> {
                    locks.get(fault == Fault.FIRST_GIVEN_BACK ? 0 : cpu.cpuId()).rawReadUnlock(cpu);
                    kernel.preemption().on(cpu);
                },
                cpu -> {
                    kernel.preemption().off(cpu);
                    int own = cpu.cpuId();
                    locks.get(fault == Fault.OWN_FIRST || fault == Fault.OWN_ONLY ? own : 0)
                            .writeLock(cpu);
                    if (fault == Fault.ONE_AT_A_TIME) {
                        locks.get(0).writeUnlock(cpu);
                    }
                    if (fault != Fault.OWN_ONLY) {
                        locks.get(fault == Fault.OWN_FIRST ? 1 - own : 1).writeLock(cpu);
                    }
                },
                cpu -> {
                    int own = cpu.cpuId();
                    locks.get(fault == Fault.OWN_ONLY ? own : 1).writeUnlock(cpu);
                    if (fault != Fault.OWN_ONLY && fault != Fault.ONE_AT_A_TIME) {
                        locks.get(0).writeUnlock(cpu);
                    }
                    kernel.preemption().on(cpu);
                });
    }

    private static Verdict explore(int cpus, boolean preempt, Consumer<Kernel> program) {
        return Searches.explore(new Bounds(1, 1), new KernelConfig(KernelVersion.V2_4_10_PRE4, cpus, preempt), program);
    }

    private static Function<Kernel, Verbs> real(ReaderOrder order) {
        return kernel -> Verbs.of(kernel.locks().bigReaderLock("br", order));
    }

    /** How each task has the lock, a letter each: as a Reader, a reader Twice, a Writer, or not. */
    private static void visitors(Kernel kernel, String how, Verbs lock) {
        Word inside = kernel.word("inside", 0);
        for (int i = 0; i < how.length(); i++) {
            char visit = how.charAt(i);
            kernel.task("task" + i, cpu -> visit(cpu, visit, lock, inside));
        }
    }

    private static void visit(Cpu cpu, char how, Verbs lock, Word inside) {
        switch (how) {
            case 'R' -> {
                lock.readLock.run(cpu);
                Inside.read(cpu, inside);
                lock.readUnlock.run(cpu);
            }
            case 'T' -> {
                lock.readLock.run(cpu);
                lock.readLock.run(cpu);
                lock.readUnlock.run(cpu);
                Inside.read(cpu, inside);
                lock.readUnlock.run(cpu);
            }
            case 'W' -> {
                lock.writeLock.run(cpu);
                Inside.write(cpu, inside);
                lock.writeUnlock.run(cpu);
            }
            default -> Inside.write(cpu, inside);
        }
    }

    @Nested
    final class Innocent {
        @ParameterizedTest
        @CsvSource({"RR", "RW", "TW", "WW", "RRW"})
        void readersAreTogetherAndAWriterIsAlone(String how) {
            for (int axis = 0; axis < 4; axis++) {
                assertThat(explore(
                                1 + (axis >> 1),
                                (axis & 1) != 0,
                                kernel -> visitors(
                                        kernel,
                                        how,
                                        real(ReaderOrder.PREEMPTION_OFF_FIRST).apply(kernel))))
                        .isInstanceOf(Verdict.Proved.class);
            }
        }

        /** Who is not moved between the two reads the same number, whatever comes first; and one processor has one number. */
        @ParameterizedTest
        @CsvSource({"1,true", "2,false"})
        void theNumberMayComeFirstWhereNobodyIsMoved(int cpus, boolean preempt) {
            assertThat(explore(
                            cpus,
                            preempt,
                            kernel -> visitors(
                                    kernel, "RW", real(ReaderOrder.NUMBER_FIRST).apply(kernel))))
                    .isInstanceOf(Verdict.Proved.class);
        }

        @ParameterizedTest
        @CsvSource({"1,true", "2,false", "2,true"})
        void aSoftirqReadsBesideAReaderWhomItInterrupted(int cpus, boolean preempt) {
            assertThat(explore(
                            cpus,
                            preempt,
                            kernel -> softirqReads(kernel, (lock, word) -> cpu -> {
                                lock.readLock(cpu);
                                Inside.read(cpu, word);
                                lock.readUnlock(cpu);
                            })))
                    .isInstanceOf(Verdict.Proved.class);
        }

        @ParameterizedTest
        @CsvSource({"1,true", "2,false", "2,true"})
        void aWriterKeepsSoftirqsOff(int cpus, boolean preempt) {
            assertThat(explore(
                            cpus,
                            preempt,
                            kernel -> softirqReads(kernel, (lock, word) -> cpu -> {
                                lock.writeLockBh(cpu, kernel.softirqs());
                                Inside.write(cpu, word);
                                lock.writeUnlockBh(cpu, kernel.softirqs());
                            })))
                    .isInstanceOf(Verdict.Proved.class);
        }
    }

    /** What a task does with the lock that a softirq reads under. */
    private interface Visit {
        Body of(BigReaderLock lock, Word inside);
    }

    private static void softirqReads(Kernel kernel, Visit visit) {
        BigReaderLock lock = kernel.locks().bigReaderLock("br", ReaderOrder.PREEMPTION_OFF_FIRST);
        Word inside = kernel.word("inside", 0);
        kernel.softirq(Softirq.NET_RX, cpu -> {
            lock.readLock(cpu);
            Inside.read(cpu, inside);
            lock.readUnlock(cpu);
        });
        kernel.irq(10, cpu -> kernel.softirqs().raiseIrqoff(cpu, Softirq.NET_RX));
        kernel.task("task", visit.of(lock, inside));
    }

    /** A reader is moved after it has read the number, and gives back what it has not taken. */
    @ParameterizedTest
    @CsvSource({"RW", "RRW"})
    void aReaderWhoseNumberComesFirstLeavesALockTaken(String how) {
        assertOnly(
                explore(
                        2,
                        true,
                        kernel -> visitors(
                                kernel, how, real(ReaderOrder.NUMBER_FIRST).apply(kernel))),
                "D13:deadlock(br[");
    }

    @ParameterizedTest
    @CsvSource({
        "OWN_ONLY,RW,both-inside",
        "OWN_ONLY,WW,both-inside",
        "OWN_FIRST,WW,'D13:deadlock(br[0],br[1])'",
        "OWN_FIRST,WW,lockdep:lock-order",
        "ONE_AT_A_TIME,RW,both-inside",
        "FIRST_GIVEN_BACK,RW,D13:deadlock(br[1])"
    })
    void aLockWithAFaultIsRefuted(Fault fault, String how, String finding) {
        assertFinds(explore(2, false, kernel -> visitors(kernel, how, faulty(kernel, fault))), finding);
        assertFinds(explore(2, true, kernel -> visitors(kernel, how, faulty(kernel, fault))), finding);
    }

    @Test
    void compiledOutOnOneProcessorItIsNoneOnceTasksArePreempted() {
        Consumer<Kernel> program = kernel -> visitors(
                kernel,
                "RW",
                Verbs.of(new BigReaderLock(
                        kernel.setup(),
                        "br",
                        kernel.config(),
                        kernel.scheduler().noPreemption(),
                        ReaderOrder.PREEMPTION_OFF_FIRST)));
        assertThat(explore(1, false, program)).isInstanceOf(Verdict.Proved.class);
        assertOnly(explore(1, true, program), "both-inside");
    }

    @Test
    void aWriterWithSoftirqsOnIsReadBesides() {
        assertFinds(
                explore(
                        1,
                        true,
                        kernel -> softirqReads(kernel, (lock, word) -> cpu -> {
                            lock.writeLock(cpu);
                            Inside.write(cpu, word);
                            lock.writeUnlock(cpu);
                        })),
                "lockdep:softirq-unsafe-lock");
    }

    /** A handler that reads keeps what a task writes with interrupts off apart. */
    @ParameterizedTest
    @CsvSource({"1,true", "2,false"})
    void aWriterWithInterruptsOffKeepsHandlersOut(int cpus, boolean preempt) {
        assertThat(explore(cpus, preempt, kernel -> {
                    BigReaderLock lock = kernel.locks().bigReaderLock("br", ReaderOrder.PREEMPTION_OFF_FIRST);
                    Word inside = kernel.word("inside", 0);
                    kernel.irq(10, cpu -> {
                        lock.readLock(cpu);
                        Inside.read(cpu, inside);
                        lock.readUnlock(cpu);
                    });
                    kernel.task("writer", cpu -> {
                        boolean enabled = lock.writeLockIrqSave(cpu);
                        Inside.write(cpu, inside);
                        lock.writeUnlockIrqRestore(cpu, enabled);
                    });
                }))
                .isInstanceOf(Verdict.Proved.class);
    }
}
