package dev.preemptcheck.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.explore.Bounds;
import dev.preemptcheck.explore.Finding;
import dev.preemptcheck.explore.Recording;
import dev.preemptcheck.explore.Replay;
import dev.preemptcheck.explore.Subject;
import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Role;
import dev.preemptcheck.hardware.carrier.Carrier;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import dev.preemptcheck.kernel.init.Kernel;
import dev.preemptcheck.kernel.locking.Spinlock;
import dev.preemptcheck.kernel.mm.Kmalloc;
import dev.preemptcheck.oops.KnownSeed;
import dev.preemptcheck.oops.SeedMatch;
import dev.preemptcheck.oops.Triage;
import dev.preemptcheck.oops.TriageReport;
import dev.preemptcheck.oops.UnreadableLogException;
import dev.preemptcheck.oops.message.KernelMessage;
import dev.preemptcheck.oops.message.MessageFindings;
import dev.preemptcheck.oops.message.MessageKind;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Systems;
import dev.preemptcheck.seed.Seed;
import dev.preemptcheck.seed.SeedShelf;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What replays print in the kernel's words, and that triage reads it back. */
final class ConsoleLogTest {
    private static final List<KnownSeed> SHELF = SeedShelf.builtIn().entrySet().stream()
            .map(e -> new KnownSeed(
                    e.getKey(),
                    e.getValue().config().version().release(),
                    e.getValue().signature()))
            .toList();

    private static Replay replay(Seed seed, Scenario scenario) {
        try (Subject subject = new Subject(scenario, Carrier.best())) {
            return Replay.of(subject, seed.schedule(), seed.anchors(), seed.signature(), seed.trace());
        }
    }

    private static ConsoleLog log(Scenario scenario, Replay replay, Signature expected) {
        Recording run = replay.recording();
        Finding finding = Stream.concat(Stream.ofNullable(run.failure()), run.hazards().stream())
                .filter(f -> f.signature().equals(expected))
                .findFirst()
                .orElseThrow();
        return ConsoleLog.of(Incident.of(Cast.of(scenario), run, finding));
    }

