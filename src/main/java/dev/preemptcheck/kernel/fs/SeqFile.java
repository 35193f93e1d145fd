package dev.preemptcheck.kernel.fs;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.mm.Kmalloc;

/**
 * {@code seq_file}: prints what its operations step through into a buffer of the kernel's and then copies that to the user.
 * {@code stop} is called after every {@code start}, also after one that failed (fact S7, 2.6.9). The buffer always has room
 * enough here: what a larger one does, start anew, adds nothing to what locks are held for.
 *
 * @param kmalloc where the buffer comes from
 * @param user what the user has been given
 */
public record SeqFile(Kmalloc kmalloc, Word user) {
    /** Where {@link Operations} are when there is nothing more. */
    public static final int END = -1;

    /** What a listing is made of; positions count from 0. */
    public interface Operations {
        /** Gets ready at {@code position}; the position, or {@link #END}. */
        int start(Cpu cpu, int position);

        /** Prints what is there; how much. */
        int show(Cpu cpu, int position);

        /** The next position, or {@link #END}. */
        int next(Cpu cpu, int position);

        /** Undoes what {@code start} did, whatever came of it. */
        void stop(Cpu cpu);
    }

    /** {@code seq_read()}: task context, may sleep. */
    @CName("seq_read")
    public void read(Cpu cpu, Operations operations) {
        kmalloc.allocate(cpu);
        int printed = 0;
        int position = operations.start(cpu, 0);
        while (position != END) {
            printed += operations.show(cpu, position);
            position = operations.next(cpu, position);
        }
        operations.stop(cpu);
        user.store(cpu, printed);
    }
}
