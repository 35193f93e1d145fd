/**
 * The interrupt controllers of a PC: two cascaded 8259s, a local APIC per processor with the messages between them, and
 * the processor's latch for NMIs. Read {@link dev.preemptcheck.hardware.interrupt.Pic8259} first.
 *
 * <p>Each class is a deterministic state machine that is told what happens (a line moves, a vector arrives, the
 * processor answers, a handler acknowledges) and says which interrupt the processor would take now. Nothing here knows
 * the interrupt flag, the machine or the order of events: <em>when</em> a line moves or a message arrives is the
 * explorer's choice. Digests hold everything that can decide the future; equal digests stand for equal states.
 */
@NullMarked
package dev.preemptcheck.hardware.interrupt;

import org.jspecify.annotations.NullMarked;
