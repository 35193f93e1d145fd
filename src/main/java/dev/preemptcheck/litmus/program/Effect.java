package dev.preemptcheck.litmus.program;

/** What orders accesses or waits for others, and gives no value but where it says so. */
public sealed interface Effect extends Expression {

    /** How far a barrier goes on a machine that only ever delays stores. */
    enum Barrier implements Effect {
        /** Nothing to do for the processor. */
        NONE,
        STORES,
        FULL;

        @Override
        public int evaluate(RunningThread on) {
            switch (this) {
                case NONE -> {}
                case STORES -> on.memory().storeFence();
                case FULL -> on.memory().fence();
            }
            return 0;
        }
    }

    /** One after the other; gives the value of the second. */
    record Then(Expression first, Expression second) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            first.evaluate(on);
            return second.evaluate(on);
        }
    }

    record Lock(Expression lock) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.lock(lock.evaluate(on));
            return 0;
        }
    }

    /** Gives whether it took the lock. */
    record TryLock(Expression lock) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            return on.tryLock(lock.evaluate(on)) ? 1 : 0;
        }
    }

    record Unlock(Expression lock) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.unlock(lock.evaluate(on));
            return 0;
        }
    }

    /** As one of many that hold the lock together. */
    record ReadLock(Expression lock) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.readLock(lock.evaluate(on));
            return 0;
        }
    }

    /** Waits until nobody holds the lock. */
    record AwaitUnlocked(Expression lock) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.awaitUnlocked(lock.evaluate(on));
            return 0;
        }
    }

    record RcuReadLock() implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.sections().rcuReadLock();
            return 0;
        }
    }

    record RcuReadUnlock() implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.sections().rcuReadUnlock();
            return 0;
        }
    }

    record SynchronizeRcu() implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.sections().synchronizeRcu();
            return 0;
        }
    }

    /** Gives the number that the section's end must name. */
    record SrcuReadLock(Expression domain, int section) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            return on.sections().srcuReadLock(domain.evaluate(on), section);
        }
    }

    record SrcuReadUnlock(Expression section) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.sections().srcuReadUnlock(section.evaluate(on));
            return 0;
        }
    }

    record SynchronizeSrcu(Expression domain) implements Effect {
        @Override
        public int evaluate(RunningThread on) {
            on.sections().synchronizeSrcu(domain.evaluate(on));
            return 0;
        }
    }
}
