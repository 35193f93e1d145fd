package dev.preemptcheck.explore;

/** Mistakes that make a search without states miss classes of executions, or complete some twice: each must be caught. */
enum StatelessMistake {
    NONE,
    /** Two steps are dependent only if both write. */
    READS_ARE_INDEPENDENT,
    /** Who sleeps goes on sleeping, whatever happens. */
    NOBODY_WAKES,
    /** Everybody wakes at once. */
    EVERYBODY_WAKES,
    /** Who waits till the end races with nobody. */
    WAITERS_DO_NOT_RACE,
    /** Who has waited races with the step that released it, if with any. */
    WAITERS_DO_NOT_LOOK_BACK;

    Dependence dependence() {
        StatelessMistake mistake = this;
        return new Dependence() {
            @Override
            boolean dependent(NextStep one, NextStep other) {
                boolean both = one.writes() && other.writes();
                return super.dependent(one, other) && (both || mistake != READS_ARE_INDEPENDENT);
            }

            @Override
            boolean wakes(NextStep sleeping, NextStep taken) {
                return switch (mistake) {
                    case NOBODY_WAKES -> false;
                    case EVERYBODY_WAKES -> true;
                    default -> super.wakes(sleeping, taken);
                };
            }

            @Override
            boolean waitersRace() {
                return mistake != WAITERS_DO_NOT_RACE;
            }

            @Override
            boolean waitersLookBack() {
                return mistake != WAITERS_DO_NOT_LOOK_BACK;
            }
        };
    }
}
