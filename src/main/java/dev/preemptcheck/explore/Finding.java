package dev.preemptcheck.explore;

import dev.preemptcheck.detect.Signature;

/**
 * A broken rule and how to see it again.
 *
 * @param signature what it has in common with others of the same cause
 * @param schedule a schedule that shows it
 * @param step the step in which it shows
 * @param victim number of the task it happened to
 * @param culprit number of the task that broke the rule first
 * @param hazard true if nothing went wrong in that run: the rule is broken, not yet its victim
 * @param trace digest of that run up to the finding; equal for an exact replay
 */
public record Finding(
        Signature signature, Schedule schedule, int step, int victim, int culprit, boolean hazard, long trace) {}
