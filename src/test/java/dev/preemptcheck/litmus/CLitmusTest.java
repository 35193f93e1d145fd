package dev.preemptcheck.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.preemptcheck.litmus.LitmusOutcome.Observation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CLitmusTest {
    private static final String RCU = """
            C rcu
            { }
            P0(int *x, int *y)
            {
                rcu_read_lock();
                int r1 = READ_ONCE(*x);
                int r2 = READ_ONCE(*y);
                rcu_read_unlock();
            }
            P1(int *x, int *y)
            {
                WRITE_ONCE(*y, 1);
                %s;
                WRITE_ONCE(*x, 1);
            }
            exists (0:r1=1 /\\ 0:r2=0)
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "int r0 = READ_ONCE(*x); WRITE_ONCE(*y, r0 + 1);          # 0:r0; y # 0:r0=7; [y]=8;",
                "int r0 = *x; *y = r0;                                    # 0:r0; y # 0:r0=7; [y]=7;",
                "*x += 2; *y = (*x)--;                                    # x; y # [x]=8; [y]=9;",
                "r0 = smp_load_acquire(x); smp_store_release(y, r0);      # 0:r0; y # 0:r0=7; [y]=7;",
                "smp_store_mb(*x, 1); smp_mb(); smp_rmb(); smp_wmb(); barrier(); # x # [x]=1;",
                "int r0 = xchg(x, 1);                                     # 0:r0; x # 0:r0=7; [x]=1;",
                "int r0 = xchg_relaxed(x, 1);                             # 0:r0; x # 0:r0=7; [x]=1;",
                "int r0 = cmpxchg(x, 7, 2);                               # 0:r0; x # 0:r0=7; [x]=2;",
                "int r0 = cmpxchg_acquire(x, 6, 2);                       # 0:r0; x # 0:r0=7; [x]=7;",
                "int r1 = 7; int r0 = try_cmpxchg(x, &r1, 2);             # 0:r0; x # 0:r0=1; [x]=2;",
                "int r1 = 6; int r0 = try_cmpxchg(x, &r1, 2);             # 0:r0; 0:r1 # 0:r0=0; 0:r1=7;",
                "rcu_assign_pointer(*x, y); int *r0 = rcu_dereference(*x); *r0 = 3; # 0:r0; y # 0:r0=y; [y]=3;",
                "intptr_t r0 = (intptr_t)y; WRITE_ONCE(*(int *)r0, 4);    # y # [y]=4;",
                "int r0 = READ_ONCE(*x) ? 5 : 6;                          # 0:r0 # 0:r0=5;",
                "int r0 = (1 || *x) + (0 && *x) + !3 + -2 + ~0;           # 0:r0 # 0:r0=-2;",
                "int r0 = (6 & 3) | (4 ^ 1); int r1 = 7 % 4 * 2 - 9 / 3;  # 0:r0; 0:r1 # 0:r0=7; 0:r1=3;",
                "int r0 = (1 < 2) + (2 <= 2) + (3 > 4) + (4 >= 5) + (1 == 1) + (1 != 1); # 0:r0 # 0:r0=3;",
                "int r0 = 1 << 4 >> 2; r0++; --r0;                        # 0:r0 # 0:r0=4;",
                "if (*x == 7) { WRITE_ONCE(*y, 1); } else WRITE_ONCE(*y, 2); # y # [y]=1;",
                "if (*x != 7) ; else if (x) *y = 5;                       # y # [y]=5;",
                "int i; for (i = 0; i < 3; i++) *y = *y + 2;              # y # [y]=6;",
                "int i = 0; do { i = i + 1; } while (i < 4);              # 0:i # 0:i=4;",
                "int r0 = spin_trylock(s); int r1 = spin_trylock(s);      # 0:r0; 0:r1 # 0:r0=1; 0:r1=0;",
                "int r0 = spin_is_locked(s); spin_lock(s); int r1 = spin_is_locked(s); # 0:r0; 0:r1 # 0:r0=0; 0:r1=1;",
                "spin_lock(s); spin_unlock(s); spin_unlock_wait(s);       # s # [s]=0;",
                "spin_lock_irqsave(s, f); *x = 1; spin_unlock_irqrestore(s, f); # s; x # [s]=0; [x]=1;",
                "read_lock(s); read_lock(s); int r0 = *s; read_unlock(s); read_unlock(s); # 0:r0; s # 0:r0=-2; [s]=0;",
                "write_lock_bh(s); int r0 = *s; write_unlock_bh(s);       # 0:r0; s # 0:r0=1; [s]=0;",
                "int i = 0; while (1) { i++; if (i == 3) break; }         # 0:i # 0:i=3;",
                "int n = 0; for (int i = 0; i < 4; i++) { if (i == 1) continue; n++; } # 0:n # 0:n=3;",
                "int i = 0; while (i < 9) { i = i + 1; if (i == 2) return; } *y = 7; # 0:i; y # 0:i=2; [y]=0;",
                "if (*x == 7) { return 1; } *y = 7;                       # y # [y]=0;",
                "int r0 = *x, r1 = r0; // not (*y)                        # 0:r1 # 0:r1=7;",
                "int r0 = atomic_inc_return(&x); r1 = READ_ONCE(*&x);     # 0:r0; 0:r1 # 0:r0=8; 0:r1=8;",
                "spin_lock(&s); int r0 = spin_is_locked(&s); spin_unlock(&s); # 0:r0; s # 0:r0=1; [s]=0;"
            })
    void statementsDoWhatTheySay(String body, String locations, String state) {
        assertThat(Litmus.c("int x=7; spinlock_t s;", body + "\n", locations)).containsExactly(state);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "atomic_read(a)                     # 5  # 5",
                "atomic_add_return(2, a)            # 7  # 7",
                "atomic_sub_return_relaxed(2, a)    # 3  # 3",
                "atomic_inc_return_acquire(a)       # 6  # 6",
                "atomic_dec_return_release(a)       # 4  # 4",
                "atomic_fetch_add(2, a)             # 5  # 7",
                "atomic_fetch_sub_relaxed(2, a)     # 5  # 3",
                "atomic_fetch_inc(a)                # 5  # 6",
                "atomic_fetch_dec(a)                # 5  # 4",
                "atomic_fetch_or(2, a)              # 5  # 7",
                "atomic_fetch_and_release(4, a)     # 5  # 4",
                "atomic_fetch_xor(1, a)             # 5  # 4",
                "atomic_fetch_andnot(1, a)          # 5  # 4",
                "atomic_xchg(a, 9)                  # 5  # 9",
                "atomic_cmpxchg(a, 5, 9)            # 5  # 9",
                "atomic_cmpxchg_relaxed(a, 4, 9)    # 5  # 5",
                "atomic_add_unless(a, 2, 5)         # 0  # 5",
                "atomic_add_unless(a, 2, 4)         # 1  # 7",
                "atomic_fetch_add_unless(a, 2, 4)   # 5  # 7",
                "atomic_inc_not_zero(a)             # 1  # 6",
                "atomic_dec_and_test(a)             # 0  # 4",
                "atomic_sub_and_test(5, a)          # 1  # 0",
                "atomic_inc_and_test(a)             # 0  # 6",
                "atomic_add_negative(-6, a)         # 1  # -1",
                "(atomic_set(a, 3), 0)              # 0  # 3",
                "(atomic_set_release(a, 3), 0)      # 0  # 3",
                "(atomic_add(3, a), 0)              # 0  # 8",
                "(atomic_dec(a), 0)                 # 0  # 4",
                "(atomic64_or(2, a), 0)             # 0  # 7",
                "atomic_long_inc_return(a)          # 6  # 6"
            })
    void atomicGivesAndLeavesWhatItSays(String call, int given, int left) {
        assertThat(Litmus.states("C atomic\n{ atomic_t a = ATOMIC_INIT(5); }\nP0(atomic_t *a) { int r0 = " + call
                        + "; }\nlocations [a; 0:r0]\nexists (true)"))
                .containsExactly("0:r0=" + given + "; [a]=" + left + ";");
    }

    @ParameterizedTest
    @ValueSource(strings = {"atomic_inc(x)", "atomic_fetch_or(1, x)", "atomic_add_unless(x, 1, 9)"})
    void atomicsAreAtomic(String call) {
        String text = "C atomic\n{ }\nP0(atomic_t *x) { %1$s; }\nP1(atomic_t *x) { %2$s; }\nforall (x=3)";
        String other =
                call.replace("inc(x)", "add(2, x)").replace("or(1", "or(2").replace("x, 1", "x, 2");
        assertThat(Litmus.states(text.formatted(call, other))).containsExactly("[x]=3;");
    }

    @Test
    void lockKeepsTheOtherOut() {
        assertThat(Litmus.states("""
                        C lock
                        { }
                        P0(int *x, spinlock_t *s) { spin_lock(s); *x = *x + 1; spin_unlock(s); }
                        P1(int *x, spinlock_t *s) { spin_lock(s); *x = *x + 1; spin_unlock(s); }
                        forall (x=2)
                        """)).containsExactly("[x]=2;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"synchronize_rcu()", "synchronize_rcu_expedited()"})
    void gracePeriodWaitsForReaders(String grace) {
        String reversed = RCU.replace("0:r1=1 /\\ 0:r2=0", "0:r1=0 /\\ 0:r2=1");
        assertThat(Litmus.run(RCU.formatted(grace)).observation()).isEqualTo(Observation.NEVER);
        assertThat(Litmus.run(reversed.formatted("smp_mb()")).observation()).isEqualTo(Observation.SOMETIMES);
    }

    @Test
    void sectionThatHasBegunEndsBeforeTheGracePeriodDoes() {
        String text = """
                C rcu
                { }
                P0(int *x, int *y) { %1$s WRITE_ONCE(*x, 1); WRITE_ONCE(*y, 1); %2$s }
                P1(int *x, int *y) { int r1 = READ_ONCE(*x); %3$s; int r2 = READ_ONCE(*y); }
                exists (1:r1=1 /\\ 1:r2=0)
                """;
        assertThat(Litmus.run(text.formatted("", "", "smp_mb()")).observation()).isEqualTo(Observation.SOMETIMES);
        assertThat(Litmus.run(text.formatted("rcu_read_lock();", "rcu_read_unlock();", "synchronize_rcu()"))
                        .observation())
                .isEqualTo(Observation.NEVER);
        String nested = text.formatted(
                "rcu_read_lock(); rcu_read_lock(); rcu_read_unlock();", "rcu_read_unlock();", "synchronize_rcu()");
        assertThat(Litmus.run(nested).observation()).isEqualTo(Observation.NEVER);
    }

    @Test
    void srcuGracePeriodWaitsForItsOwnReadersOnly() {
        String text = """
                C srcu
                { struct srcu_struct ss; struct srcu_struct other; }
                P0(int *x, int *y, struct srcu_struct *ss)
                {
                    int r9 = srcu_read_lock(ss);
                    WRITE_ONCE(*x, 1);
                    WRITE_ONCE(*y, 1);
                    srcu_read_unlock(ss, r9);
                }
                P1(int *x, int *y, struct srcu_struct *ss, struct srcu_struct *other)
                {
                    int r1 = READ_ONCE(*x);
                    synchronize_srcu(%s);
                    int r2 = READ_ONCE(*y);
                }
                exists (1:r1=1 /\\ 1:r2=0)
                """;
        assertThat(Litmus.run(text.formatted("ss")).observation()).isEqualTo(Observation.NEVER);
        assertThat(Litmus.run(text.formatted("other")).observation()).isEqualTo(Observation.SOMETIMES);
    }

    @Test
    void deadlockIsNoFinalState() {
        assertThat(Litmus.states("""
                        C deadlock
                        { }
                        P0(spinlock_t *s, spinlock_t *t) { spin_lock(s); spin_lock(t); spin_unlock(t); spin_unlock(s); }
                        P1(spinlock_t *s, spinlock_t *t) { spin_lock(t); spin_lock(s); spin_unlock(s); spin_unlock(t); }
                        forall (s=0 /\\ t=0)
                        """)).containsExactly("[s]=0; [t]=0;");
        assertThat(Litmus.c("", "rcu_read_lock(); synchronize_rcu(); rcu_read_unlock();", "x"))
                .isEmpty();
    }

    @Test
    void whileLoopWaitsForTheOther() {
        LitmusOutcome outcome = Litmus.run("""
                C while
                { }
                P0(int *x, int *y) { WRITE_ONCE(*x, 1); smp_store_release(y, 1); }
                P1(int *x, int *y) { while (!smp_load_acquire(y)) cpu_relax(); int r1 = READ_ONCE(*x); }
                forall (1:r1=1)
                """);
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.validated()).isTrue();
    }

    @Test
    void plainAccessesRaceUnlessTheyAreOrdered() {
        String text = "C race\n{ }\nP0(int *x, spinlock_t *s) { %1$s %3$s = 1; %2$s }\n"
                + "P1(int *x, spinlock_t *s) { %1$s int r1 = *x; %2$s }\nexists (1:r1=1)";
        assertThat(Litmus.run(text.formatted("", "", "*x")).raced()).isTrue();
        assertThat(Litmus.run(text.formatted("spin_lock(s);", "spin_unlock(s);", "*x"))
                        .raced())
                .isFalse();
        String marked = text.replace("%3$s = 1", "WRITE_ONCE(*x, 1)").replace("= *x", "= READ_ONCE(*x)");
        assertThat(Litmus.run(marked.formatted("", "", "")).raced()).isFalse();
    }

    @Test
    void registersCanBeInitialisedAndVariablesPointToEachOther() {
        assertThat(Litmus.states("""
                        C pointers
                        { int *p=&y; x=y; 0:r3=x; 0:r4=2; int z=3; }
                        P0(int **p, int *x, int *z)
                        {
                            int *r1 = READ_ONCE(*p);
                            int *r2 = *r3;
                            WRITE_ONCE(*r2, r4 + *z);
                        }
                        locations [0:r1; 0:r3; p; y]
                        exists (0:r1=y /\\ [y]=5)
                        """)).containsExactly("0:r1=y; 0:r3=x; [p]=y; [y]=5;");
    }

    @Test
    void numberUsedAsAnAddressEndsInNoState() {
        LitmusOutcome outcome = Litmus.run("C wild\n{ }\nP0(int *x) { int *r1 = *x; *r1 = 1; }\nexists (x=0)");
        assertThat(outcome.states()).isEmpty();
        assertThat(outcome.wild()).isTrue();
    }

    /** What a grace period waits for has begun before it; thread numbers must not matter. */
    @Test
    void sectionThatBeginsDuringAGracePeriodIsNotWaitedFor() {
        String text = """
                C late
                { }
                P%1$d(int *a, int *z) { rcu_read_lock(); WRITE_ONCE(*a, 1); int r1 = READ_ONCE(*z); rcu_read_unlock(); }
                P%2$d(int *a, int *b, int *z, int *w)
                {
                    rcu_read_lock(); int r1 = READ_ONCE(*w); WRITE_ONCE(*b, 1); int r2 = READ_ONCE(*z); rcu_read_unlock();
                }
                P2(int *a, int *b, int *z, int *w)
                {
                    int r1 = READ_ONCE(*a); WRITE_ONCE(*w, 1); synchronize_rcu(); int r2 = READ_ONCE(*b); WRITE_ONCE(*z, 1);
                }
                exists (%1$d:r1=0 /\\ %2$d:r1=1 /\\ %2$d:r2=1 /\\ 2:r1=1 /\\ 2:r2=1)
                """;
        LitmusOutcome one = Litmus.run(ordered(text.formatted(0, 1)));
        assertThat(one.positive()).isPositive();
        LitmusOutcome other = Litmus.run(ordered(text.formatted(1, 0)));
        assertThat(other.positive()).isPositive();
    }

    /** Functions stand in the order of their numbers. */
    private static String ordered(String text) {
        int one = text.indexOf("P1(");
        int zero = text.indexOf("P0(");
        if (zero < one) {
            return text;
        }
        int two = text.indexOf("P2(");
        return text.substring(0, one) + text.substring(zero, two) + text.substring(one, zero) + text.substring(two);
    }

    @Test
    void eightThreadsOfReadersAndGracePeriodsAreDecided() {
        String reader = "{ rcu_read_lock(); int r1 = READ_ONCE(*x); WRITE_ONCE(*y, 1); rcu_read_unlock(); }\n";
        String grace = "{ int r1 = READ_ONCE(*x); synchronize_rcu(); WRITE_ONCE(*y, 1); }\n";
        StringBuilder text = new StringBuilder("C ring\n{ }\n");
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            String here = "x" + i;
            String there = "x" + (i + 1) % 8;
            text.append("P" + i + "(int *" + here + ", int *" + there + ")\n");
            text.append((i < 4 ? grace : reader).replace("*x", "*" + here).replace("*y", "*" + there));
            all.append(i == 0 ? "" : " /\\ ").append(i + ":r1=1");
        }
        LitmusOutcome outcome = Litmus.run(text + "exists (" + all + ")");
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.positive()).isZero();
        assertThat(outcome.states()).hasSize(255);
    }
}
