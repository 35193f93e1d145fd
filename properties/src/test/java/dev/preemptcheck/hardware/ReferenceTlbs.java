package dev.preemptcheck.hardware;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One page's table entry, what each processor's TLB holds of it, and which stores to it wait in whose buffer (facts 2.3 and 2.6),
 * told from the steps and moves of a machine alone.
 *
 * <p>A walker reads what a load of its processor would; what it marks is a locked operation, so its processor's stores reach
 * memory first. So do those of a processor that flushes, loads CR3 or fences.
 */
final class ReferenceTlbs implements StepSink {
    private static final int COUNTS = ~(PageTable.ACCESSED | PageTable.DIRTY);

    /** A store to the entry that waits. */
    private record Waiting(int step, int entry) {}

    private final MemoryModel model;
    private final int pteWord;
    private final List<List<Waiting>> waiting = new ArrayList<>();
    private final int[] tlb;
    private int inMemory;
    private int missed;
    private int missedAtLast;

    ReferenceTlbs(MemoryModel model, int cpus, int pteWord, int entry) {
        this.model = model;
        this.pteWord = pteWord;
        this.inMemory = entry;
        this.tlb = new int[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            waiting.add(new ArrayList<>());
        }
    }

    /** What the walker of {@code cpu} finds: bits that say nothing apart, 0 if nothing is present. */
    int found(int cpu) {
        int entry = view(cpu);
        return (entry & PageTable.PRESENT) == 0 ? 0 : entry & COUNTS;
    }

    /** What its TLB holds, likewise. */
    int held(int cpu) {
        return tlb[cpu] & COUNTS;
    }

    /** Flushes so far, each counted once for every processor that it left with an outdated entry. */
    int missed() {
        return missed;
    }

    /** Of the last flush. */
    int missedAtLast() {
        return missedAtLast;
    }

    private int view(int cpu) {
        List<Waiting> stores = waiting.get(cpu);
        return stores.isEmpty() ? inMemory : stores.get(stores.size() - 1).entry();
    }

    // ---- what happens

    /** The store of {@code cpu} that was issued at {@code step}, to whatever word, reaches memory. */
    void drained(int cpu, int step) {
        List<Waiting> stores = waiting.get(cpu);
        boolean ofEntry = stores.stream().anyMatch(store -> store.step() == step);
        while ((model == MemoryModel.TSO || ofEntry)
                && !stores.isEmpty()
                && stores.get(0).step() <= step) {
            inMemory = stores.remove(0).entry();
        }
    }

    private void drainAll(int cpu) {
        waiting.get(cpu).forEach(store -> inMemory = store.entry());
        waiting.get(cpu).clear();
    }

    /** The walker of {@code cpu} caches the entry unasked. */
    void filled(int cpu) {
        walk(cpu, PageTable.ACCESSED);
    }

    private void walk(int cpu, int bits) {
        int entry = view(cpu);
        if ((bits & ~entry) != 0) {
            drainAll(cpu);
            inMemory |= bits;
        }
        tlb[cpu] = entry | bits;
    }

    @Override
    public void step(int step, int cpu, int task, int handler, int op, int word, int value, int count) {
        switch (op) {
            case Op.STORE -> stored(step, cpu, word, value);
            case Op.VLOAD -> accessed(cpu, PageTable.ACCESSED);
            case Op.VSTORE -> accessed(cpu, PageTable.ACCESSED | PageTable.DIRTY);
            case Op.FAULT -> tlb[cpu] = 0;
            case Op.FENCE -> drainAll(cpu);
            case Op.INVLPG -> flushed(cpu);
            case Op.CR3 -> {
                drainAll(cpu);
                tlb[cpu] = (tlb[cpu] & PageTable.GLOBAL) == 0 ? 0 : tlb[cpu];
            }
            default -> {}
        }
    }

    private void stored(int step, int cpu, int word, int entry) {
        if (word == pteWord) {
            waiting.get(cpu).add(new Waiting(step, entry));
            if (model == MemoryModel.SC) {
                drainAll(cpu);
            }
        }
    }

    private void accessed(int cpu, int bits) {
        boolean dirtied = (bits & PageTable.DIRTY & ~tlb[cpu]) != 0;
        if (tlb[cpu] == 0 || dirtied) {
            walk(cpu, bits);
        }
    }

    private void flushed(int cpu) {
        drainAll(cpu);
        tlb[cpu] = 0;
        missedAtLast = (int) Arrays.stream(outdated()).filter(out -> out != 0).count();
        missed += missedAtLast;
    }

    /** By processor: not 0 where the TLB holds what the walker would not find. */
    private int[] outdated() {
        int[] out = new int[tlb.length];
        for (int cpu = 0; cpu < out.length; cpu++) {
            out[cpu] = tlb[cpu] == 0 ? 0 : held(cpu) ^ found(cpu);
        }
        return out;
    }
}
