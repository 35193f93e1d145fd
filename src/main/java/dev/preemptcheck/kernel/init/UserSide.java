package dev.preemptcheck.kernel.init;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.hardware.Memory;
import dev.preemptcheck.hardware.PageTable;
import dev.preemptcheck.kernel.Word;
import dev.preemptcheck.kernel.arch.PageFault;
import dev.preemptcheck.kernel.asm.AtomicKmap;
import dev.preemptcheck.kernel.asm.KmType;
import dev.preemptcheck.kernel.asm.Page;
import dev.preemptcheck.kernel.mm.AddressSpace;
import dev.preemptcheck.kernel.mm.UserPage;
import java.util.ArrayList;
import java.util.List;

/** A program's address space with its page-table entries laid out, ready to enter the kernel. */
final class UserSide {
    private static final int READ_ONLY = PageTable.PRESENT | PageTable.USER | PageTable.ACCESSED | PageTable.DIRTY;

    /** A call with what it needs: the page that faults, or the page that is touched. */
    private record Prepared(UserCall call, List<UserPage> faulting) {}

    private final AddressSpace mm;
    private final List<Prepared> calls;

    private UserSide(AddressSpace mm, List<Prepared> calls) {
        this.mm = mm;
        this.calls = calls;
    }

    static UserSide create(Kernel kernel, UserProgram program) {
        AddressSpace mm = new AddressSpace(kernel.spinlock(program.name() + ".page_table_lock"));
        Memory memory = kernel.setup().memory();
        List<Prepared> calls = new ArrayList<>();
        for (int i = 0; i < program.calls().size(); i++) {
            UserCall call = program.calls().get(i);
            List<UserPage> faulting = call instanceof UserCall.Fault fault
                    ? List.of(page(memory, program.name() + ".pte[" + i + "]", fault))
                    : List.of();
            calls.add(new Prepared(call, faulting));
        }
        return new UserSide(mm, List.copyOf(calls));
    }

    private static UserPage page(Memory memory, String pte, UserCall.Fault fault) {
        boolean present = fault.backing() == UserPage.Backing.COPY_ON_WRITE;
        int entry = present ? (fault.source().pfn() << 12) | READ_ONLY : 0;
        return new UserPage(
                fault.address(), fault.backing(), new Word(memory.word(pte, entry)), fault.source(), fault.fresh());
    }

    int calls() {
        return calls.size();
    }

    /** Enters the kernel for the call of that number. */
    void call(Cpu cpu, int number, PageFault pageFault, AtomicKmap kmap) {
        Prepared prepared = calls.get(number);
        if (prepared.call() instanceof UserCall.Touch touch) {
            sysTouch(cpu, kmap, touch.page());
        } else {
            pageFault.doPageFault(cpu, mm, prepared.faulting().get(0));
        }
    }

    private static void sysTouch(Cpu cpu, AtomicKmap kmap, Page page) {
        int address = kmap.kmapAtomic(cpu, page, KmType.USER0);
        cpu.store(address, cpu.load(address) + 1);
        kmap.kunmapAtomic(cpu, address, KmType.USER0);
    }
}
