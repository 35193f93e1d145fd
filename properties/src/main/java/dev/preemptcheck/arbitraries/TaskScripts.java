package dev.preemptcheck.arbitraries;

import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.init.UserCall;
import dev.preemptcheck.kernel.init.UserProgram;
import dev.preemptcheck.kernel.mm.UserPage.Backing;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** What user programs ask of the kernel in S1: page faults and touches of high and low pages, each page a call's own. */
public final class TaskScripts {
    private static final int HIGH = 0x55d54;
    private static final int LOW = 0x01400;
    private static final int USER_ADDRESS = 0x080bd000;
    private static final int FIRST_PID = 100;

    private TaskScripts() {}

    private enum Kind {
        TOUCH,
        ANONYMOUS,
        COPY_ON_WRITE,
        FILE
    }

    private record Call(Kind kind, boolean high) {}

    /** Programs for 1 to {@code tasksMax} tasks of 1 to {@code callsMax} calls each. */
    public static Arbitrary<List<UserProgram>> programs(int tasksMax, int callsMax) {
        return Combinators.combine(Arbitraries.of(Kind.values()), Arbitraries.of(true, false))
                .as(Call::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(callsMax)
                .list()
                .ofMinSize(1)
                .ofMaxSize(tasksMax)
                .map(TaskScripts::programs);
    }

    private static List<UserProgram> programs(List<List<Call>> scripts) {
        List<UserProgram> programs = new ArrayList<>();
        int number = 0;
        for (List<Call> script : scripts) {
            List<UserCall> calls = new ArrayList<>();
            for (Call call : script) {
                calls.add(userCall(call, number));
                number += 2;
            }
            programs.add(new UserProgram("task" + programs.size(), FIRST_PID + programs.size(), calls));
        }
        return programs;
    }

    private static UserCall userCall(Call call, int number) {
        Page source = page(call.high(), number);
        Page fresh = page(true, number + 1);
        int address = USER_ADDRESS + (number << 12);
        return switch (call.kind()) {
            case TOUCH -> new UserCall.Touch(source);
            case ANONYMOUS -> new UserCall.Fault(address, Backing.ANONYMOUS, source, source);
            case COPY_ON_WRITE -> new UserCall.Fault(address, Backing.COPY_ON_WRITE, source, fresh);
            case FILE -> new UserCall.Fault(address, Backing.FILE, source, fresh);
        };
    }

    private static Page page(boolean high, int number) {
        int pfn = (high ? HIGH : LOW) + number;
        return new Page(pfn, "page@" + Integer.toHexString(pfn));
    }
}
