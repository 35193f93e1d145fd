package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.LitmusThread;
import dev.preemptcheck.litmus.program.Statement;
import dev.preemptcheck.litmus.program.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A thread while its text is read: gives numbers to names. A name that the thread neither declares nor assigns nor finds
 * initialised, and that is a variable's, stands for the variable's address.
 */
final class ThreadBuilder {
    private final int number;
    private final List<String> names = new ArrayList<>();
    private final Set<String> parameters = new TreeSet<>();
    private final Set<String> written = new TreeSet<>();
    private final Set<String> addressed = new TreeSet<>();
    private boolean readsRcu;
    private boolean awaitsReaders;
    private int loops;
    private @Nullable Statement body;

    ThreadBuilder(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** The register or local of that name. */
    int slot(String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    /** The same, for one that the thread declares or assigns. */
    int writtenSlot(String name) {
        written.add(name);
        return slot(name);
    }

    /** Takes a name for a variable's address, which it is as long as the thread does not assign it. */
    void parameter(String name) {
        slot(name);
        parameters.add(name);
    }

    boolean isParameter(int slot) {
        return parameters.contains(names.get(slot));
    }

    /** The address of the variable of that name. */
    int addressSlot(String variable) {
        addressed.add(variable);
        return slot(variable);
    }

    /** Variables that the thread names. */
    Set<String> addressed() {
        return addressed;
    }

    /** The same, for one that has a number already. */
    void wrote(int slot) {
        written.add(names.get(slot));
    }

    void readsRcu() {
        readsRcu = true;
    }

    void awaitsReaders() {
        awaitsReaders = true;
    }

    int nextLoop() {
        return loops++;
    }

    void body(Statement program) {
        body = program;
    }

    /**
     * The thread.
     *
     * @param initial what the init section says of its registers
     * @param variables those of the whole test
     */
    LitmusThread build(Map<String, Value> initial, Set<String> variables) {
        initial.keySet().forEach(this::slot);
        List<Value> values = new ArrayList<>();
        for (String name : names) {
            Value unset = variables.contains(name) && !written.contains(name) ? new Value.Address(name) : Value.ZERO;
            values.add(initial.getOrDefault(name, unset));
        }
        Statement program = body == null ? new Statement.Block(List.of()) : body;
        return new LitmusThread(number, names, values, readsRcu, awaitsReaders, program);
    }
}
