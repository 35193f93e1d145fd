package dev.preemptcheck.oops;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The consistency checks on a dump (fact 7.4): what the registers, stack and code of a BUG must agree on, and what was lost. All eleven
 * records of section 8 pass. A check whose inputs are lost is not made.
 */
final class OopsChecks {
    private static final long STACK_MASK = 0xffffe000L;
    private static final List<Integer> VERBOSE_TAIL = List.of(0x83, 0xc4, 0x0c);

    private final OopsDump dump;
    private final @Nullable BugLine bug;
    private final List<String> warnings = new ArrayList<>();

    private OopsChecks(OopsDump dump, @Nullable BugLine bug) {
        this.dump = dump;
        this.bug = bug;
    }

    /** What is wrong with a dump and the BUG line paired with it; empty if nothing. */
    static List<String> warnings(OopsDump dump, @Nullable BugLine bug, LoggedCallChain chain, String kernelVersion) {
        OopsChecks checks = new OopsChecks(dump, bug);
        checks.parts();
        checks.lengths();
        checks.symbols();
        if (!dump.trace.isEmpty() && !chain.bounded()) {
            checks.warnings.add("no handler address in the trace: stack leftovers may be in the chain");
        }
        checks.bug();
        checks.stackPage(kernelVersion);
        return checks.warnings;
    }

    static boolean startsWithUd2(List<Integer> code) {
        return code.size() >= 2 && code.get(0) == 0x0f && code.get(1) == 0x0b;
    }

    private void parts() {
        List<String> lost = new ArrayList<>();
        for (OopsPart part : OopsPart.values()) {
            if (!dump.parts.contains(part)) {
                lost.add(part.label());
            }
        }
        if (!lost.isEmpty()) {
            warnings.add("truncated: the log lacks " + String.join(", ", lost));
        }
        if (bug != null && bug.truncated()) {
            warnings.add("truncated: the head of its BUG line is lost");
        }
    }

    private void lengths() {
        if (dump.parts.contains(OopsPart.STACK) && dump.stack.size() != OopsDump.STACK_WORDS) {
            warnings.add("Stack has " + dump.stack.size() + " of " + OopsDump.STACK_WORDS + " words");
        }
        if (dump.parts.contains(OopsPart.CODE) && dump.code.size() != OopsDump.CODE_BYTES) {
            warnings.add("Code has " + dump.code.size() + " of " + OopsDump.CODE_BYTES + " bytes");
        }
    }

    private void symbols() {
        TraceEntry eip = dump.eip;
        if (eip != null && !eip.isDecoded()) {
            warnings.add("EIP is undecoded; look " + eip.symbol() + " up in the System.map of that kernel");
        } else if (eip != null && !eip.reliable()) {
            warnings.add("EIP " + eip.text() + " lies outside its function: wrong System.map?");
        }
        long undecoded = dump.trace.stream().filter(entry -> !entry.isDecoded()).count();
        if (undecoded > 0) {
            warnings.add(undecoded + " of " + dump.trace.size() + " trace entries are undecoded");
        }
    }

    private void bug() {
        if (!dump.isBug() || dump.code.size() < 2) {
            return;
        }
        boolean verbose = dump.code.size() >= 5 && dump.code.subList(2, 5).equals(VERBOSE_TAIL);
        if (!startsWithUd2(dump.code)) {
            warnings.add("Code doesn't start with 0f 0b (ud2), as that of a BUG does");
        } else if (bug != null) {
            pushed(bug);
        } else if (verbose && dump.pushedLine() >= 0) {
            warnings.add("its BUG line is lost; the line number it pushed is " + dump.pushedLine());
        }
    }

    private void pushed(BugLine line) {
        if (dump.pushedLine() >= 0 && dump.pushedLine() != line.line()) {
            warnings.add("Stack[2] is " + dump.pushedLine() + ", but its BUG line says " + line.line());
        }
        long eax = dump.registers.getOrDefault("eax", -1L);
        if (eax >= 0 && !line.truncated() && eax != line.messageLength()) {
            warnings.add("eax is " + eax + ", but its BUG message has " + line.messageLength() + " bytes");
        }
    }

    private void stackPage(String kernelVersion) {
        long esp = dump.registers.getOrDefault("esp", -1L);
        if (esp >= 0 && dump.stackPage >= 0 && dump.stackPage != (esp & STACK_MASK) + 4096) {
            warnings.add(String.format("stackpage is %08x, but esp %08x lies elsewhere", dump.stackPage, esp));
        }
        long edx = dump.registers.getOrDefault("edx", -1L);
        boolean knownBuild =
                kernelVersion.equals("2.4.10-pre4") && bug != null && bug.path().endsWith("highmem.h");
        if (knownBuild && esp >= 0 && edx >= 0 && edx != (esp & STACK_MASK)) {
            warnings.add(
                    String.format("edx is %08x, not the task of esp %08x, as in other oopses of this place", edx, esp));
        }
    }
}
