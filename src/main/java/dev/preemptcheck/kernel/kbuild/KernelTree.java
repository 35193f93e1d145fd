package dev.preemptcheck.kernel.kbuild;

import dev.preemptcheck.kernel.KernelVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;

/**
 * What a kernel's sources and makefiles say of the primitives whose presence depends on the configuration: which options follow
 * from others, which objects are built, what they define, and who refers to what.
 *
 * <p>Primitives that every kernel has, or that are inlined in all of them, are left out. Sources: fact S3 (the build of PC-declock)
 * and 7.7, and 2.4 on i386; the table says which.
 */
public final class KernelTree {
    private final List<Ruled<String>> options;
    private final List<Ruled<ObjectFile>> objects;
    private final List<Ruled<Definition>> definitions;
    private final List<Ruled<Reference>> references;

    /** Something that is there under a condition. */
    record Ruled<T>(T what, BuildCondition when) {}

    /**
     * What the linker is given.
     *
     * @param name as the linker prints it
     * @param member of an archive: linked only if it defines what is still missing
     */
    record ObjectFile(String name, boolean member) {}

    KernelTree(
            List<Ruled<String>> options,
            List<Ruled<ObjectFile>> objects,
            List<Ruled<Definition>> definitions,
            List<Ruled<Reference>> references) {
        this.options = List.copyOf(options);
        this.objects = List.copyOf(objects);
        this.definitions = List.copyOf(definitions);
        this.references = List.copyOf(references);
    }

    /**
     * The tree of that version with that patch in it.
     *
     * @throws IllegalArgumentException if there is no table for it, or no such patch in it
     */
    public static KernelTree of(KernelVersion version, String patch) {
        if (version.countFields()) {
            throw new IllegalArgumentException("there is no table of what is linked into " + version.release());
        }
        String name = "symbols-2.4";
        try (InputStream in = KernelTree.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the table " + name + " is missing from the jar");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), patch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A tree in the form of those tables.
     *
     * @throws IllegalArgumentException if a line is none of a table, or the patch is not in it
     */
    public static KernelTree parse(String text, String patch) {
        return TreeReader.read(text, patch);
    }

    /** What the linker makes of that configuration. */
    public Link link(BuildConfig config) {
        SortedSet<String> set = options(config);
        return new Linker(there(objects, set), there(definitions, set), there(references, set)).link();
    }

    /** The options that are set, those that follow from others, too. */
    public SortedSet<String> options(BuildConfig config) {
        SortedSet<String> set = config.options();
        for (Ruled<String> option : options) {
            if (option.when().holds(set)) {
                set.add(option.what());
            }
        }
        return set;
    }

    private static <T> List<T> there(List<Ruled<T>> all, SortedSet<String> set) {
        return all.stream().filter(r -> r.when().holds(set)).map(Ruled::what).toList();
    }
}
