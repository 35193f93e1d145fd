/**
 * The programs that other tools are measured by, as scenarios. Read
 * {@link dev.preemptcheck.stress.bench.peers.PeerPrograms} first.
 */
@NullMarked
package dev.preemptcheck.stress.bench.peers;

import org.jspecify.annotations.NullMarked;
