package dev.preemptcheck.oops;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Counts allocation failures while a log is read. A text that ends as the message ends and lacks its head counts as one more, truncated;
 * so does a text that only begins like it; a head and a tail glued together are two (fact 7.2).
 */
final class AllocationTally {
    static final int RUNS_MAX = 64;

    private static final String HEAD = "__alloc_pages: ";
    private static final Pattern WHOLE =
            Pattern.compile(HEAD + "(\\d{1,2})-order allocation failed(?: \\(gfp=0x([0-9a-f]{1,8})/([01])\\))?\\.");
    private static final Pattern TAIL = Pattern.compile("(.*?)gfp=0x([0-9a-f]{1,8})/([01])\\)\\.");
    private static final String BEFORE_GFP = HEAD + "0-order allocation failed (";
    private static final int TAIL_CHARS_MIN = 6;

    private final List<Tallied> runs = new ArrayList<>();
    private long whole;
    private long truncated;
    private long runsNotListed;
    private @Nullable Tallied last;
    private String lastWhole = "";

    private final class Tallied implements Repeatable {
        private final AllocationFailures.Run first;
        private long printed;
        private long repeats;

        Tallied(AllocationFailures.Run first) {
            this.first = first;
        }

        @Override
        public void again(long times) {
            repeats += times;
            count(first.truncated(), times);
        }

        AllocationFailures.Run run() {
            return new AllocationFailures.Run(
                    first.time(),
                    first.host(),
                    first.order(),
                    first.gfp(),
                    first.pfMemalloc(),
                    printed,
                    repeats,
                    first.truncated());
        }

        boolean continues(AllocationFailures.Run next) {
            return repeats == 0
                    && new AllocationFailures.Run(
                                    first.time(),
                                    next.host(),
                                    next.order(),
                                    next.gfp(),
                                    next.pfMemalloc(),
                                    0,
                                    0,
                                    next.truncated())
                            .equals(first);
        }
    }

    /** Counts a kernel text if it is such a message or a piece of one; what it returns takes its repeats, null if it is none. */
    @Nullable
    Repeatable accept(String text, String time, String host) {
        boolean begins = text.startsWith(HEAD);
        if (!begins && !text.endsWith(").") && !text.endsWith("failed.")) {
            return null;
        }
        Matcher found = WHOLE.matcher(text);
        if (found.matches()) {
            lastWhole = text;
            int flag = found.group(3) == null ? -1 : Integer.parseInt(found.group(3));
            String gfp = found.group(2) == null ? "" : found.group(2);
            return add(
                    new AllocationFailures.Run(time, host, Integer.parseInt(found.group(1)), gfp, flag, 0, 0, false));
        }
        return piece(text, begins, time, host);
    }

    private @Nullable Repeatable piece(String text, boolean begins, String time, String host) {
        Matcher tail = TAIL.matcher(text);
        boolean newForm = tail.matches() && endsLikeMessage(tail.group(1));
        boolean knownTail = text.length() >= TAIL_CHARS_MIN && lastWhole.endsWith(text);
        boolean oldTail =
                text.length() >= "ion failed.".length() && (HEAD + "0-order allocation failed.").endsWith(text);
        if (!newForm && !knownTail && !oldTail && !begins) {
            return null;
        }
        AllocationFailures.Run run = new AllocationFailures.Run(
                time,
                host,
                -1,
                newForm ? tail.group(2) : "",
                newForm ? Integer.parseInt(tail.group(3)) : -1,
                0,
                0,
                true);
        Repeatable added = add(run);
        return begins && newForm ? add(run) : added;
    }

    /** Whether the text before {@code gfp=} ends with a piece of the message that tells it from any other. */
    private static boolean endsLikeMessage(String before) {
        String digits = before.replaceAll("\\d+-order", "0-order");
        return BEFORE_GFP.endsWith(digits) || digits.endsWith("failed (");
    }

    private Tallied add(AllocationFailures.Run run) {
        count(run.truncated(), 1);
        Tallied tallied = last;
        if (tallied == null || !tallied.continues(run)) {
            tallied = new Tallied(run);
            last = tallied;
            if (runs.size() < RUNS_MAX) {
                runs.add(tallied);
            } else {
                runsNotListed++;
            }
        }
        tallied.printed++;
        return tallied;
    }

    private void count(boolean isTruncated, long times) {
        if (isTruncated) {
            truncated += times;
        } else {
            whole += times;
        }
    }

    /** What was counted so far. */
    AllocationFailures result() {
        return new AllocationFailures(
                whole, truncated, runs.stream().map(Tallied::run).toList(), runsNotListed);
    }
}
