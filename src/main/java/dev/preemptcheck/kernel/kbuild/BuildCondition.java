package dev.preemptcheck.kernel.kbuild;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * When something is part of a kernel: names of options with {@code !}, {@code &}, {@code |} and parentheses, in the precedence
 * that C gives them.
 *
 * @param text as it was written
 * @param names the options that it asks for
 * @param test whether it holds where those options are set
 */
record BuildCondition(String text, SortedSet<String> names, Predicate<SortedSet<String>> test) {
    /** Whatever is configured. */
    static final BuildCondition ALWAYS = new BuildCondition("", new TreeSet<>(), set -> true);

    /** True if it holds where these options are set. */
    boolean holds(SortedSet<String> set) {
        return test.test(set);
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none
     */
    static BuildCondition parse(String text) {
        Parser parser = new Parser(text);
        Predicate<SortedSet<String>> test = parser.any();
        parser.expect(parser.tokens.isEmpty());
        return new BuildCondition(text, parser.names, test);
    }

    /** A parser by recursive descent: of names, then of what binds them less and less. */
    private static final class Parser {
        private final String text;
        private final Deque<String> tokens;
        private final SortedSet<String> names = new TreeSet<>();

        Parser(String text) {
            this.text = text;
            this.tokens = new ArrayDeque<>(
                    List.of(text.replaceAll("([!&|()])", " $1 ").strip().split("\\s+")));
        }

        Predicate<SortedSet<String>> any() {
            Predicate<SortedSet<String>> test = all();
            while (accept("|")) {
                test = test.or(all());
            }
            return test;
        }

        private Predicate<SortedSet<String>> all() {
            Predicate<SortedSet<String>> test = one();
            while (accept("&")) {
                test = test.and(one());
            }
            return test;
        }

        private Predicate<SortedSet<String>> one() {
            if (accept("!")) {
                return one().negate();
            }
            if (accept("(")) {
                Predicate<SortedSet<String>> inner = any();
                expect(accept(")"));
                return inner;
            }
            String name = tokens.isEmpty() ? "" : tokens.pop();
            expect(name.matches("[A-Z][A-Z0-9_]*"));
            names.add(name);
            return set -> set.contains(name);
        }

        private boolean accept(String token) {
            boolean there = token.equals(tokens.peek());
            if (there) {
                tokens.pop();
            }
            return there;
        }

        void expect(boolean there) {
            if (!there) {
                throw new IllegalArgumentException("'" + text
                        + "' is no condition: it is made of names of options, '!', '&', '|' and parentheses");
            }
        }
    }
}
