package dev.preemptcheck.litmus.parse;

import dev.preemptcheck.litmus.program.Effect;
import dev.preemptcheck.litmus.program.Effect.Barrier;
import dev.preemptcheck.litmus.program.Expression;
import dev.preemptcheck.litmus.program.Expression.Binary;
import dev.preemptcheck.litmus.program.Expression.Constant;
import dev.preemptcheck.litmus.program.MemoryExpression.Add;
import dev.preemptcheck.litmus.program.MemoryExpression.CompareExchange;
import dev.preemptcheck.litmus.program.MemoryExpression.Exchange;
import dev.preemptcheck.litmus.program.MemoryExpression.Load;
import dev.preemptcheck.litmus.program.MemoryExpression.Store;
import dev.preemptcheck.litmus.program.MemoryExpression.TryCompareExchange;
import dev.preemptcheck.litmus.program.RunningThread;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's functions and macros, as what they are on x86: an acquire is a load, a release a store that earlier stores can't
 * be delayed beyond (which the processor does by itself unless it is a PSO one), and every read-modify-write a locked
 * instruction, whatever order it asks for.
 */
final class CCalls {
    private final TokenStream in;
    private final ThreadBuilder thread;
    private final SrcuSections srcuSections;

    CCalls(TokenStream in, ThreadBuilder thread, SrcuSections srcuSections) {
        this.in = in;
        this.thread = thread;
        this.srcuSections = srcuSections;
    }

    /** A call of that function. */
    Expression call(int line, String name, List<Expression> arguments) throws LitmusFormatException {
        CArguments with = new CArguments(line, name, arguments);
        Expression call = barrier(name);
        call = call != null ? call : access(name, with);
        call = call != null ? call : exchange(withoutOrder(name), with);
        call = call != null ? call : lock(name, with);
        call = call != null ? call : rcu(name);
        call = call != null ? call : srcu(name, with);
        call = call != null ? call : CAtomics.call(name, with);
        if (call == null) {
            throw in.unknown("the function " + name + "()");
        }
        return call;
    }

    /** A name without the suffix that says how it is ordered, which makes no difference on x86. */
    static String withoutOrder(String name) {
        return name.replaceFirst("_(relaxed|acquire|release)$", "");
    }

    private static @Nullable Expression barrier(String name) {
        return switch (name) {
            case "smp_mb", "mb" -> Barrier.FULL;
            case "smp_wmb", "wmb" -> Barrier.STORES;
            case "smp_rmb", "rmb", "barrier", "smp_read_barrier_depends", "cpu_relax" -> Barrier.NONE;
            case "smp_mb__before_atomic",
                    "smp_mb__after_atomic",
                    "smp_mb__after_spinlock",
                    "smp_mb__after_unlock_lock",
                    "smp_mb__after_srcu_read_unlock" -> Barrier.NONE; // beside a locked instruction
            default -> null;
        };
    }

    private static @Nullable Expression access(String name, CArguments with) throws LitmusFormatException {
        return switch (name) {
            case "READ_ONCE", "ACCESS_ONCE", "rcu_dereference", "lockless_dereference" ->
                new Load(with.place(0, 1), true);
            case "rcu_dereference_protected", "rcu_dereference_check" -> new Load(with.place(0, 2), true);
            case "smp_load_acquire" -> new Load(with.argument(0, 1), true);
            case "WRITE_ONCE" -> new Store(with.place(0, 2), with.argument(1, 2), true);
            case "smp_store_release" -> release(with.argument(0, 2), with.argument(1, 2));
            case "rcu_assign_pointer" -> release(with.place(0, 2), with.argument(1, 2));
            case "RCU_INIT_POINTER" -> new Store(with.place(0, 2), with.argument(1, 2), true);
            case "smp_store_mb", "set_mb" ->
                new Effect.Then(new Store(with.place(0, 2), with.argument(1, 2), true), Barrier.FULL);
            default -> null;
        };
    }

    static Expression release(Expression address, Expression value) {
        return new Effect.Then(Barrier.STORES, new Store(address, value, true));
    }

    private static @Nullable Expression exchange(String name, CArguments with) throws LitmusFormatException {
        return switch (name) {
            case "xchg" -> new Exchange(with.argument(0, 2), with.argument(1, 2));
            case "cmpxchg" -> new CompareExchange(with.argument(0, 3), with.argument(1, 3), with.argument(2, 3));
            default -> null;
        };
    }

    static boolean takesExpectedByReference(String name) {
        String bare = withoutOrder(name);
        return bare.equals("try_cmpxchg") || bare.matches("atomic(64|_long)?_try_cmpxchg");
    }

    static Expression tryCompareExchange(Expression address, int expected, Expression fresh) {
        return new TryCompareExchange(address, expected, fresh);
    }

    /** Names without what they do to interrupts, which there are none of here, and to how a lock spins. */
    private static String bareLock(String name) {
        return name.replaceFirst("^raw_", "").replaceFirst("_(irq|irqsave|irqrestore|bh|nested)$", "");
    }

    private static @Nullable Expression lock(String name, CArguments with) throws LitmusFormatException {
        return switch (bareLock(name)) {
            case "spin_lock", "mutex_lock" -> new Effect.Lock(with.first());
            case "spin_unlock", "mutex_unlock" -> new Effect.Unlock(with.first());
            case "spin_trylock", "mutex_trylock" -> new Effect.TryLock(with.argument(0, 1));
            case "spin_is_locked", "mutex_is_locked" ->
                new Binary((a, b) -> a != b ? 1 : 0, new Load(with.argument(0, 1), true), new Constant(0));
            case "spin_unlock_wait" -> new Effect.AwaitUnlocked(with.argument(0, 1));
            case "write_lock", "down_write" -> new Effect.Lock(with.first());
            case "write_unlock", "up_write" -> new Effect.Unlock(with.first());
            case "read_lock", "down_read" -> new Effect.ReadLock(with.first());
            case "read_unlock", "up_read" -> new Add(with.first(), new Constant(RunningThread.READER), false);
            default -> null;
        };
    }

    private @Nullable Expression rcu(String name) {
        switch (name) {
            case "rcu_read_lock", "rcu_read_lock_bh", "rcu_read_lock_sched" -> {
                thread.readsRcu();
                return new Effect.RcuReadLock();
            }
            case "rcu_read_unlock", "rcu_read_unlock_bh", "rcu_read_unlock_sched" -> {
                thread.readsRcu();
                return new Effect.RcuReadUnlock();
            }
            case "synchronize_rcu", "synchronize_rcu_expedited", "synchronize_rcu_bh", "synchronize_sched" -> {
                thread.awaitsReaders();
                return new Effect.SynchronizeRcu();
            }
            default -> {
                return null;
            }
        }
    }

    private @Nullable Expression srcu(String name, CArguments with) throws LitmusFormatException {
        return switch (name) {
            case "srcu_read_lock", "srcu_down_read" ->
                new Effect.SrcuReadLock(with.argument(0, 1), srcuSections.next());
            case "srcu_read_unlock", "srcu_up_read" -> new Effect.SrcuReadUnlock(with.argument(1, 2));
            case "synchronize_srcu", "synchronize_srcu_expedited" -> new Effect.SynchronizeSrcu(with.argument(0, 1));
            default -> null;
        };
    }
}
