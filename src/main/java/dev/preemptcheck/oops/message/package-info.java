/**
 * The kernel's own complaints that are no oopses: it says what is wrong, prints the call chain and goes on (facts 7.5 and 7.6, 2.6.9 to
 * today). Read {@link dev.preemptcheck.oops.message.KernelMessage} first; {@link dev.preemptcheck.oops.message.MessageReader} puts one
 * together line by line, {@link dev.preemptcheck.oops.message.MessageTally} groups those that are the same.
 */
@NullMarked
package dev.preemptcheck.oops.message;

import org.jspecify.annotations.NullMarked;
