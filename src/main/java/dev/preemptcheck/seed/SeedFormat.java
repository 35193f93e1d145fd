package dev.preemptcheck.seed;

import dev.preemptcheck.detect.Signature;
import dev.preemptcheck.explore.Anchor;
import dev.preemptcheck.explore.Deviation;
import dev.preemptcheck.explore.Schedule;
import dev.preemptcheck.hardware.Agent;
import dev.preemptcheck.kernel.KernelConfig;
import dev.preemptcheck.kernel.KernelVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text of a seed file, version 1: one {@code key: value} a line in a fixed order, {@code end} last.
 *
 * <p>Blank lines and lines that start with {@code #} mean nothing. Anything else that is not as it should be is refused: a
 * seed that was cut off or edited by mistake must not replay something else.
 */
public final class SeedFormat {
    private static final String HEAD = "preemptcheck seed 1";
    private static final String END = "end";
    /** What could drive a terminal, or hide text from its reader. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}]");

    private static final Pattern DEVIATION =
            Pattern.compile("(\\d{1,7}) ([\\w@]+) after (.+) (\\S+)#(\\d{1,6})\\.(\\d{1,6})");

    private SeedFormat() {}

    /** The file's text. */
    public static String write(Seed seed) {
        KernelConfig config = seed.config();
        Signature signature = seed.signature();
        StringBuilder text = new StringBuilder();
        text.append(HEAD).append('\n');
        line(text, "scenario", seed.scenario());
        line(text, "kernel", config.version().release());
        line(text, "config", config(config));
        line(text, "patch", seed.patch());
        line(text, "machine", "i386 sc");
        line(text, "rule", signature.rule());
        line(text, "outcome", signature.outcome());
        line(text, "place", signature.place());
        line(text, "chain", String.join(" < ", signature.chain()));
        line(text, "trace", String.format(Locale.ROOT, "%016x", seed.trace()));
        for (int i = 0; i < seed.anchors().size(); i++) {
            Deviation d = seed.schedule().deviations().get(i);
            line(
                    text,
                    "deviation",
                    d.step() + " " + Agent.name(d.agent()) + " after "
                            + seed.anchors().get(i));
        }
        return text.append(END).append('\n').toString();
    }

    /**
     * A configuration as seeds write it.
     *
     * @throws IllegalArgumentException if it has an option that its kernel has not
     */
    public static String config(KernelConfig config) {
        return ConfigLine.of(config);
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append(key).append(':').append(value.isEmpty() ? "" : " " + value).append('\n');
    }

    /**
     * The seed in {@code text}.
     *
     * @param file how complaints call it
     * @throws SeedFormatException if the text is not a complete seed of this version
     */
    public static Seed read(String file, String text) throws SeedFormatException {
        return new Reader(file, text).seed();
    }

    /** Goes through the lines in order. */
    private static final class Reader {
        private final String file;
        private final String[] lines;
        private int next;

        Reader(String file, String text) {
            this.file = file;
            this.lines = text.split("\\R", -1);
        }

        Seed seed() throws SeedFormatException {
            String head = nextLine();
            if (!head.equals(HEAD)) {
                throw error(
                        head.startsWith("preemptcheck seed ")
                                ? "seed format '" + head.substring("preemptcheck seed ".length())
                                        + "' is not known here; this version reads format 1"
                                : "not a seed: the first line must be '" + HEAD + "'");
            }
            String scenario = value("scenario");
            KernelVersion version = parse("kernel", KernelVersion::of);
            KernelConfig config = parse("config", text -> ConfigLine.parse(version, text));
            String patch = value("patch");
            if (!value("machine").equals("i386 sc")) {
                throw error("the machine must be 'i386 sc'");
            }
            String rule = value("rule");
            String outcome = value("outcome");
            String place = value("place");
            Signature signature = new Signature(rule, outcome, place, chain(value("chain")));
            long trace = parse("trace", SeedFormat::hex);
            return deviations(scenario, config, patch, signature, trace);
        }

        private Seed deviations(String scenario, KernelConfig config, String patch, Signature signature, long trace)
                throws SeedFormatException {
            List<Deviation> deviations = new ArrayList<>();
            List<Anchor> anchors = new ArrayList<>();
            String line = nextLine();
            for (; !line.equals(END); line = nextLine()) {
                Matcher m = DEVIATION.matcher(strip("deviation", line));
                if (!m.matches()) {
                    throw error("a deviation is '<step> <agent> after <context> <function>#<entry>.<access>'");
                }
                deviations.add(new Deviation(Integer.parseInt(m.group(1)), agent(m.group(2))));
                anchors.add(
                        new Anchor(m.group(3), m.group(4), Integer.parseInt(m.group(5)), Integer.parseInt(m.group(6))));
            }
            if (hasMore()) {
                throw error("nothing may stand after '" + END + "'");
            }
            return new Seed(scenario, config, patch, signature, trace, new Schedule(deviations), anchors);
        }

        private int agent(String name) throws SeedFormatException {
            try {
                return Agent.parse(name);
            } catch (IllegalArgumentException e) {
                throw error(e.getMessage());
            }
        }

        private <T> T parse(String key, Function<String, T> parser) throws SeedFormatException {
            String value = value(key);
            try {
                return parser.apply(value);
            } catch (IllegalArgumentException e) {
                throw error(e.getMessage());
            }
        }

        private String value(String key) throws SeedFormatException {
            return strip(key, nextLine());
        }

        private String strip(String key, String line) throws SeedFormatException {
            if (!line.startsWith(key + ":")) {
                throw error("'" + key + ":' is expected here, not '" + shown(line) + "'");
            }
            return line.substring(key.length() + 1).strip();
        }

        private String nextLine() throws SeedFormatException {
            while (next < lines.length && meansNothing(lines[next])) {
                next++;
            }
            if (next == lines.length) {
                throw error("the file ends too soon: its last line must be '" + END + "'");
            }
            String line = lines[next++];
            if (UNPRINTABLE.matcher(line).find()) {
                throw error("a control character stands in '" + shown(line) + "'");
            }
            return line.strip();
        }

        private boolean hasMore() {
            while (next < lines.length && meansNothing(lines[next])) {
                next++;
            }
            return next++ < lines.length;
        }

        private SeedFormatException error(@Nullable String reason) {
            return new SeedFormatException(file, Math.max(1, Math.min(next, lines.length)), String.valueOf(reason));
        }
    }

    private static boolean meansNothing(String line) {
        return line.isBlank() || line.startsWith("#");
    }

    private static List<String> chain(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" < "));
    }

    private static long hex(String text) {
        if (!text.matches("[0-9a-f]{16}")) {
            throw new IllegalArgumentException("a trace is 16 hexadecimal digits, not '" + shown(text) + "'");
        }
        return Long.parseUnsignedLong(text, 16);
    }

    /** The start of a text, without what a terminal could take for a command. */
    private static String shown(String text) {
        String plain = UNPRINTABLE.matcher(text).replaceAll("?");
        return plain.length() <= 40 ? plain : plain.substring(0, 40) + "..";
    }
}
