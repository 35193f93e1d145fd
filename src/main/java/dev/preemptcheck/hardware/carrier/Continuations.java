package dev.preemptcheck.hardware.carrier;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The JDK's internal one-shot continuation behind constant method handles, which the JIT compiles to direct calls.
 *
 * <p>Where it can't be reached the handles throw, and {@link #AVAILABLE} is false.
 */
final class Continuations {
    static final boolean AVAILABLE;

    private static final MethodHandle CREATE;
    private static final MethodHandle RUN;
    private static final MethodHandle IS_DONE;
    private static final MethodHandle YIELD;

    static {
        MethodHandle create = unavailable(MethodType.methodType(Object.class, Runnable.class));
        MethodHandle run = unavailable(MethodType.methodType(void.class, Object.class));
        MethodHandle isDone = unavailable(MethodType.methodType(boolean.class, Object.class));
        MethodHandle yield = unavailable(MethodType.methodType(boolean.class));
        boolean available = false;
        try {
            Class<?> type = Class.forName("jdk.internal.vm.Continuation");
            Class<?> scopeType = Class.forName("jdk.internal.vm.ContinuationScope");
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Object scope = lookup.findConstructor(scopeType, MethodType.methodType(void.class, String.class))
                    .invoke("preemptcheck");
            MethodHandle constructor =
                    lookup.findConstructor(type, MethodType.methodType(void.class, scopeType, Runnable.class));
            create = MethodHandles.insertArguments(constructor, 0, scope).asType(create.type());
            run = lookup.findVirtual(type, "run", MethodType.methodType(void.class))
                    .asType(run.type());
            isDone = lookup.findVirtual(type, "isDone", MethodType.methodType(boolean.class))
                    .asType(isDone.type());
            MethodHandle yieldTo = lookup.findStatic(type, "yield", MethodType.methodType(boolean.class, scopeType));
            yield = MethodHandles.insertArguments(yieldTo, 0, scope);
            available = true;
        } catch (Throwable notHere) {
            // An older JVM, or one that was not told to export the package: the thread carrier serves.
            available = false;
        }
        CREATE = create;
        RUN = run;
        IS_DONE = isDone;
        YIELD = yield;
        AVAILABLE = available;
    }

    private Continuations() {}

    private static MethodHandle unavailable(MethodType type) {
        MethodHandle fails = MethodHandles.throwException(type.returnType(), UnsupportedOperationException.class)
                .bindTo(new UnsupportedOperationException("no continuations on this JVM"));
        return MethodHandles.dropArguments(fails, 0, type.parameterList());
    }

    static Object create(Runnable body) {
        try {
            return (Object) CREATE.invokeExact(body);
        } catch (Throwable thrown) {
            throw sneaky(thrown);
        }
    }

    /** Runs until the continuation yields or ends; true if it has ended. */
    static boolean run(Object continuation) {
        try {
            RUN.invokeExact(continuation);
            return (boolean) IS_DONE.invokeExact(continuation);
        } catch (Throwable thrown) {
            throw sneaky(thrown);
        }
    }

    static boolean yieldNow() {
        try {
            return (boolean) YIELD.invokeExact();
        } catch (Throwable thrown) {
            throw sneaky(thrown);
        }
    }

    /** Rethrows as it is: the handles declare {@code Throwable}, the code behind them throws no checked exception. */
    private static RuntimeException sneaky(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        throw new IllegalStateException(thrown);
    }
}
