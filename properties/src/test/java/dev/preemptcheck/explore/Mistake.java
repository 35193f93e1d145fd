package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.MemoryModel;
import dev.preemptcheck.hardware.MistakenFootprint;
import dev.preemptcheck.hardware.Op;

/** Mistakes that make a search miss something, after the table in EXPLORATION: each must be caught by a law. */
public enum Mistake {
    NONE,
    /** Row 1: a state is taken for explored whatever budgets were left then. */
    BUDGETS_IGNORED,
    /** Law L5: of two budgets the smaller is taken for the one that covers the other. */
    DOMINANCE_REVERSED,
    /** Row 4: what closes a window is no choice where its word is private. */
    CLOSING_IS_NO_CHOICE,
    /** Row 5: nothing is raised on a processor that can't go on. */
    NO_RAISE_AT_THE_END,
    /** Row 6: what a handler touches is booked to the task that it interrupted. */
    HANDLER_BOOKED_TO_TASK,
    /** Row 11: with several processors, an interrupt is raised only before a word that a handler touches. */
    RAISE_BEFORE_HANDLER_WORDS_ONLY,
    /** Row 21, the other way round: what drains a store buffer that holds something is no choice where its word is private. */
    DRAINING_IS_NO_CHOICE,
    /** Nothing arrives while interrupts are off and nobody else can tell what is done, so that nothing merges there. */
    NO_ARRIVAL_IN_A_WINDOW,
    /** A step that ends the run is no choice if nobody else can tell when it is taken. */
    FAILURE_IS_NO_CHOICE;

    /** The machine on which it is one. */
    public MemoryModel model() {
        return this == DRAINING_IS_NO_CHOICE ? MemoryModel.TSO : MemoryModel.SC;
    }

    /** The parts of a search that makes the mistake. */
    static class Parts extends SearchParts {
        private final Mistake mistake;

        Parts(Mistake mistake) {
            this.mistake = mistake;
        }

        @Override
        Footprint footprint(Subject subject, Footprint.Reduction reduction) {
            int words = subject.machine().memory().size();
            return switch (mistake) {
                case HANDLER_BOOKED_TO_TASK -> new MistakenFootprint(words, reduction, true);
                case RAISE_BEFORE_HANDLER_WORDS_ONLY -> new MistakenFootprint(words, reduction, false);
                default -> super.footprint(subject, reduction);
            };
        }

        @Override
        boolean seeksLivelocks() {
            return false;
        }

        @Override
        boolean choiceBeforeFailure() {
            return mistake != FAILURE_IS_NO_CHOICE;
        }

        @Override
        VisitedStates visited() {
            return switch (mistake) {
                case BUDGETS_IGNORED ->
                    new VisitedStates() {
                        @Override
                        boolean covers(long seen, long visit) {
                            return true;
                        }
                    };
                case DOMINANCE_REVERSED ->
                    new VisitedStates() {
                        @Override
                        boolean covers(long seen, long visit) {
                            return super.covers(visit, seen);
                        }
                    };
                default -> super.visited();
            };
        }

        @Override
        Visibility visibility(Machine machine, Footprint known) {
            return switch (mistake) {
                case CLOSING_IS_NO_CHOICE ->
                    new Visibility(machine, known) {
                        @Override
                        int ofPending() {
                            return closes() && machine.pending().level(known) == Footprint.QUIET
                                    ? Footprint.QUIET
                                    : super.ofPending();
                        }

                        private boolean closes() {
                            int op = machine.pending().op(machine.running());
                            return op == Op.CLI
                                    || (op == Op.LOCKED && machine.pending().closesWindow(machine.running()));
                        }
                    };
                case DRAINING_IS_NO_CHOICE ->
                    new Visibility(machine, known) {
                        @Override
                        int ofPending() {
                            return Op.drains(machine.pending().op(machine.running()))
                                    ? machine.pending().level(known)
                                    : super.ofPending();
                        }
                    };
                case NO_ARRIVAL_IN_A_WINDOW ->
                    new Visibility(machine, known) {
                        @Override
                        boolean mayMerge() {
                            return false;
                        }
                    };
                case NO_RAISE_AT_THE_END ->
                    new Visibility(machine, known) {
                        @Override
                        int raisers(int level) {
                            return super.raisers(level) & machine.moves().steppable();
                        }
                    };
                case RAISE_BEFORE_HANDLER_WORDS_ONLY ->
                    new Visibility(machine, known) {
                        @Override
                        int raisers(int level) {
                            int word = machine.pending().word(machine.running());
                            boolean plain = machine.moves().runningCanStep() && word >= 0;
                            return plain && !((MistakenFootprint) known).touchedByHandler(word)
                                    ? 0
                                    : super.raisers(level);
                        }
                    };
                default -> super.visibility(machine, known);
            };
        }
    }
}
