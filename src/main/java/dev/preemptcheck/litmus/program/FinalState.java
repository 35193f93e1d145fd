package dev.preemptcheck.litmus.program;

/** What a proposition is asked about. */
public interface FinalState {
    int at(Place place);

    /** The number that stands for a value: an address is where its variable lies. */
    int numberOf(Value value);
}
