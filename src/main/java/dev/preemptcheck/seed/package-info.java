/** Files that replay a finding. Read {@link dev.preemptcheck.seed.Seed} first, then {@link dev.preemptcheck.seed.SeedFormat}. */
@NullMarked
package dev.preemptcheck.seed;

import org.jspecify.annotations.NullMarked;
