package dev.preemptcheck.oops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.kernel.sched.CountFields;
import dev.preemptcheck.oops.message.CallFrame;
import dev.preemptcheck.oops.message.KernelMessage;
import dev.preemptcheck.oops.message.MessageFindings;
import dev.preemptcheck.oops.message.MessageKind;
import dev.preemptcheck.oops.message.MessageReader;
import dev.preemptcheck.oops.message.MessageTally;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel's complaints beside oopses, in every envelope that kernels have put around them (facts 7.1, 7.5 and 7.6). */
final class KernelMessagesTest {
    private static final String FRAMES_269 = """
             [<c0105b2e>] dump_stack+0x1e/0x20 (20)
             [<c03138a2>] schedule+0xa92/0xb20 [sched] (112)
             [<c012f7d0>] ksoftirqd+0x50/0xc0 (16)
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bad: scheduling while atomic! | SCHEDULING_WHILE_ATOMIC || | -1",
                "scheduling while atomic: ksoftirqd/0/0xffffff00/2 | SCHEDULING_WHILE_ATOMIC | | ksoftirqd/0 | 2",
                "BUG: scheduling while atomic: kworker/1:2/77/0x00000102 | SCHEDULING_WHILE_ATOMIC || kworker/1:2 | 77",
                "Debug: sleeping function called from invalid context at mm/slab.c:2000"
                        + " | SLEEPING_FUNCTION | mm/slab.c:2000 | | -1",
                "using smp_processor_id() in preemptible [00000001] code: cat/123"
                        + " | SMP_PROCESSOR_ID | smp_processor_id() | cat | 123",
                "using smp_processor_id() in preemptible code: XFree86/2807"
                        + " | SMP_PROCESSOR_ID | smp_processor_id() | XFree86 | 2807",
                "BUG: sleeping function called from invalid context ksoftirqd/0(3) at kernel/mutex.c:37"
                        + " | SLEEPING_FUNCTION | kernel/mutex.c:37 | ksoftirqd/0 | 3",
                "Debug: sleeping function called from invalid context at ?:?  | SLEEPING_FUNCTION | ?:? | | -1",
                "BUG: atomic counter underflow at: | ATOMIC_UNDERFLOW | | | -1",
                "BUG: unbalanced irq-handler preempt count in nic_interrupt+0x0/0x90!"
                        + " | UNBALANCED_HANDLER | nic_interrupt+0x0/0x90 | | -1",
                "[ INFO: possible circular locking dependency detected ]"
                        + " | LOCKDEP | possible circular locking dependency detected | | -1",
                "WARNING: inconsistent lock state | LOCKDEP | inconsistent lock state | | -1",
                "do_wp_page: bogus page at address 0804f000 | BOGUS_PAGE | | | -1",
                "ata1: PIO error, drv_stat 0x51 | PIO_ERROR | ata1: PIO error, drv_stat 0x51 | | -1",
                "ATA: abnormal status 0xD0 on port 0x1F7" + " | ATA_STATUS | abnormal status 0xD0 on port 0x1F7 | | -1",
                "(IRQ 14/140/CPU#1): new 67569 us maximum-latency critical section."
                        + " | CRITICAL_SECTION | | IRQ 14 | 140",
                "(cat/7650): 224 us critical section violates 200 us threshold. | CRITICAL_SECTION | | cat | 7650",
            })
    void everyMessageIsReadInEveryEnvelope(String text, MessageKind kind, String subject, String task, int pid) {
        for (String envelope : List.of(
                "",
                Logs.ENVELOPE,
                "[ 1234.567890] ",
                "<4>[    1.000001][ T123] ",
                "[12345.678901] [C1] ",
                Logs.ENVELOPE + "[    1.500000] ",
                "[Thu Dec  3 07:06:54 2026] ",
                "[Thu Dec 31 23:59:60 2026] [T123] ",
                "2026-12-03T07:06:54,123456+00:00 ",
                "2026-12-03T07:06:54.123456+00:00 testbox kernel: [   12.345678] ",
                "2026-12-03T07:06:54Z testbox kernel: ",
                "2026-12-03T07:06:54+0100 testbox kernel: ",
                "Dec 03 07:06:54.123456 testbox kernel: ")) {
            KernelMessage message = only(envelope + text + "\n").first();
            assertThat(message.kind()).isEqualTo(kind);
            assertThat(message.subject()).isEqualTo(Objects.requireNonNullElse(subject, ""));
            assertThat(message.task()).isEqualTo(Objects.requireNonNullElse(task, ""));
            assertThat(message.pid()).isEqualTo(pid);
            assertThat(message.text()).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[ 1234.567890] ", "[ 1234.567890][ T2] ", Logs.ENVELOPE})
    void framesAreReadInEveryEnvelope(String envelope) {
        List<String> lines = new ArrayList<>(List.of("scheduling while atomic: ksoftirqd/0/0xffffff00/2"));
        lines.addAll(FRAMES_269.lines().toList());
        MessageFindings.Group group = only(
                String.join("\n", lines.stream().map(line -> envelope + line).toList()) + "\n");
        assertThat(group.first().chain()).containsExactly("schedule", "ksoftirqd");
        assertThat(group.first().frames().get(1)).isEqualTo(new CallFrame("schedule", 0xa92, 0xb20, "sched", true));
        assertThat(group.first().count()).isEqualTo(CountFields.decode(-0x100));
        assertThat(group.first().countWords()).startsWith("underflow to -0x100");
    }

    @Test
    void framesThatKlogdDecodedAndThoseOfTodayHaveTheSameChain() {
        String klogd = """
                BUG: atomic counter underflow at:
                 [qdisc_destroy+156/160] qdisc_destroy+0x9c/0xa0
                 [dev_shutdown+62/112] dev_shutdown+0x3e/0x70
                """;
        String today = """
                [    9.000000] BUG: atomic counter underflow at:
                [    9.000000] Call Trace:
                [    9.000000]  <TASK>
                [    9.000000]  dump_stack_lvl+0x34/0x48
                [    9.000001]  qdisc_destroy+0x9c/0xa0 [sch]
                [    9.000001]  ? stale+0x1/0x2
                [    9.000002]  dev_shutdown+0x3e/0x70
                [    9.000002]  </TASK>
                """;
        MessageFindings.Group both = only(klogd + today);
        assertThat(both.times()).isEqualTo(2);
        assertThat(both.first().chain()).containsExactly("qdisc_destroy", "dev_shutdown");
    }

    @Test
    void countOfASleepInAtomicContextIsReadAsTheRealtimePatchPrintsIt() {
        KernelMessage message = only("""
                BUG: sleeping function called from invalid context cat(55) at mm/slab.c:2000
                in_atomic():1 [00000101], irqs_disabled():0
                 [<c011ac3d>] __might_sleep+0xc4/0xd6 (12)
                 [<c0132ae8>] kmalloc+0x3e/0x63 (36)
                """).first();
        assertThat(message.count()).isEqualTo(CountFields.decode(0x101));
        assertThat(message.chain()).containsExactly("kmalloc");
    }

    @Test
    void framesOfAReplayHaveSymbolsAndNoOffsets() {
        KernelMessage message = only("""
                bad: scheduling while atomic!
                 [<????????>] dump_stack+0x?/0x?
                 [<????????>] schedule+0x?/0x?
                 [<????????>] ksoftirqd+0x?/0x?
                """).first();
        assertThat(message.chain()).containsExactly("schedule", "ksoftirqd");
        assertThat(message.frames().get(1)).isEqualTo(new CallFrame("schedule", -1, -1, "", true));
    }

    @Test
    void underflowOfTheReportIsReadAndSaidToBeCut() {
        KernelMessage message =
                only(Logs.text("2.6.9-rc4-mm1-RT-U9-atomic-underflow.log")).first();
        assertThat(message.kind()).isEqualTo(MessageKind.ATOMIC_UNDERFLOW);
        assertThat(message.cut()).isTrue();
        assertThat(message.origin().time()).isEqualTo("Oct 21 13:18:42");
        assertThat(message.origin().host()).isEqualTo("localhost");
    }

    @Test
    void sleepingFunctionHasItsContextItsCountAndNotTheFrameThatDisabledPreemption() {
        KernelMessage message = only("""
                [   10.000000] BUG: sleeping function called from invalid context at mm/slab.h:494
                [   10.000000] in_atomic(): 1, irqs_disabled(): 0, non_block: 0, pid: 55, name: my task
                [   10.000000] preempt_count: 10001, expected: 0
                [   10.000000] Preemption disabled at:
                [   10.000000] [<ffffffff81234567>] taker+0x1/0x20
                [   10.000000] CPU: 1 PID: 55 Comm: my task Not tainted 5.10.0 #1
                [   10.000000] Call Trace:
                [   10.000000]  ___might_sleep+0x100/0x170
                [   10.000000]  kmem_cache_alloc+0x10/0x20
                """).first();
        assertThat(message.task()).isEqualTo("my task");
        assertThat(message.pid()).isEqualTo(55);
        assertThat(message.chain()).containsExactly("kmem_cache_alloc");
        assertThat(message.details()).hasSize(2);
        assertThat(message.count()).isEqualTo(CountFields.decode(0x10001));
        assertThat(message.countWords()).isEmpty();
    }

    @Test
    void unbalancedHandlerSaysBothCounts() {
        KernelMessage message = only(Logs.ENVELOPE + "BUG: unbalanced irq-handler preempt count in nic_interrupt!\n"
                        + Logs.ENVELOPE + "entered with 00010000, exited with 00010001.\n")
                .first();
        assertThat(message.subject()).isEqualTo("nic_interrupt, entered with 00010000, exited with 00010001.");
    }

    @Test
    void lockdepSplatGivesTaskLocksAndItsOwnBacktrace() {
        KernelMessage message = only("""
                [   20.000000] ======================================================
                [   20.000000] WARNING: possible circular locking dependency detected
                [   20.000000] 5.10.0 #1 Not tainted
                [   20.000000] ------------------------------------------------------
                [   20.000000] cat/55 is trying to acquire lock:
                [   20.000000] ffff888012345678 (&a->lock){+.+.}-{3:3}, at: first+0x1/0x20
                [   20.000000]
                [   20.000000] but task is already holding lock:
                [   20.000000] ffff888012345680 (&b->lock){+.+.}-{3:3}, at: second+0x1/0x20
                [   20.000000]
                [   20.000000] the existing dependency chain (in reverse order) is:
                [   20.000000] -> #1 (&b->lock){+.+.}-{3:3}:
                [   20.000000]        other_chain+0x1/0x20
                [   20.000000] other info that might help us debug this:
                [   20.000000]  Possible unsafe locking scenario:
                [   20.000000]  *** DEADLOCK ***
                [   20.000000] stack backtrace:
                [   20.000000] CPU: 0 PID: 55 Comm: cat Not tainted 5.10.0 #1
                [   20.000000] Call Trace:
                [   20.000000]  print_circular_bug+0x1/0x20
                [   20.000000]  first+0x1/0x20
                """).first();
        assertThat(message.subject())
                .isEqualTo("possible circular locking dependency detected of &a->lock and &b->lock");
        assertThat(message.task() + " " + message.pid()).isEqualTo("cat 55");
        assertThat(message.chain()).containsExactly("first");
    }

    @Test
    void inconsistentLockStateSaysItsUsage() {
        KernelMessage message = only("""
                =================================
                [ INFO: inconsistent lock state ]
                inconsistent {IN-HARDIRQ-W} -> {HARDIRQ-ON-W} usage.
                cat/55 [HC0[0]:SC0[0]:HE1:SE1] takes:
                 (&a->lock){+...}, at: [<c0123456>] first+0x1/0x20
                stack backtrace:
                 [<c0123456>] first+0x1/0x20
                """).first();
        assertThat(message.details()).contains("inconsistent {IN-HARDIRQ-W} -> {HARDIRQ-ON-W} usage.");
        assertThat(message.subject()).isEqualTo("inconsistent lock state of &a->lock");
        assertThat(message.task() + " " + message.pid()).isEqualTo("cat 55");
    }

    @Test
    void repeatsOfAMessageAreCountedAndThoseOfItsFramesAreNot() {
        String status = Logs.ENVELOPE + "ATA: abnormal status 0xD0 on port 0x1F7\n";
        String repeated = Logs.ENVELOPE.replace("kernel: ", "last message repeated 41 times") + "\n";
        assertThat(only(status + repeated).times()).isEqualTo(42);
        String trace = Logs.ENVELOPE + "bad: scheduling while atomic!\n" + Logs.ENVELOPE + "[<c0105b2e>] f+0x1/0x2\n";
        assertThat(only(trace + repeated).times()).isEqualTo(1);
    }

    @Test
    void quotedCopyIsNotCounted() {
        String message = Logs.ENVELOPE + "ata1: PIO error, drv_stat 0x51\n";
        MessageFindings found =
                Logs.triage("> " + message + "\nsome answer\n\n" + message).messages();
        assertThat(found.messages()).isEqualTo(1);
        assertThat(found.quotedCopies()).isEqualTo(1);
    }

    @Test
    void oopsEndsAMessageAndKeepsItsOwnTrace() {
        TriageReport report = Logs.triage(Logs.ENVELOPE + "bad: scheduling while atomic!\n" + Logs.text(Logs.PRE4));
        assertThat(Logs.contents(report)).isEqualTo(Logs.contents(Logs.PRE4));
        assertThat(report.messages().groups().get(0).first().frames()).isEmpty();
    }

    @Test
    void consoleFormOfALatencyHasItsPlacesAndChain() {
        KernelMessage message = only("""
                (cat/7650/CPU#1): new 224 us maximum-latency critical section.
                 => started at: _spin_lock_irqsave+0x1f/0x80 <c0314e0f>
                 => ended at:   _spin_unlock_irqrestore+0x20/0x50 <c0315200>
                 [<c0105b2e>] dump_stack+0x1e/0x20
                 [<c013afcb>] check_preempt_timing+0x19b/0x1e0
                """).first();
        assertThat(message.details()).hasSize(2);
        assertThat(message.chain()).containsExactly("check_preempt_timing");
    }

    @Test
    void groupsAndFramesAreBoundedAndCountsExact() {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < MessageTally.GROUPS_MAX + 5; i++) {
            log.append("ata").append(i).append(": PIO error, drv_stat 0x51\n");
        }
        log.append("bad: scheduling while atomic!\n").append(" [<c0105b2e>] f+0x1/0x2\n".repeat(1000));
        MessageFindings found = Logs.triage(log.toString()).messages();
        assertThat(found.messages()).isEqualTo(MessageTally.GROUPS_MAX + 6);
        assertThat(found.groups()).hasSize(MessageTally.GROUPS_MAX);
        assertThat(found.beyondGroups()).isEqualTo(6);
        KernelMessage deep = only("bad: scheduling while atomic!\n" + " [<c0105b2e>] f+0x1/0x2\n".repeat(1000))
                .first();
        assertThat(deep.frames()).hasSize(MessageReader.FRAMES_MAX);
    }

    private static MessageFindings.Group only(String log) {
        TriageReport report = Logs.triage(log);
        assertThat(report.messages().groups()).hasSize(1);
        assertThat(report.inputs().get(0).remark()).isEmpty();
        return report.messages().groups().get(0);
    }
}
