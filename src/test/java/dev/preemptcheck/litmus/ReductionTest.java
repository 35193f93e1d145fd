package dev.preemptcheck.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.hardware.MemoryModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine's reductions lose no final state of what litmus tests are made of. */
final class ReductionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "WRITE_ONCE(*x, 1); int r1 = READ_ONCE(*y); | WRITE_ONCE(*y, 1); int r1 = READ_ONCE(*x);",
                "spin_lock(s); *x = *x + 1; spin_unlock(s); | int r1 = spin_is_locked(s); int r2 = READ_ONCE(*x);",
                "spin_lock(s); *x = 1; spin_unlock(s); | int r1 = spin_trylock(s); if (r1) { *x = 2; spin_unlock(s); }",
                "read_lock(s); int r1 = *x; read_unlock(s); | write_lock(s); *x = 1; *x = 2; write_unlock(s);",
                "rcu_read_lock(); *x = 1; *y = 1; rcu_read_unlock(); | int r1 = *x; synchronize_rcu(); int r2 = *y;",
                "rcu_read_lock(); int r1 = *x; *y = 1; rcu_read_unlock(); rcu_read_lock(); *y = 2; rcu_read_unlock(); |"
                        + " int r1 = *y; synchronize_rcu(); *x = 1; synchronize_rcu(); int r2 = *y;",
                "int r1 = srcu_read_lock(s); *x = 1; int r2 = srcu_read_lock(s); srcu_read_unlock(s, r1); *y = 1;"
                        + " srcu_read_unlock(s, r2); | int r1 = *x; synchronize_srcu(s); int r2 = *y;",
                "*x = 1; *x = 2; int r1 = *y; | *y = 1; int r1 = *x; int r2 = *x; *y = 2;",
                "xchg(x, 1); *y = 1; int r1 = *x; | *x = 2; smp_mb(); int r1 = *y; int r2 = *x;",
                "spin_unlock(s); *x = 1; | spin_lock(s); int r1 = *x;",
                "while (!READ_ONCE(*y)) ; *x = *x + 1; | *x = 2; smp_store_release(y, 1); *x = 3;",
                "int r1 = atomic_fetch_or(1, x); | int r1 = atomic_add_unless(x, 2, 1); atomic_inc(y);",
                "spin_lock(s); spin_lock(y); *x = 1; spin_unlock(y); spin_unlock(s); |"
                        + " spin_lock(y); int r1 = *x; spin_lock(s); spin_unlock(s); spin_unlock(y);"
            })
    void finalStatesAreTheSameWithoutReduction(String threads) {
        String[] bodies = threads.split(" \\| ", 2);
        String parameters = "(int *x, int *y, spinlock_t *s)";
        String text = "C both\n{ }\nP0" + parameters + " { " + bodies[0] + " }\nP1" + parameters + " { " + bodies[1]
                + " }\nlocations [0:r1; 1:r1; 1:r2; x; y; s]\nexists (true)";
        for (MemoryModel model : MemoryModel.values()) {
            assertThat(Litmus.states(text, model))
                    .as(model.id())
                    .isNotEmpty()
                    .isEqualTo(Litmus.statesWithoutReduction(text, model));
        }
    }
}
