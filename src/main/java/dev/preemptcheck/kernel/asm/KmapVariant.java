package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.sched.Preemption;
import dev.preemptcheck.kernel.shape.Pairing;
import java.util.Arrays;

/** The implementations of atomic mappings that a kernel can have, with the patch that puts each in force. */
public enum KmapVariant {
    HM_0("HM-0", "none", "as released: nothing keeps a preempted task's slot from the next one") {
        @Override
        public AtomicKmap create(KernelConfig config, KmapSlots slots, Preemption preemption) {
            return new OriginalKmap(config, slots);
        }
    },
    HM_1(
            "HM-1",
            "highmem/spraul-2001-09-09",
            "preemption off from map to unmap; back on outside the debug conditional") {
        @Override
        public AtomicKmap create(KernelConfig config, KmapSlots slots, Preemption preemption) {
            return new SpraulKmap(config, slots, preemption);
        }
    },
    HM_2("HM-2", "highmem/love-final", "preemption off around each write of a slot, not around its use") {
        @Override
        public AtomicKmap create(KernelConfig config, KmapSlots slots, Preemption preemption) {
            return new LoveKmap(config, slots, preemption);
        }
    },
    HM_4("HM-4", "highmem/reference-2.6.9", "preemption off before anything else, back on at every exit of unmap") {
        @Override
        public AtomicKmap create(KernelConfig config, KmapSlots slots, Preemption preemption) {
            return new ReferenceKmap(config, slots, preemption);
        }
    };

    private final String id;
    private final String patch;
    private final String summary;

    KmapVariant(String id, String patch, String summary) {
        this.id = id;
        this.patch = patch;
        this.summary = summary;
    }

    /** The variant's name in the verdict table. */
    public String id() {
        return id;
    }

    /** The patch that puts it in force, or {@code none}. */
    public String patch() {
        return patch;
    }

    /** What it does, in one line. */
    public String summary() {
        return summary;
    }

    /** What rule D6 sees of it. */
    public Pairing shape() {
        return switch (this) {
            case HM_0 -> OriginalKmap.SHAPE;
            case HM_1 -> SpraulKmap.SHAPE;
            case HM_2 -> LoveKmap.SHAPE;
            case HM_4 -> ReferenceKmap.SHAPE;
        };
    }

    /** The implementation, for a kernel with these slots. */
    public abstract AtomicKmap create(KernelConfig config, KmapSlots slots, Preemption preemption);

    /**
     * The variant that a patch puts in force.
     *
     * @throws IllegalArgumentException if there is no such patch
     */
    public static KmapVariant ofPatch(String patch) {
        return Arrays.stream(values())
                .filter(v -> v.patch.equals(patch))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no patch is called '" + patch + "'; there are "
                        + String.join(
                                ", ", Arrays.stream(values()).map(v -> v.patch).toList())));
    }
}
