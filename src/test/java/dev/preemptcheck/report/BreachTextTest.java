package dev.preemptcheck.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.mm.Kmalloc;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is said of findings of which no built-in seed is: who, where, and what the kernel makes of it. */
final class BreachTextTest {
    private static String told(String rule, int cpus, Consumer<Kernel> program) {
        return Told.of(rule, cpus, program).replaceAll("\\s+", " ");
    }

    private static void both(Cpu cpu, Spinlock first, Spinlock second) {
        first.lock(cpu);
        second.lock(cpu);
        second.unlock(cpu);
        first.unlock(cpu);
    }

    @Test
    void useOfAFreedObjectIsNamedWithItsWordAndStep() {
        Consumer<Kernel> program = kernel -> {
            Word object = kernel.word("object", 0);
            kernel.task("cat", cpu -> {
                object.store(cpu, 1);
                cpu.free(object.address(), 1);
                object.store(cpu, 2);
            });
        };
        assertThat(told("D23:use-after-free", 1, program))
                .contains("This kernel prints nothing: memory that was freed looks like any other.")
                .containsPattern("ROOT CAUSE: D23, cat \\(pid \\d\\) uses what has been freed")
                .containsPattern("why: cat accesses object at step \\d+");
    }

    @Test
    void secondFreeIsSaidToBeOne() {
        Consumer<Kernel> program = kernel -> {
            Word object = kernel.word("object", 0);
            kernel.task("cat", cpu -> {
                cpu.free(object.address(), 1);
                cpu.free(object.address(), 1);
            });
        };
        assertThat(told("D23:double-free", 1, program)).contains("why: cat frees an object");
    }

    @Test
    void lockOrderIsAHazardOfWhoClosesTheCircle() {
        Consumer<Kernel> program = kernel -> {
            Spinlock a = kernel.spinlock("a");
            Spinlock b = kernel.spinlock("b");
            kernel.task("cat", cpu -> both(cpu, a, b));
            kernel.task("dog", cpu -> both(cpu, b, a));
        };
        assertThat(told("lockdep:lock-order", 1, program))
                .contains("This kernel prints nothing: it has no lock validator; that came with 2.6.18.")
                .containsPattern("ROOT CAUSE: lockdep, (cat|dog) \\(pid \\d\\) takes a lock in a way that can deadlock")
                .contains("two such at a time wait for each other");
    }

    @Test
    void lockOfAHandlerThatWasHeldWithInterruptsOnIsSaidToBeThat() {
        Consumer<Kernel> program = kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            kernel.irq(10, cpu -> {
                lock.lock(cpu);
                lock.unlock(cpu);
            });
            kernel.task("cat", cpu -> {
                lock.lock(cpu);
                lock.unlock(cpu);
            });
        };
        assertThat(told("lockdep:irq-unsafe-lock", 1, program))
                .contains("why: an interrupt handler takes a lock")
                .contains("that was also held with interrupts on");
    }

    @Test
    void lockThatItsHolderWaitsForIsSaidToBeThat() {
        Consumer<Kernel> program = kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            kernel.task("cat", cpu -> both(cpu, lock, lock));
        };
        assertThat(told("lockdep:recursive-lock", 1, program)).contains("for a lock that it holds itself");
    }

    @Test
    void raceNamesBothAccesses() {
        Consumer<Kernel> program = kernel -> {
            Word word = kernel.word("word", 0);
            kernel.task("cat", cpu -> word.store(cpu, 1));
            kernel.task("dog", cpu -> word.store(cpu, 2));
        };
        assertThat(told("race:data-race", 2, program))
                .containsPattern("why: (cat|dog) accesses word at step \\d+, and (cat|dog) at step \\d+")
                .contains("nothing orders the two");
    }

    @Test
    void callThatMaySleepSaysSinceWhenItMustNot() {
        Consumer<Kernel> program = kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            Kmalloc kmalloc = new Kmalloc(kernel.scheduler());
            kernel.task("cat", cpu -> {
                lock.lock(cpu);
                kmalloc.allocate(cpu);
                lock.unlock(cpu);
            });
        };
        assertThat(told("D10", 1, program))
                .containsPattern(
                        "in kmalloc may sleep, and is called with a preempt_count of 00000001 \\(preempt 1\\), above 0"
                                + " since step \\d+");
    }

    /** Takes one lock, tries the other, and begins anew if that is taken. */
    private static void backOff(Cpu cpu, Spinlock first, Spinlock second) {
        for (boolean both = false; !both; ) {
            cpu.loopHead(0);
            first.lock(cpu);
            both = second.tryLock(cpu);
            if (both) {
                second.unlock(cpu);
            }
            first.unlock(cpu);
        }
    }

    @Test
    void livelockNamesItsCycleAndWhoGoesRound() {
        Consumer<Kernel> program = kernel -> {
            Spinlock a = kernel.spinlock("a");
            Spinlock b = kernel.spinlock("b");
            kernel.task("cat", cpu -> backOff(cpu, a, b));
            kernel.task("dog", cpu -> backOff(cpu, b, a));
        };
        assertThat(told("D13:livelock", 2, program))
                .containsPattern(
                        "ROOT CAUSE: D13, (cat|dog) \\(pid \\d\\) and whoever it contends with may retry for ever")
                .containsPattern("why: after step \\d+ everything is as it was before step \\d+")
                .containsPattern("In between (cat and dog|dog and cat) tried again");
    }
}
