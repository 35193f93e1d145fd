package dev.preemptcheck.kernel.kbuild;

import dev.preemptcheck.kernel.kbuild.KernelTree.ObjectFile;
import dev.preemptcheck.kernel.kbuild.KernelTree.Ruled;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a tree. A line says one thing; {@code #} begins a comment. Lists are separated by commas:
 *
 * <pre>
 * option HIGHMEM if HIGHMEM4G | HIGHMEM64G
 * object kernel/kernel.o
 * member lib/lib.a(brlock.o) if SMP
 * define __br_write_lock in lib/lib.a(brlock.o)
 * refer __br_write_lock from net/network.o dev_add_pack,nf_register_hook if SMP
 * patch none
 * </pre>
 *
 * <p>What stands below a {@code patch} belongs to trees with that patch only, up to the next one. Objects stand in the linker's
 * order, and an object's functions in the order in which they are named first; whatever else a line names is named before.
 */
final class TreeReader {
    private static final Pattern LINE = Pattern.compile("(\\w+) (\\S+)(?: (in|from) (\\S+)(?: (\\S+))?)?(?: if (.+))?");

    private final SortedSet<String> known = BuildConfig.known();
    private final SortedSet<String> names = new TreeSet<>();
    private final List<Ruled<String>> options = new ArrayList<>();
    private final List<Ruled<ObjectFile>> objects = new ArrayList<>();
    private final List<Ruled<Definition>> definitions = new ArrayList<>();
    private final List<Ruled<Reference>> references = new ArrayList<>();

    static KernelTree read(String text, String patch) {
        TreeReader reader = new TreeReader();
        linesOf(text, patch).forEach(line -> reader.read(line, LINE.matcher(line)));
        return new KernelTree(reader.options, reader.objects, reader.definitions, reader.references);
    }

    /** What is common to all patches, and what belongs to that one. */
    private static List<String> linesOf(String text, String patch) {
        List<String> lines = new ArrayList<>();
        boolean found = false;
        boolean skips = false;
        for (String line : text.lines().toList()) {
            if (line.startsWith("patch ")) {
                skips = !line.equals("patch " + patch);
                found |= !skips;
            } else if (!skips && !line.isBlank() && !line.startsWith("#")) {
                lines.add(line);
            }
        }
        if (!found) {
            throw new IllegalArgumentException("the table of this kernel has no patch '" + patch + "'");
        }
        return lines;
    }

    private void read(String line, Matcher m) {
        try {
            expect(m.matches(), "it has no such form");
            BuildCondition when = m.group(6) == null ? BuildCondition.ALWAYS : BuildCondition.parse(m.group(6));
            expect(known.containsAll(when.names()), "not every option in it is named before");
            add(m, when);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "not a line of a kernel's table: " + line + " (" + e.getMessage() + ")", e);
        }
    }

    private void add(Matcher m, BuildCondition when) {
        String what = m.group(2);
        switch (m.group(1) + (m.group(3) == null ? "" : " " + m.group(3))) {
            case "option" -> {
                expect(known.add(what), "there is one of that name");
                options.add(new Ruled<>(what, when));
            }
            case "object", "member" -> {
                expect(names.add(what), "there is one of that name");
                objects.add(new Ruled<>(new ObjectFile(what, m.group(1).equals("member")), when));
            }
            case "define in" -> {
                expect(m.group(5) == null, "it has no such form");
                for (String symbol : list(what)) {
                    definitions.add(new Ruled<>(new Definition(symbol, objectOf(m)), when));
                }
            }
            case "refer from" -> refer(what, m, when);
            default -> expect(false, "it has no such form");
        }
    }

    private void refer(String symbols, Matcher m, BuildCondition when) {
        expect(m.group(5) != null, "it names no function");
        for (String function : list(m.group(5))) {
            for (String symbol : list(symbols)) {
                references.add(new Ruled<>(new Reference(symbol, objectOf(m), function), when));
            }
        }
    }

    private static List<String> list(String text) {
        List<String> symbols = List.of(text.split(",", -1));
        expect(symbols.stream().allMatch(symbol -> symbol.matches("\\w+")), "a symbol is missing");
        return symbols;
    }

    private String objectOf(Matcher m) {
        expect(names.contains(m.group(4)), "no object is called so before it");
        return m.group(4);
    }

    private static void expect(boolean right, String why) {
        if (!right) {
            throw new IllegalArgumentException(why);
        }
    }
}
