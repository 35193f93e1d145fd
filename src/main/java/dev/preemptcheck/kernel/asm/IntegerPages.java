package dev.preemptcheck.kernel.asm;

import dev.preemptcheck.hardware.Cpu;
import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;

/** Pages cleared and copied by string instructions, which are compiled into their callers: what most i386 kernels do. */
public final class IntegerPages implements PageCopier {

    @Override
    @CName("clear_user_highpage")
    @Inlined
    public void clearPage(Cpu cpu, int page) {
        for (int i = 0; i < Page.WORDS; i++) {
            cpu.store(page + 4 * i, 0);
        }
    }

    @Override
    @CName("copy_user_highpage")
    @Inlined
    public void copyPage(Cpu cpu, int to, int from) {
        for (int i = 0; i < Page.WORDS; i++) {
            cpu.store(to + 4 * i, cpu.load(from + 4 * i));
        }
    }
}
