package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Physical memory, as far as a scenario uses it: kernel data words with symbols, and page frames of a few words.
 *
 * <p>A word is named by its <em>index</em>: the same word whichever address it was reached by. Kernel data starts at
 * {@value #KERNEL_DATA} (linear, as on i386); a frame's words are reached through the direct mapping if the frame
 * is below {@link #HIGH_PFN}, else through a page table only. Behind the last word stand <em>registers</em>:
 * indices without an address for what a processor owns (a TLB entry, CR3), so that one rule covers both.
 *
 * <p>Layout first ({@code word}, {@code frame}, {@code register}), then {@link #seal()}, then runs.
 */
public final class Memory {
    /** Linear address of the first kernel data word. */
    public static final int KERNEL_DATA = 0xC0200000;
    /** Start of the direct mapping: physical address 0. */
    public static final int PAGE_OFFSET = 0xC0000000;
    /** First frame without a permanent address: 896 MB (fact 2.4). */
    public static final int HIGH_PFN = 0x38000;

    private static final int FRAME_SLOTS = 256;

    /** What is watched about a word. */
    static final int COUNT = -1;

    static final int COUNTER = -2;

    private final List<String> names = new ArrayList<>();
    private final List<Role> roles = new ArrayList<>();
    private final List<Integer> owners = new ArrayList<>();
    private final List<Integer> boot = new ArrayList<>();
    private final int[] framePfn = new int[FRAME_SLOTS];
    private final int[] frameBase = new int[FRAME_SLOTS];
    /** Offsets of a page table's words, ascending; null for frames of data. */
    private final int[] @Nullable [] tableOffsets = new int[FRAME_SLOTS][];

    private int dataWords = -1;
    private int frameWords = -1;
    private int[] image = {};
    /** Contents, by index. */
    int[] words = {};
    /** Owner processor + 1 of per-processor words, {@link #COUNT}, {@link #COUNTER}, or 0 for others. */
    byte[] watch = {};

    private long bootDigest;
    long digest;

    /** A kernel data word; returns its linear address. */
    public int word(String name, int value) {
        return word(name, value, Role.PLAIN, 0);
    }

    /** A kernel data word with a role; {@code owner} is the processor of a per-processor word. */
    public int word(String name, int value, Role role, int owner) {
        if (frameWords >= 0 || dataWords >= 0) {
            throw new IllegalStateException("kernel data words come before frames and registers: " + name);
        }
        return KERNEL_DATA + 4 * append(name, value, role, owner);
    }

    /** What the word at {@code address} holds at boot, if that is known only after it was laid out. */
    public void atBoot(int address, int value) {
        if (words.length != 0) {
            throw new IllegalStateException("memory is sealed: " + symbolAt(address));
        }
        boot.set((address - KERNEL_DATA) / 4, value);
    }

    /** Kernel data of several words, which are called {@code name}, {@code name+4} ..; returns its linear address. */
    public int object(String name, int... values) {
        int address = word(name, values[0]);
        for (int i = 1; i < values.length; i++) {
            word(name + "+" + 4 * i, values[i]);
        }
        return address;
    }

    /** A page frame whose modelled words hold {@code values}; {@code pfn} is not 0 and not yet used. */
    public void frame(int pfn, String name, int... values) {
        endOfData();
        if (frameWords >= 0 && values.length != frameWords) {
            throw new IllegalStateException("all frames model the same number of words: " + name);
        }
        frameWords = values.length;
        newFrame(pfn);
        for (int i = 0; i < values.length; i++) {
            append(i == 0 ? name : name + "+" + 4 * i, values[i], Role.PLAIN, 0);
        }
    }

    /**
     * A page frame that holds a page table or directory, of which only {@code entries} are modelled, by their number. The
     * kernel finds an entry through the direct mapping.
     */
    public void table(int pfn, String name, EntryFormat format, SortedMap<Integer, Long> entries) {
        endOfData();
        frameWords = Math.max(frameWords, 0);
        int words = format.bytes() / 4;
        int[] offsets = new int[words * entries.size()];
        tableOffsets[newFrame(pfn)] = offsets;
        int next = 0;
        for (Map.Entry<Integer, Long> entry : entries.entrySet()) {
            for (int half = 0; half < words; half++) {
                offsets[next++] = format.bytes() * entry.getKey() + 4 * half;
                String word = name + "[" + entry.getKey() + "]" + (half == 0 ? "" : ".high");
                append(word, (int) (entry.getValue() >>> (Integer.SIZE * half)), Role.PLAIN, 0);
            }
        }
    }

    private int newFrame(int pfn) {
        int firstDataPfn = (KERNEL_DATA - PAGE_OFFSET) >>> 12;
        if (pfn >= firstDataPfn && pfn <= firstDataPfn + (names.size() >>> 10)) {
            throw new IllegalStateException("frame 0x" + Integer.toHexString(pfn) + " holds the kernel's data");
        }
        int slot = frameSlot(pfn);
        if (framePfn[slot] != 0) {
            throw new IllegalStateException("frame 0x" + Integer.toHexString(pfn) + " is there already");
        }
        framePfn[slot] = pfn;
        frameBase[slot] = names.size();
        return slot;
    }

    /** An index without address and contents. */
    int register(String name) {
        endOfData();
        return append(name, 0, Role.PLAIN, 0);
    }

    /** No kernel data words come after this. */
    void endOfData() {
        if (dataWords < 0) {
            dataWords = names.size();
        }
    }

    private int append(String name, int value, Role role, int owner) {
        if (words.length != 0) {
            throw new IllegalStateException("memory is sealed: " + name);
        }
        names.add(name);
        roles.add(role);
        owners.add(owner);
        boot.add(value);
        return names.size() - 1;
    }

    /** Ends the layout. */
    void seal() {
        endOfData();
        image = boot.stream().mapToInt(Integer::intValue).toArray();
        words = image.clone();
        watch = new byte[image.length];
        for (int i = 0; i < image.length; i++) {
            watch[i] = (byte)
                    switch (roles.get(i)) {
                        case PLAIN -> 0;
                        case COUNT -> COUNT;
                        case COUNTER -> COUNTER;
                        case PER_CPU -> owners.get(i) + 1;
                    };
            bootDigest += Hash.at(i, image[i]);
        }
    }

    void reset() {
        System.arraycopy(image, 0, words, 0, image.length);
        digest = bootDigest;
    }

    void set(int word, int value) {
        digest += Hash.at(word, value) - Hash.at(word, words[word]);
        words[word] = value;
    }

    void setPair(int word, long value) {
        set(word, (int) value);
        set(word + 1, (int) (value >>> 32));
    }

    /** Number of indices, registers included. */
    public int size() {
        return names.size();
    }

    /** What the word holds now; for detectors, oracles and reports, which are not part of the machine. */
    public int peek(int word) {
        return words[word];
    }

    /** True if the word has the role {@link Role#PER_CPU}. */
    public boolean isPerCpu(int word) {
        return roles.get(word) == Role.PER_CPU;
    }

    /** {@code name} or {@code name+offset} of a word. */
    public String symbol(int word) {
        return names.get(word);
    }

    /** {@code name} or {@code name+offset} of the byte at a directly mapped linear address, else the address itself. */
    public String symbolAt(int address) {
        int word = direct(address & ~3);
        if (word < 0) {
            return "0x" + Integer.toHexString(address);
        }
        String name = names.get(word);
        int plus = name.indexOf('+');
        int offset = (address & 3) + (plus < 0 ? 0 : Integer.parseInt(name.substring(plus + 1)));
        return (plus < 0 ? name : name.substring(0, plus)) + (offset == 0 ? "" : "+" + offset);
    }

    /** Index of a directly mapped linear address, or -1 if the address needs a translation. */
    int direct(int address) {
        // Rotated, not shifted: an address within a word becomes a number that is too large for any.
        int data = Integer.rotateRight(address - KERNEL_DATA, 2);
        if (Integer.compareUnsigned(data, dataWords) < 0) {
            return data;
        }
        if ((address & 3) != 0) {
            throw new IllegalStateException("0x" + Integer.toHexString(address) + " is not aligned to 4 bytes");
        }
        int physical = address - PAGE_OFFSET;
        return physical >= 0 && physical >>> 12 < HIGH_PFN ? inFrame(physical >>> 12, address) : -1;
    }

    /** Index of the word at a physical address. */
    int physical(int address) {
        int pfn = address >>> 12;
        return pfn < HIGH_PFN ? index(address + PAGE_OFFSET) : inFrame(pfn, address);
    }

    /** Index of kernel data at {@code address}, for those who hold symbols instead of indices. */
    public int index(int address) {
        int word = direct(address);
        if (word < 0) {
            throw new IllegalArgumentException("0x" + Integer.toHexString(address) + " is not mapped for good");
        }
        return word;
    }

    /** Index of the first of two neighbouring words that make 64 bits. */
    int pair(int address) {
        int word = index(address);
        if (index(address + 4) != word + 1) {
            throw new IllegalArgumentException("no 64 bits are modelled at 0x" + Integer.toHexString(address));
        }
        return word;
    }

    /** Index of the word of frame {@code pfn} that {@code address} points to. */
    int inFrame(int pfn, int address) {
        int word = find(pfn, address);
        if (word < 0) {
            throw new IllegalStateException("nothing is modelled at frame 0x" + Integer.toHexString(pfn) + " offset 0x"
                    + Integer.toHexString(address & 0xFFF));
        }
        return word;
    }

    /** The same, or -1 if that word is not modelled. */
    int find(int pfn, int address) {
        int slot = frameSlot(pfn);
        if (framePfn[slot] != pfn || pfn == 0) {
            return -1;
        }
        int[] offsets = tableOffsets[slot];
        int offset = (address & 0xFFF) >>> 2;
        if (offsets != null) {
            offset = Arrays.binarySearch(offsets, address & 0xFFC);
            return offset < 0 ? -1 : frameBase[slot] + offset;
        }
        return offset < frameWords ? frameBase[slot] + offset : -1;
    }

    /** What the frame of data is called, or empty if none is modelled there. */
    public String frameName(int pfn) {
        int slot = frameSlot(pfn);
        boolean data = pfn != 0 && framePfn[slot] == pfn && tableOffsets[slot] == null;
        return data && frameBase[slot] < names.size() ? names.get(frameBase[slot]) : "";
    }

    private int frameSlot(int pfn) {
        int slot = (pfn * 0x9E3779B1) >>> 24;
        while (framePfn[slot] != 0 && framePfn[slot] != pfn) {
            slot = (slot + 1) & (FRAME_SLOTS - 1);
        }
        return slot;
    }
}
