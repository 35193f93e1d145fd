package dev.preemptcheck.explore;

import dev.preemptcheck.arbitraries.Program;
import dev.preemptcheck.arbitraries.ProgramScenario;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.hardware.Footprint;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.hardware.carrier.Carrier;

/** Mistakes that make a search miss a livelock or see one that is none: each must be caught by a law. */
public enum LivelockMistake {
    NONE,
    /** Every cycle is one, whoever does not move in it. */
    FAIRNESS_FORGOTTEN,
    /** Row 23: what is drawn on the bounds never comes. */
    TICKS_FORGOTTEN,
    /** Row 24: fairness is about processors, not about tasks that could run. */
    TASKS_FORGOTTEN,
    /** A task that is picked has had its turn, whether it comes to a step or not. */
    PICKED_IS_SERVED,
    /** Row 8: where a loop begins, nobody has a choice. */
    NO_CHOICE_IN_LOOPS,
    /** Row 22: a cycle is seen only if one agent alone goes round it. */
    ONE_MOVER_ONLY;

    /**
     * Whether the explorer, making this mistake, says that the program can livelock; also if the cycle is none when it is run,
     * which no mistake of the search gets past.
     */
    public boolean finds(Program program, Footprint.Reduction reduction) {
        try (Subject subject = new Subject(new ProgramScenario(program), Carrier.best())) {
            SearchOptions options = SearchOptions.ALL.withReduction(reduction);
            Verdict verdict =
                    new Explorer(subject, program.bounds(), options, new Parts(this)).explore(Progress.UNWATCHED);
            if (verdict instanceof Verdict.Open open && open.reason().contains("retry loop")) {
                throw new AssertionError("no verdict on " + program);
            }
            return verdict instanceof Verdict.Refuted refuted
                    && refuted.findings().stream().anyMatch(f -> f.signature().is("D13:livelock"));
        } catch (IllegalStateException noCycle) {
            if (this == NONE) {
                throw noCycle;
            }
            return true;
        }
    }

    private static final class Parts extends SearchParts {
        private final LivelockMistake mistake;

        Parts(LivelockMistake mistake) {
            this.mistake = mistake;
        }

        @Override
        Visibility visibility(Machine machine, Footprint known) {
            return mistake != NO_CHOICE_IN_LOOPS
                    ? super.visibility(machine, known)
                    : new Visibility(machine, known) {
                        @Override
                        int ofPending() {
                            return machine.pending().op(machine.running()) == Op.LOOP
                                    ? Footprint.QUIET
                                    : super.ofPending();
                        }
                    };
        }

        @Override
        FairComponents fairComponents(StateGraph graph, boolean budgetsToo) {
            return new FairComponents(graph, budgetsToo && mistake != TICKS_FORGOTTEN) {
                @Override
                boolean claims(int edge) {
                    return switch (mistake) {
                        case FAIRNESS_FORGOTTEN -> false;
                        case TASKS_FORGOTTEN -> super.claims(edge) && !Agent.isTask(graph.agent(edge));
                        default -> super.claims(edge);
                    };
                }

                @Override
                boolean serves(int edge) {
                    return super.serves(edge) || (mistake == PICKED_IS_SERVED && Agent.isTask(graph.agent(edge)));
                }

                @Override
                boolean follows(int edge) {
                    boolean alone = mistake != ONE_MOVER_ONLY || graph.agent(edge) == Agent.cpu(0);
                    return super.follows(edge) && alone;
                }
            };
        }
    }
}
