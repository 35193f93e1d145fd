package dev.preemptcheck.explore;

import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import java.util.function.Consumer;

/** What a search is made of; other parts are for tests that show that these are needed. */
class SearchParts {
    Footprint footprint(Subject subject, Footprint.Reduction reduction) {
        return subject.footprint(reduction);
    }

    VisitedStates visited() {
        return new VisitedStates();
    }

    Visibility visibility(Machine machine, Footprint known) {
        return new Visibility(machine, known);
    }

    /** Who gets a turn where an access can be told apart from what others do. */
    Movers movers() {
        return Movers.EVERYBODY;
    }

    /** Whether everybody has a choice before a step that turns out to end the run. */
    boolean choiceBeforeFailure() {
        return true;
    }

    /** Whether livelocks are looked for where there are retry loops. */
    boolean seeksLivelocks() {
        return true;
    }

    /** Parts of a state graph in which the machine can go round; see {@link FairComponents}. */
    FairComponents fairComponents(StateGraph graph, boolean budgetsToo) {
        return new FairComponents(graph, budgetsToo);
    }

    /** Runs that one worker makes before others that have nothing to do may help it. */
    int helpAfter() {
        return 20_000;
    }

    /** Is shown every run that was not cut off, at its end; one at a time, whoever made it. */
    void ended(Subject subject) {}

    /** The parts of a search for how runs end, where no step fails by itself: only {@code movers} get a turn. */
    static SearchParts ofOutcomes(Movers movers, Consumer<Machine> ended) {
        return new SearchParts() {
            @Override
            Movers movers() {
                return movers;
            }

            @Override
            boolean choiceBeforeFailure() {
                return false;
            }

            @Override
            boolean seeksLivelocks() {
                return false;
            }

            @Override
            void ended(Subject subject) {
                ended.accept(subject.machine());
            }
        };
    }
}
