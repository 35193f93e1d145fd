package dev.preemptcheck.litmus.program;

import dev.preemptcheck.hardware.Memory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where things lie in the machine's memory: variables first, then what RCU and SRCU remember of read-side sections, then a word
 * for each register that is observed, written by its thread at the end.
 */
public final class SharedWords {
    /** What the word of a read-side section holds while its thread is not in it. */
    static final int OUTSIDE = 0;

    /** No address. */
    static final int NOWHERE = 0;

    private static final int WORD = 4;

    private final Map<String, Integer> variables = new LinkedHashMap<>();
    private final List<String> names;
    private final Map<Integer, Integer> rcuWords = new TreeMap<>();
    private final List<Integer> srcuWords = new ArrayList<>();
    private final Memory memory;
    private final Map<Place, Integer> results = new TreeMap<>();
    /** What registers hold at first, and where they are left in the end, by thread and register. */
    private final List<int[]> initial = new ArrayList<>();

    private final List<int[]> left = new ArrayList<>();
    private final int[] everyRcuWord;
    private final int[] everySrcuWord;
    private final int never;

    /** Lays a test out in an empty memory. */
    public SharedWords(LitmusTest test, Memory memory) {
        this.memory = memory;
        names = List.copyOf(test.variables().keySet());
        for (String name : names) {
            variables.put(name, Memory.KERNEL_DATA + WORD * variables.size());
        }
        test.variables().forEach((name, value) -> memory.word(name, numberOf(value)));
        for (LitmusThread thread : test.threads()) {
            if (test.awaitsReaders() && thread.readsRcu()) {
                rcuWords.put(thread.number(), memory.word("rcu[" + thread.number() + "]", OUTSIDE));
            }
        }
        for (int i = 0; i < test.srcuSections(); i++) {
            srcuWords.add(memory.word("srcu[" + i + "]", OUTSIDE));
        }
        for (Place place : test.observed()) {
            results.put(place, place instanceof Place.Variable ? addressOf(place) : memory.word(place.toString(), 0));
        }
        never = memory.word("never", 0);
        for (LitmusThread thread : test.threads()) {
            initial.add(thread.initial().stream().mapToInt(this::numberOf).toArray());
            left.add(leftBy(thread));
        }
        everyRcuWord = rcuWords.values().stream().mapToInt(w -> w).toArray();
        everySrcuWord = srcuWords.stream().mapToInt(w -> w).toArray();
    }

    private int[] leftBy(LitmusThread thread) {
        return thread.registers().stream()
                .mapToInt(name -> results.getOrDefault(new Place.Register(thread.number(), name), NOWHERE))
                .toArray();
    }

    private int addressOf(Place place) {
        Integer address = variables.get(place.name());
        if (address == null) {
            throw new IllegalArgumentException(place + " is no variable of the test");
        }
        return address;
    }

    /** The number that stands for a value. */
    public int numberOf(Value value) {
        return value instanceof Value.Address address
                ? addressOf(new Place.Variable(address.variable()))
                : ((Value.Literal) value).number();
    }

    /** A value as herd prints it: an address by its variable's name. */
    public String spelling(int value) {
        return isVariable(value) ? names.get((value - Memory.KERNEL_DATA) / WORD) : Integer.toString(value);
    }

    boolean isVariable(int address) {
        int offset = address - Memory.KERNEL_DATA;
        return offset >= 0 && offset < WORD * names.size() && offset % WORD == 0;
    }

    /** Where the outcome of an observed place stands at the end of a run. */
    public int result(Place place) {
        Integer address = results.get(place);
        if (address == null) {
            throw new IllegalArgumentException(place + " is not observed");
        }
        return address;
    }

    /** What a thread's registers hold at first: an array of the caller's own. */
    int[] initial(int thread) {
        return initial.get(thread).clone();
    }

    /** Where a thread's register is left for the final state; {@link #NOWHERE} if it is not observed. */
    int left(int thread, int register) {
        return left.get(thread)[register];
    }

    /** The index by which the machine knows the word at {@code address}. */
    int index(int address) {
        return memory.index(address);
    }

    /** What says whether the thread is in an RCU section; {@link #NOWHERE} if nobody asks. */
    int rcuWord(int thread) {
        return rcuWords.getOrDefault(thread, NOWHERE);
    }

    /** The same, of all threads that ever enter one. */
    int[] rcuWords() {
        return everyRcuWord;
    }

    /** What says whether the thread is in that SRCU section, and of which {@code srcu_struct}. */
    int srcuWord(int section) {
        return srcuWords.get(section);
    }

    int[] srcuWords() {
        return everySrcuWord;
    }

    int srcuSections() {
        return srcuWords.size();
    }

    /** A word that never changes: to wait for it is to wait for ever. */
    int never() {
        return never;
    }
}