    private static TriageReport triage(String text) {
        Triage triage = new Triage(SHELF);
        try {
            triage.read("replay", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (UnreadableLogException e) {
            throw new AssertionError(e);
        }
        return triage.report();
    }

    private static KernelMessage only(String text) {
        assertThat(triage(text).messages().groups()).hasSize(1);
        return triage(text).messages().groups().get(0).first();
    }

    /** Feeds each built-in seed's whole replay to triage, and counts what is read there. */
    @Test
    void whatEveryBuiltInSeedPrintsIsReadBackAsItsOwnSignature() {
        Map<MessageKind, Integer> seedsPrinting = new EnumMap<>(MessageKind.class);
        SeedShelf.builtIn().forEach((name, seed) -> {
            Scenario scenario = Systems.scenario(seed.scenario(), seed.config(), seed.patch());
            Replay replay = replay(seed, scenario);
            ConsoleLog log = log(scenario, replay, seed.signature());
            TriageReport report =
                    triage(String.join("\n", new ReplayReport(name, seed, scenario, replay).lines(80, false)) + "\n");
            List<MessageFindings.Group> groups = report.messages().groups();
            assertThat(report.messages().messages())
                    .as(name)
                    .isEqualTo(log.messages().size());
            groups.forEach(group -> seedsPrinting.merge(group.first().kind(), 1, Integer::sum));
            if (log.tellsOfFinding()) {
                KernelMessage last = groups.get(groups.size() - 1).first();
                List<String> seeds = new ArrayList<>();
                report.messageSeeds().stream()
                        .map(SeedMatch::reproducing)
                        .forEach(found -> found.forEach(s -> seeds.add(s.name())));
                assertThat(last.kind().rule())
                        .as(name)
                        .isEqualTo(seed.signature().rule());
                assertThat(last.chain()).as(name).isEqualTo(seed.signature().chain());
                assertThat(seeds).contains(name);
            }
        });
        assertThat(seedsPrinting.get(MessageKind.SCHEDULING_WHILE_ATOMIC)).isGreaterThanOrEqualTo(16);
        assertThat(seedsPrinting.get(MessageKind.SLEEPING_FUNCTION)).isGreaterThanOrEqualTo(4);
        assertThat(seedsPrinting.get(MessageKind.ATOMIC_UNDERFLOW)).isGreaterThanOrEqualTo(4);
    }

    /** Those of kernels whose offsets are on record, and those with question marks. */
    @Test
    void oopsOfEveryBuiltInSeedIsReadBackAsItsOwnSignature() {
        int oopses = 0;
        for (Map.Entry<String, Seed> entry : SeedShelf.builtIn().entrySet()) {
            String name = entry.getKey();
            Seed seed = entry.getValue();
            Scenario scenario = Systems.scenario(seed.scenario(), seed.config(), seed.patch());
            ReplayReport replay = new ReplayReport(name, seed, scenario, replay(seed, scenario));
            List<String> lines = replay.lines(80, false);
            TriageReport report = triage(String.join("\n", lines) + "\n");
            boolean prints = lines.stream().anyMatch(line -> line.startsWith("EIP: "));
            assertThat(report.signatures()).as(name).hasSize(prints ? 1 : 0);
            if (prints) {
                oopses++;
                assertThat(report.signatures().get(0).signature().chain())
                        .as(name)
                        .isEqualTo(seed.signature().chain());
                assertThat(report.signatures().get(0).match().reproducing())
                        .extracting(KnownSeed::name)
                        .contains(name);
                assertThat(report.unpairedBugLines()).as(name).isZero();
            }
        }
        assertThat(oopses).isGreaterThanOrEqualTo(14);
    }

    @Test
    void builtInSeedsOf24PrintNoneOfThis() {
        SeedShelf.builtIn().forEach((name, seed) -> {
            if (!seed.config().version().countFields()) {
                Scenario scenario = Systems.scenario(seed.scenario(), seed.config(), seed.patch());
                assertThat(log(scenario, replay(seed, scenario), seed.signature())
                                .messages())
                        .as(name)
                        .isEmpty();
            }
        });
    }

    // ---- in the words of each kernel

    private static void schedulesUnderALock(Kernel kernel) {
        Spinlock lock = kernel.spinlock("lock");
        kernel.task("cat", cpu -> {
            lock.lock(cpu);
            kernel.scheduler().schedule(cpu);
            lock.unlock(cpu);
        });
    }

    private static void sleepsUnderALock(Kernel kernel) {
        Spinlock lock = kernel.spinlock("lock");
        Kmalloc kmalloc = new Kmalloc(kernel.scheduler());
        kernel.task("cat", cpu -> {
            boolean enabled = lock.lockIrqSave(cpu);
            kmalloc.allocate(cpu);
            lock.unlockIrqRestore(cpu, enabled);
        });
    }

    private static KernelConfig config(KernelVersion version) {
        return new KernelConfig(version, 1, true);
    }

    @Test
    void voluntaryPreemptNamesNoTask() {
        String text = Told.of(
                "D9", config(KernelVersion.V2_6_9_RC1_VP), new Bounds(0, 0), ConsoleLogTest::schedulesUnderALock);
        assertThat(text)
                .contains("\nbad: scheduling while atomic!\n [<????????>] dump_stack+0x?/0x?\n [<????????>] schedule");
        assertThat(only(text).kind()).isEqualTo(MessageKind.SCHEDULING_WHILE_ATOMIC);
    }

    @Test
    void realtimePatchNamesTaskCountAndCaller() {
        String text = Told.of("D9", 1, ConsoleLogTest::schedulesUnderALock);
        assertThat(text).containsPattern("\nBUG: scheduling while atomic: cat/0x00000001/\\d\ncaller is ");
        KernelMessage message = only(text);
        assertThat(message.task()).isEqualTo("cat");
        assertThat(message.count()).isNotNull();
        assertThat(message.chain()).startsWith("schedule");
    }

    @Test
    void interruptsThatAreOffAreSaidWhereSomethingMaySleep() {
        String old =
                Told.of("D10", config(KernelVersion.V2_6_9_RC1_VP), new Bounds(0, 0), ConsoleLogTest::sleepsUnderALock);
        assertThat(old)
                .contains("prints, if it was built with CONFIG_DEBUG_SPINLOCK_SLEEP:\nDebug: sleeping function called")
                .contains("\nin_atomic():1, irqs_disabled():1\n");
        assertThat(only(old).kind()).isEqualTo(MessageKind.SLEEPING_FUNCTION);
        String text = Told.of("D10", 1, ConsoleLogTest::sleepsUnderALock);
        assertThat(text)
                .containsPattern("\nBUG: sleeping function called from invalid context cat\\(\\d\\) at ")
                .contains("\nin_atomic():1 [00000001], irqs_disabled():1\n");
        assertThat(only(text).task()).isEqualTo("cat");
    }

    @Test
    void kernelsOf2001SayNothingAndWhy() {
        Consumer<Kernel> program = ConsoleLogTest::sleepsUnderALock;
        assertThat(Told.of("D10", config(KernelVersion.V2_4_10_PRE4), new Bounds(0, 0), program))
                .doesNotContain("sleeping function")
                .contains("This kernel prints nothing: it has no check for calls that may sleep; that came");
        assertThat(Told.of(
                        "D9",
                        config(KernelVersion.V2_4_10_PRE4),
                        new Bounds(0, 0),
                        ConsoleLogTest::schedulesUnderALock))
                .contains("This kernel prints nothing: schedule() does not look at the");
    }

    private static void nicInterrupt(Kernel kernel, Cpu cpu) {
        kernel.preemption().off(cpu);
    }

    @Test
    void handlerThatLeavesACountIsNamedWithBothCounts() {
        Consumer<Kernel> program = kernel -> {
            kernel.irq(10, cpu -> nicInterrupt(kernel, cpu));
            kernel.task("cat", cpu -> {});
        };
        String text = Told.of("D1:handler-imbalance", 1, program);
        KernelMessage message = only(text);
        assertThat(message.kind()).isEqualTo(MessageKind.UNBALANCED_HANDLER);
        assertThat(message.subject()).contains(", entered with 00010000, exited with 00010001.");
        assertThat(Told.of("D1:handler-imbalance", config(KernelVersion.V2_4_10_PRE4), new Bounds(1, 0), program))
                .contains("This kernel prints nothing: nothing compares the preempt_count after a handler");
    }

    /** The call trace of such a report, with what called it. */
    @Test
    void underflowOfALogNamesTheSeedsOfThatCounter() {
        SeedMatch match = triage("""
                        Oct 21 13:18:42 localhost kernel: BUG: atomic counter underflow at:
                        Oct 21 13:18:42 localhost kernel:  [<c0254dd8>] qdisc_destroy+0x98/0xa0 (12)
                        Oct 21 13:18:42 localhost kernel:  [<c0254fed>] dev_shutdown+0x3d/0xa0 (16)
                        Oct 21 13:18:42 localhost kernel:  [<c024773b>] unregister_netdevice+0x13b/0x280 (28)
                        """).messageSeeds().get(0);
        assertThat(match.reproducing())
                .extracting(KnownSeed::name)
                .contains("s10-atomic-underflow-at-0-up")
                .allMatch(name -> name.startsWith("s10-atomic-underflow-"));
    }

    private static void inThatOrder(Cpu cpu, Spinlock first, Spinlock second) {
        first.lock(cpu);
        second.lock(cpu);
        second.unlock(cpu);
        first.unlock(cpu);
    }

    @Test
    void splatOfALockOrderNamesBothLocksAndIsReadBack() {
        String text = Told.of("lockdep:lock-order", 2, kernel -> {
            Spinlock a = kernel.spinlock("a");
            Spinlock b = kernel.spinlock("b");
            kernel.task("cat", cpu -> inThatOrder(cpu, a, b));
            kernel.task("dog", cpu -> inThatOrder(cpu, b, a));
        });
        assertThat(text).contains("This kernel prints nothing: it has no lock validator", "from 2.6.18 on");
        KernelMessage message = only(text);
        assertThat(message.kind()).isEqualTo(MessageKind.LOCKDEP);
        assertThat(message.subject()).matches("possible circular locking dependency detected of (a and b|b and a)");
        assertThat(message.task()).matches("cat|dog");
        assertThat(message.details()).anyMatch(line -> line.endsWith("is trying to acquire lock:"));
    }

    @Test
    void splatOfAHandlersLockIsReadBack() {
        String text = Told.of("lockdep:irq-unsafe-lock", 2, kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            Spinlock other = kernel.spinlock("other");
            kernel.irq(10, cpu -> inThatOrder(cpu, lock, other));
            kernel.task("cat", cpu -> {
                lock.lock(cpu);
                lock.unlock(cpu);
            });
        });
        KernelMessage message = only(text);
        assertThat(message.subject()).isEqualTo("inconsistent lock state of lock");
        assertThat(message.details()).anyMatch(line -> line.contains("{hardirq-on-W} -> {in-hardirq-W}"));
    }

    @Test
    void splatOfALockOnOneProcessorHasNoName() {
        String text = Told.of("lockdep:recursive-lock", 1, kernel -> {
            Spinlock lock = kernel.spinlock("lock");
            kernel.task("cat", cpu -> inThatOrder(cpu, lock, lock));
        });
        assertThat(only(text).subject()).isEqualTo("possible recursive locking detected of ? and ?");
    }

    /** Reads its processor's number with preemption on or off, and uses it with preemption on. */
    private static void usesItsNumber(Kernel kernel, boolean guarded) {
        int[] counters = new int[2];
        for (int cpu = 0; cpu < counters.length; cpu++) {
            counters[cpu] = kernel.setup().memory().word("packets@" + cpu, 0, Role.PER_CPU, cpu);
        }
        kernel.task("cat", cpu -> {
            if (guarded) {
                kernel.preemption().off(cpu);
            }
            int here = cpu.cpuId();
            if (guarded) {
                kernel.preemption().on(cpu);
            }
            cpu.store(counters[here], 1);
        });
    }

    @Test
    void processorNumberIsCheckedWhereItIsRead() {
        String text = Told.of("D4", 2, kernel -> usesItsNumber(kernel, false));
        assertThat(text)
                .contains(
                        "prints, if it was built with CONFIG_DEBUG_PREEMPT:\nusing smp_processor_id() in preemptible code: cat/");
        assertThat(only(text).kind()).isEqualTo(MessageKind.SMP_PROCESSOR_ID);
        assertThat(Told.of("D4", 2, kernel -> usesItsNumber(kernel, true)))
                .contains("This kernel prints nothing")
                .doesNotContain("in preemptible code");
        assertThat(Told.of(
                        "D4",
                        new KernelConfig(KernelVersion.V2_6_9_RC1_VP, 2, true),
                        new Bounds(1, 1),
                        kernel -> usesItsNumber(kernel, false)))
                .doesNotContain("in preemptible code");
    }
}
