package dev.preemptcheck.kernel.smp;

import static dev.preemptcheck.kernel.Searches.assertFinds;
import static dev.preemptcheck.kernel.Searches.assertOnly;
import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Verdict;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Searches;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.sched.Task;
import dev.preemptcheck.kernel.sched.TaskTraits;
import dev.preemptcheck.kernel.sched.TaskTraits.DaemonContext;
import dev.preemptcheck.kernel.softirq.Softirq;
import dev.preemptcheck.kernel.wait.WaitQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a search finds of tasks that count something in a word of their processor's. */
final class PerCpuTest {
    private static final String SAID = "D4:smp_processor_id-in-preemptible";

    private static Verdict explore(int cpus, boolean preempt, Consumer<Kernel> program) {
        return Searches.explore(new Bounds(1, 1), cpus, preempt, program);
    }

    private static void assertProved(int cpus, boolean preempt, Consumer<Kernel> program) {
        assertThat(explore(cpus, preempt, program)).isInstanceOf(Verdict.Proved.class);
    }

    /** How a task counts one. */
    private interface Counting {
        void count(Cpu cpu, Kernel kernel, PerCpuVariable counter);
    }

    /** Two tasks that count one each; whoever comes back last finds two. */
    private static Consumer<Kernel> twoCount(Counting how) {
        return kernel -> {
            PerCpuVariable counter = kernel.perCpu("counter", 0, kernel.processorNumber(true));
            Word done = kernel.word("done", 0);
            for (String name : new String[] {"first", "second"}) {
                kernel.task(name, cpu -> how.count(cpu, kernel, counter), cpu -> {
                    if (done.add(cpu, 1) == 2 && sum(cpu, kernel, counter) != 2) {
                        throw cpu.bug("lost-count", "");
                    }
                });
            }
        };
    }

    private static int sum(Cpu cpu, Kernel kernel, PerCpuVariable counter) {
        int sum = 0;
        for (int processor = 0; processor < kernel.config().cpus(); processor++) {
            sum += counter.perCpu(cpu, processor).load(cpu);
        }
        return sum;
    }

    private static void increment(Cpu cpu, Word word) {
        word.store(cpu, word.load(cpu) + 1);
    }

    private static void getAndPut(Cpu cpu, Kernel kernel, PerCpuVariable counter) {
        increment(cpu, counter.getCpuVar(cpu));
        counter.putCpuVar(cpu);
    }

    private static void inTheOpen(Cpu cpu, Kernel kernel, PerCpuVariable counter) {
        increment(cpu, counter.thisCpuVar(cpu));
    }

    private static void putTooEarly(Cpu cpu, Kernel kernel, PerCpuVariable counter) {
        Word mine = counter.getCpuVar(cpu);
        counter.putCpuVar(cpu);
        increment(cpu, mine);
    }

    private static void offTooLate(Cpu cpu, Kernel kernel, PerCpuVariable counter) {
        int here = counter.number().rawSmpProcessorId(cpu);
        kernel.preemption().off(cpu);
        increment(cpu, counter.words().get(here));
        kernel.preemption().on(cpu);
    }

    @Nested
    final class Innocent {
        @ParameterizedTest
        @CsvSource({"1,false", "1,true", "2,false", "2,true"})
        void whoGetsAndPutsCountsRight(int cpus, boolean preempt) {
            assertProved(cpus, preempt, twoCount(PerCpuTest::getAndPut));
        }

        @ParameterizedTest
        @CsvSource({"1,false", "2,false"})
        void whoIsNotPreemptedNeedsNoSection(int cpus, boolean preempt) {
            assertProved(cpus, preempt, twoCount(PerCpuTest::inTheOpen));
            assertProved(cpus, preempt, twoCount(PerCpuTest::putTooEarly));
        }

        @ParameterizedTest
        @CsvSource({"1,true", "2,true"})
        void aSpinlockOrInterruptsOffOrSoftirqsOffAreSections(int cpus, boolean preempt) {
            assertProved(cpus, preempt, kernel -> {
                Spinlock lock = kernel.spinlock("lock");
                twoCount((cpu, k, counter) -> {
                            lock.lock(cpu);
                            increment(cpu, counter.thisCpuVar(cpu));
                            lock.unlock(cpu);
                        })
                        .accept(kernel);
            });
            assertProved(cpus, preempt, twoCount((cpu, kernel, counter) -> {
                cpu.cli();
                increment(cpu, counter.thisCpuVar(cpu));
                cpu.sti();
            }));
            assertProved(cpus, preempt, twoCount((cpu, kernel, counter) -> {
                kernel.softirqs().bhDisable(cpu);
                increment(cpu, counter.thisCpuVar(cpu));
                kernel.softirqs().bhEnable(cpu);
            }));
        }

        @Test
        void aNumberThatIsReadAgainInTheSectionIsFresh() {
            assertProved(2, true, twoCount((cpu, kernel, counter) -> {
                counter.number().rawSmpProcessorId(cpu);
                getAndPut(cpu, kernel, counter);
            }));
        }

