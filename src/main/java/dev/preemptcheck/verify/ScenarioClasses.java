package dev.preemptcheck.verify;

import dev.preemptcheck.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a class path, loaded and initialised: a strand can't be paused in a class initialiser, so none may be left to
 * run in the middle of an execution (EXPLORATION K.2).
 */
final class ScenarioClasses implements AutoCloseable {
    private final List<ClassFiles> parts;
    private final URLClassLoader loader;

    private ScenarioClasses(List<ClassFiles> parts) {
        this.parts = parts;
        this.loader = new URLClassLoader(
                UserScenario.LOADER,
                parts.stream().map(ClassFiles::url).toArray(URL[]::new),
                Scenario.class.getClassLoader());
    }

    /** @throws ClasspathException if a part of it is no jar and no directory */
    static ScenarioClasses on(String classpath) throws ClasspathException {
        return new ScenarioClasses(ClassFiles.of(classpath));
    }

    /**
     * An object of each public concrete class that implements Scenario and has a public constructor without arguments.
     *
     * @throws ClasspathException if a class can't be loaded, initialised or constructed, or there is none
     */
    List<Scenario> scenarios() throws ClasspathException {
        List<Scenario> scenarios = new ArrayList<>();
        List<String> unfit = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        for (ClassFiles part : parts) {
            for (String name : part.classes()) {
                Class<?> type = load(part.place(), name);
                if (seen.add(name)
                        && Scenario.class.isAssignableFrom(type)
                        && !Modifier.isAbstract(type.getModifiers())) {
                    Constructor<?> constructor = constructor(type);
                    if (constructor == null) {
                        unfit.add(name);
                    } else {
                        scenarios.add(construct(part.place(), constructor));
                    }
                }
            }
        }
        if (scenarios.isEmpty()) {
            throw new ClasspathException(none(unfit));
        }
        return scenarios;
    }

    private String none(List<String> unfit) {
        String places = String.join(", ", parts.stream().map(ClassFiles::place).toList());
        return places + ": no scenario there; one is a public class that implements " + Scenario.class.getName()
                + " and has a public constructor without arguments"
                + (unfit.isEmpty() ? "" : ", which is not so of " + String.join(", ", unfit));
    }

    private Class<?> load(String place, String name) throws ClasspathException {
        try {
            return Class.forName(name, true, loader);
        } catch (UnsupportedClassVersionError e) {
            int feature = Runtime.version().feature();
            throw new ClasspathException(place + ": class " + name + " was compiled for a newer Java than this one, "
                    + feature + "; compile it with --release " + feature + ", or run a newer one");
        } catch (ExceptionInInitializerError e) {
            throw new ClasspathException(place + ": " + UserScenario.thrown(name, "initialiser", causeOf(e)));
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ClasspathException(
                    place + ": class " + name + " can't be loaded (" + e + "); is what it needs on the class path?");
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Error e) { // thrown by an initialiser, as it is
            throw new ClasspathException(place + ": " + UserScenario.thrown(name, "initialiser", e));
        }
    }

    /** The one without arguments, or null if there is none that anybody may call. */
    private static @Nullable Constructor<?> constructor(Class<?> type) {
        if (!Modifier.isPublic(type.getModifiers())) {
            return null;
        }
        try {
            return type.getConstructor();
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Scenario construct(String place, Constructor<?> constructor) throws ClasspathException {
        String name = constructor.getDeclaringClass().getName();
        try {
            return (Scenario) constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw new ClasspathException(place + ": " + UserScenario.thrown(name, "constructor", causeOf(e)));
        } catch (ReflectiveOperationException e) {
            throw new ClasspathException(place + ": class " + name + " can't be constructed (" + e + ")");
        }
    }

    private static Throwable causeOf(Throwable wrapper) {
        Throwable cause = wrapper.getCause();
        return cause == null ? wrapper : cause;
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
