package dev.preemptcheck.oops;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Folds signatures into root causes, by two kinds of evidence only: one BUG place in one kernel (a primitive that is inlined into all the
 * faulting functions, section S1), and seeds that break one rule with one outcome. A signature with neither stays alone.
 */
final class RootCauseFolder {
    private final List<SignatureGroup> groups;
    private final int[] parent;

    private RootCauseFolder(List<SignatureGroup> groups) {
        this.groups = groups;
        this.parent = new int[groups.size()];
    }

    /** The causes in the order of their first signature. */
    static List<RootCause> fold(List<SignatureGroup> groups) {
        RootCauseFolder folder = new RootCauseFolder(groups);
        folder.join();
        return folder.causes();
    }

    private void join() {
        Map<String, Integer> owners = new LinkedHashMap<>();
        for (int i = 0; i < parent.length; i++) {
            parent[i] = i;
            for (String key : keys(groups.get(i))) {
                Integer owner = owners.putIfAbsent(key, i);
                if (owner != null) {
                    int a = root(owner);
                    int b = root(i);
                    parent[Math.max(a, b)] = Math.min(a, b);
                }
            }
        }
    }

    private static List<String> keys(SignatureGroup group) {
        List<String> keys = new ArrayList<>();
        if (!group.signature().place().isEmpty()) {
            keys.add("place " + group.kernelVersion() + " "
                    + SourcePlace.portable(group.signature().place()));
        }
        String rule = group.match().sharedRule();
        if (!rule.isEmpty()) {
            keys.add("rule " + rule);
        }
        return keys;
    }

    private int root(int i) {
        int at = i;
        while (parent[at] != at) {
            at = parent[at];
        }
        return at;
    }

    private List<RootCause> causes() {
        Map<Integer, List<SignatureGroup>> members = new LinkedHashMap<>();
        for (int i = 0; i < parent.length; i++) {
            members.computeIfAbsent(root(i), key -> new ArrayList<>()).add(groups.get(i));
        }
        boolean alone = groups.size() == 1;
        return members.values().stream().map(cause -> cause(cause, alone)).toList();
    }

    private static RootCause cause(List<SignatureGroup> members, boolean alone) {
        String rule =
                joined(members.stream().map(group -> group.match().sharedRule()).toList());
        String place =
                joined(members.stream().map(group -> group.signature().place()).toList());
        return new RootCause(
                rule,
                place,
                evidence(members, rule, place, alone),
                members.stream().map(SignatureGroup::number).toList(),
                members.stream().mapToLong(SignatureGroup::oopses).sum());
    }

    private static String evidence(List<SignatureGroup> members, String rule, String place, boolean alone) {
        boolean bug = members.get(0).signature().rule().equals("BUG");
        String where = bug ? "no BUG line says where" : "no BUG";
        if (rule.isEmpty() && place.isEmpty()) {
            return where + ", and no seed reproduces it"
                    + (alone ? "" : ": whether it has the same cause as another signature can't be known from the log");
        }
        boolean onePlace =
                members.stream().allMatch(group -> group.signature().place().equals(place)) && !place.isEmpty();
        String byRule = "the seeds that reproduce "
                + (members.size() == 1 ? "it break " : "these " + members.size() + " signatures break ") + "one rule: "
                + rule;
        if (!onePlace) {
            return where + (place.isEmpty() ? "; " : " for some of them; ") + byRule;
        }
        String byPlace = members.size() == 1 ? "its BUG line" : "one BUG line, inlined into " + functions(members);
        return rule.isEmpty() ? byPlace : byPlace + "; " + byRule;
    }

    private static String functions(List<SignatureGroup> members) {
        List<String> names = members.stream()
                .map(group -> group.first().function())
                .distinct()
                .toList();
        return String.join(", ", names);
    }

    private static String joined(List<String> parts) {
        return new TreeSet<>(parts).stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }
}
