package dev.preemptcheck.kernel.sched;

import dev.preemptcheck.kernel.MarkedWord;

/**
 * {@code mm_struct} of 2.4: an address space. Whether it is still used is not counted here: it stays.
 *
 * @param number what words hold that point to it; 0 points to none
 * @param pgd what CR3 holds while it is in use
 * @param cpuVmMask {@code cpu_vm_mask}: processors that are told when its pages change, a bit each
 */
public record Mm(int number, int pgd, MarkedWord cpuVmMask) {}
