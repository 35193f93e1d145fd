package dev.preemptcheck.kernel.kbuild;

/**
 * What processor a kernel is built for, by the name of its option: 2.4's types, one for each set of instructions that the
 * modelled kernels ask for. The options that follow from a type are the tree's.
 */
public enum CpuType {
    /** Has neither {@code cmpxchg} nor {@code xadd}. */
    M386,
    M486,
    M586,
    M686,
    /** What PC-declock's kernel was built for. */
    MPENTIUMIII,
    /** Has 3DNow!, which S2's kernels clear and copy pages with. */
    MK7
}
