package dev.preemptcheck.detect;

import dev.preemptcheck.kernel.CName;
import dev.preemptcheck.kernel.Inlined;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.OutOfLine;
import java.lang.StackWalker.StackFrame;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The C functions that the running code of a kernel is in, read off the Java stack.
 *
 * <p>A method of the kernel packages, of a scenario or of a user's own class is the C function of the same name in lower case
 * with underscores, unless {@link CName} gives another; {@link Inlined} ones have no frame of their own, and lambdas have no
 * name. What is {@link OutOfLine} in that kernel has a frame, unless it stands in another such function: the model makes
 * {@code spin_lock_irq} of {@code spin_lock}, the kernel doesn't. Only walked when something was found or a trace was asked for.
 *
 * @param config of the kernel whose functions they are
 */
public record CallChain(KernelConfig config) {
    private static final String OURS = "dev.preemptcheck.";
    /** What lies outside of these calls is whoever runs the machine. */
    private static final String OUTERMOST = "dev.preemptcheck.hardware.carrier.";

    private static final String SCENARIO = "dev.preemptcheck.scenario.";
    private static final String KERNEL = "dev.preemptcheck.kernel.";
    private static final String WIRING = "dev.preemptcheck.kernel.init.";
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /**
     * A function that the running code is in.
     *
     * @param name its C name
     * @param inlined true if it has no frame of its own
     * @param place where in it the code is: two calls by it differ in that, if they don't stand in the same place
     */
    public record Function(String name, boolean inlined, int place) {}

    /** All functions, inlined ones too, innermost first. */
    public List<Function> functions() {
        List<StackFrame> frames =
                WALKER.walk(all -> all.takeWhile(f -> !f.getClassName().startsWith(OUTERMOST))
                        .filter(CallChain::isKernel)
                        .toList());
        List<Function> functions = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            OutOfLine.@Nullable Part around = i + 1 < frames.size() ? outOfLine(method(frames.get(i + 1))) : null;
            functions.add(function(frames.get(i), around));
        }
        return List.copyOf(functions);
    }

    private Function function(StackFrame frame, OutOfLine.@Nullable Part around) {
        Method method = method(frame);
        OutOfLine.@Nullable Part part = outOfLine(method);
        if (part != null && part != around) {
            return new Function(part.prefix() + cName(method), false, frame.getByteCodeIndex());
        }
        boolean inlined = part != null || method.isAnnotationPresent(Inlined.class);
        return new Function(cName(method), inlined, frame.getByteCodeIndex());
    }

    private OutOfLine.@Nullable Part outOfLine(Method method) {
        OutOfLine marked = method.getAnnotation(OutOfLine.class);
        return marked != null && config.isOutOfLine(marked.value()) ? marked.value() : null;
    }

    /** Names of the functions with a frame, innermost first. */
    public List<String> here() {
        return framed(functions());
    }

    /** Names of those of {@code functions} that have a frame, in their order. */
    public static List<String> framed(List<Function> functions) {
        return functions.stream().filter(f -> !f.inlined()).map(Function::name).toList();
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

    private static String cName(Method method) {
        CName given = method.getAnnotation(CName.class);
        return given != null ? given.value() : toC(method.getName());
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
