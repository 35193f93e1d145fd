/** The network core (fact S10). Read {@link dev.preemptcheck.kernel.net.QueueingDiscipline} first. */
@NullMarked
package dev.preemptcheck.kernel.net;

import org.jspecify.annotations.NullMarked;
