package dev.preemptcheck.hardware;

import dev.preemptcheck.detect.CallChain;
import dev.preemptcheck.scenario.Particulars;
import dev.preemptcheck.scenario.Scenario;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A scenario whose kernel was edited: wherever its code comes to one statement, it makes an access to a word of its own before
 * it; or that statement, a read, needs none any more, because its value is known without it.
 */
public final class EditedKernel implements Scenario {

    /** What becomes of the statement. */
    public enum Kind {
        ACCESS_BEFORE_IT,
        NEEDS_NO_ACCESS
    }

    /** A page in low memory that no scenario uses. */
    private static final int FRAME = Memory.HIGH_PFN - 1;

    private final Scenario original;
    private final CallChain callChain;
    private final CallChain.Function statement;
    private final Kind kind;
    private final Set<CallChain.Function> statements = new LinkedHashSet<>();
    private List<Memory> memory = List.of();

    /** Not edited yet: it takes down where it could be. */
    public static EditedKernel survey(Scenario original, Kind kind) {
        return new EditedKernel(original, new CallChain.Function("", false, -1), kind);
    }

    /** With {@code statement} edited, which is a place in a function. */
    public EditedKernel(Scenario original, CallChain.Function statement, Kind kind) {
        this.original = original;
        this.callChain = new CallChain(original.particulars().config());
        this.statement = statement;
        this.kind = kind;
    }

    /** Statements of which that can become, in the order in which code came to them; all, the edited one too. */
    public List<CallChain.Function> statements() {
        return List.copyOf(statements);
    }

    @Override
    public String name() {
        return original.name();
    }

    @Override
    public Particulars particulars() {
        return original.particulars();
    }

    @Override
    public MachineSetup setup() {
        MachineSetup setup = original.setup();
        setup.memory().table(FRAME, "edited", TwoLevel.FORMAT, new TreeMap<>(Map.of(0, 0L)));
        memory = List.of(setup.memory());
        setup.seenThrough(real -> new EditedCpu(real, this));
        return setup;
    }

    private boolean isHere() {
        List<CallChain.Function> functions = callChain.functions();
        if (!functions.isEmpty()) {
            statements.add(functions.get(0));
        }
        return !functions.isEmpty() && functions.get(0).equals(statement);
    }

    void before(Cpu cpu) {
        if (kind == Kind.ACCESS_BEFORE_IT && isHere()) {
            cpu.load(Memory.PAGE_OFFSET + (FRAME << 12));
        }
    }

    boolean leavesOut(int address) {
        return kind == Kind.NEEDS_NO_ACCESS && memory.get(0).direct(address) >= 0 && isHere();
    }

    int known(int address) {
        return memory.get(0).peek(memory.get(0).index(address));
    }

    @Override
    public String toString() {
        return kind + " " + statement;
    }
}
