package dev.preemptcheck.detect;

import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;

/**
 * The C functions that the running code is in, read off the Java stack.
 *
 * <p>A method of the kernel packages, of a scenario or of a user's own class is the C function of the same name in lower case
 * with underscores, unless {@link CName} gives another; {@link Inlined} ones have no frame of their own, and lambdas have no
 * name. A record's are accessors, but for those that say their C name. Only walked when something was found or a trace was asked for.
 */
public final class CallChain {
    private static final String OURS = "dev.preemptcheck.";
    /** What lies outside of these calls is whoever runs the machine. */
    private static final String OUTERMOST = "dev.preemptcheck.hardware.carrier.";

    private static final String SCENARIO = "dev.preemptcheck.scenario.";
    private static final String KERNEL = "dev.preemptcheck.kernel.";
    private static final String WIRING = "dev.preemptcheck.kernel.init.";
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private CallChain() {}

    /**
     * A function that the running code is in.
     *
     * @param name its C name
     * @param inlined true if it has no frame of its own
     */
    public record Function(String name, boolean inlined) {}

    /** All functions, inlined ones too, innermost first. */
    public static List<Function> functions() {
        return WALKER.walk(frames -> frames.takeWhile(f -> !f.getClassName().startsWith(OUTERMOST))
                .filter(CallChain::isKernel)
                .map(f -> new Function(cName(f), isInlined(f)))
                .toList());
    }

    /** Names of the functions with a frame, innermost first. */
    public static List<String> here() {
        return functions().stream()
                .filter(f -> !f.inlined())
                .map(Function::name)
                .toList();
    }

    private static boolean isKernel(StackFrame frame) {
        String type = frame.getClassName();
        boolean modelled = type.startsWith(KERNEL)
                && !type.startsWith(WIRING)
                && (!frame.getDeclaringClass().isRecord() || method(frame).isAnnotationPresent(CName.class));
        return !frame.getMethodName().startsWith("lambda$")
                && (modelled || type.startsWith(SCENARIO) || isUsers(frame.getDeclaringClass()));
    }

    private static boolean isUsers(Class<?> type) {
        return !type.getName().startsWith(OURS) && !type.isHidden() && !isPlatform(type);
    }

    private static boolean isPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }

    private static boolean isInlined(StackFrame frame) {
        return method(frame).isAnnotationPresent(Inlined.class);
    }

    private static String cName(StackFrame frame) {
        CName given = method(frame).getAnnotation(CName.class);
        return given != null ? given.value() : toC(frame.getMethodName());
    }

    /** {@code doWpPage} to {@code do_wp_page}. */
    public static String toC(String javaName) {
        return javaName.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    private static Method method(StackFrame frame) {
        MethodType type = frame.getMethodType();
        try {
            return frame.getDeclaringClass().getDeclaredMethod(frame.getMethodName(), type.parameterArray());
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException("a frame without its method: " + frame, impossible);
        }
    }
}