        @Test
        void whoAddsUpAllWordsUsesNoNumberOfHisOwn() {
            assertProved(2, true, twoCount((cpu, kernel, counter) -> {
                getAndPut(cpu, kernel, counter);
                sum(cpu, kernel, counter);
            }));
        }

        @Test
        void aNumberThatIsOnlyAHintDoesNoHarm() {
            assertProved(2, true, kernel -> {
                ProcessorNumber number = kernel.processorNumber(true);
                Word hint = kernel.word("hint", 0);
                kernel.task("first", cpu -> hint.store(cpu, number.rawSmpProcessorId(cpu)));
                kernel.task("second", cpu -> hint.store(cpu, number.rawSmpProcessorId(cpu)));
            });
        }

        @Test
        void aThreadOfOneProcessorIsNeverMoved() {
            assertProved(2, true, kernel -> {
                PerCpuVariable counter = kernel.perCpu("counter", 0, kernel.processorNumber(true));
                WaitQueue queue = kernel.waitQueue("queue");
                Word asked = kernel.word("asked", 0);
                Task worker = kernel.thread("worker/1", TaskTraits.daemon(1, 0, DaemonContext.NONE), cpu -> {
                    for (; ; ) {
                        cpu.forget(0);
                        queue.waitFor(cpu, asked);
                        asked.store(cpu, 0);
                        increment(cpu, counter.thisCpuVar(cpu));
                    }
                });
                queue.atBoot(kernel.setup(), worker);
                kernel.task("task", cpu -> {
                    asked.store(cpu, 1);
                    queue.wakeUp(cpu);
                });
            });
        }

        @Test
        void aSoftirqIsNeverMovedEither() {
            assertProved(2, true, kernel -> {
                PerCpuVariable counter = kernel.perCpu("counter", 0, kernel.processorNumber(true));
                kernel.softirq(Softirq.NET_RX, cpu -> increment(cpu, counter.thisCpuVar(cpu)));
                kernel.irq(10, cpu -> kernel.softirqs().raiseIrqoff(cpu, Softirq.NET_RX));
                Word other = kernel.word("other", 0);
                kernel.task("task", cpu -> other.store(cpu, 1));
            });
        }
    }

    @Test
    void inTheOpenACountIsLostOnOneProcessor() {
        assertOnly(explore(1, true, twoCount(PerCpuTest::inTheOpen)), "lost-count");
        assertOnly(explore(1, true, twoCount(PerCpuTest::putTooEarly)), "lost-count");
    }

    @Test
    void inTheOpenTheNumberIsStaleAndTheKernelSaysSo() {
        Verdict verdict = explore(2, true, twoCount(PerCpuTest::inTheOpen));
        assertFinds(verdict, SAID);
        assertFinds(verdict, "D4 in increment < in_the_open");
        assertFinds(verdict, "lost-count");
    }

    @Test
    void theKernelsCheckDoesNotSeeWhoUsesTheNumberLater() {
        Verdict early = explore(2, true, twoCount(PerCpuTest::putTooEarly));
        assertFinds(early, "D4 in increment < put_too_early");
        assertSaysNothing(early);
        Verdict late = explore(2, true, twoCount(PerCpuTest::offTooLate));
        assertFinds(late, "D4 in increment < off_too_late");
        assertSaysNothing(late);
    }

    private static void assertSaysNothing(Verdict verdict) {
        assertThat(verdict.toString()).doesNotContain(SAID);
    }

    @Test
    void whoSleepsInTheSectionIsAtomic() {
        assertFinds(
                explore(1, true, twoCount((cpu, kernel, counter) -> {
                    Word mine = counter.getCpuVar(cpu);
                    cpu.maySleep();
                    increment(cpu, mine);
                    counter.putCpuVar(cpu);
                })),
                "D10:sleep-in-atomic(00000001)");
    }

    /** A handler counts in the word that a task is in the middle of. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSectionKeepsNoHandlerOut(boolean preempt) {
        Consumer<Kernel> program = kernel -> {
            PerCpuVariable counter = kernel.perCpu("counter", 0, kernel.processorNumber(true));
            Word came = kernel.word("came", 0);
            kernel.irq(10, cpu -> {
                increment(cpu, counter.thisCpuVar(cpu));
                came.store(cpu, 1);
            });
            kernel.task("task", cpu -> {
                int before = came.load(cpu);
                increment(cpu, counter.getCpuVar(cpu));
                counter.putCpuVar(cpu);
                if (came.load(cpu) == before && sum(cpu, kernel, counter) != 1 + before) {
                    throw cpu.bug("lost-count", "");
                }
                if (came.load(cpu) != 0 && sum(cpu, kernel, counter) != 2) {
                    throw cpu.bug("lost-count", "");
                }
            });
        };
        assertOnly(explore(1, preempt, program), "lost-count");
    }
}
