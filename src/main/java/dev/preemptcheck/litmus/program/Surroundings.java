package dev.preemptcheck.litmus.program;

/** What the threads of a test share. */
public record Surroundings(SharedWords words, RunWatch watch, Outlook outlook) {}
