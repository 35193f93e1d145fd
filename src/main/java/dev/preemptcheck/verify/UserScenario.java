package dev.preemptcheck.verify;

import dev.preemptcheck.hardware.MachineSetup;
import dev.preemptcheck.scenario.Particulars;
import dev.preemptcheck.scenario.Scenario;
import dev.preemptcheck.scenario.Variant;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A user's own scenario: whatever its code throws is told of by the name of its class.
 *
 * @param own the user's object
 * @param name what it called itself when it was found
 */
record UserScenario(Scenario own, String name) implements Scenario {
    /** Name of the class loader that user classes come from, by which stack traces show them. */
    static final String LOADER = "classpath";

    /** @throws UserCodeException if its {@code name()} throws */
    static UserScenario of(Scenario own) {
        return new UserScenario(own, calling(own, "name()", own::name));
    }

    @Override
    public MachineSetup setup() {
        return calling(own, "setup()", own::setup);
    }

    @Override
    public Particulars particulars() {
        return calling(own, "particulars()", own::particulars);
    }

    private static <T> T calling(Scenario own, String method, Supplier<T> call) {
        T answer;
        try {
            answer = call.get();
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw new UserCodeException(thrown(own.getClass().getName(), method, e), e);
        }
        if (answer == null) {
            throw new UserCodeException(
                    "class " + own.getClass().getName() + ": its " + method + " gives null",
                    new NullPointerException(method));
        }
        return answer;
    }

    /** {@code work} on {@code scenario}; if user code throws in it, its class is named. */
    static <T> T naming(Scenario scenario, Supplier<T> work) {
        try {
            return work.get();
        } catch (UserCodeException | OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            if (scenario instanceof UserScenario user) {
                throw user.named(e);
            }
            throw e;
        }
    }

    /** A fault with a frame of a user's class is the user's; another one is ours, though perhaps brought about by theirs. */
    private RuntimeException named(Throwable fault) {
        String type = own.getClass().getName();
        return isOfUser(fault)
                ? new UserCodeException(thrown(type, "kernel code", fault), fault)
                : new IllegalStateException(
                        "while class " + type + " ran: " + fault
                                + " (does its code keep all of its state in the machine?)",
                        fault);
    }

    /** {@code class my.Counter: its setup() throws java.lang.ArithmeticException: / by zero at my.Counter.setup(Counter.java:9)}. */
    static String thrown(String type, String where, Throwable fault) {
        String at = Arrays.stream(fault.getStackTrace())
                .filter(UserScenario::isOfUser)
                .findFirst()
                .map(frame -> " at " + frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName()
                        + ":" + frame.getLineNumber() + ")")
                .orElse("");
        return "class " + type + ": its " + where + " throws " + fault + at;
    }

    private static boolean isOfUser(Throwable fault) {
        return Arrays.stream(fault.getStackTrace()).anyMatch(UserScenario::isOfUser);
    }

    private static boolean isOfUser(StackTraceElement frame) {
        return LOADER.equals(frame.getClassLoaderName());
    }

    /** As it stands in the catalogue. */
    Variant variant() {
        Variant stated = particulars().variant();
        return new Variant(name, stated.patch(), "class " + own.getClass().getName(), stated.shape());
    }
}
