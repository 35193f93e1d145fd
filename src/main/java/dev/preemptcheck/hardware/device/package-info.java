/**
 * Models of devices, with the register behaviour that drivers rely on and the freedom that real devices take. Read
 * {@link dev.preemptcheck.hardware.Device} first, then {@link dev.preemptcheck.hardware.device.AtaPort}.
 */
@NullMarked
package dev.preemptcheck.hardware.device;

import org.jspecify.annotations.NullMarked;
