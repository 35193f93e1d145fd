package dev.preemptcheck.oops.message;

import dev.preemptcheck.kernel.sched.CountFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts messages of all logs, those with the same subject, count and call chain as one; groups are bounded, counts are not. */
public final class MessageTally {
    /** Groups that are kept. */
    public static final int GROUPS_MAX = 1000;

    private final Map<Key, Counted> groups = new LinkedHashMap<>();
    private final Map<KernelMessage, Integer> depths = new LinkedHashMap<>();
    private long messages;
    private long beyondGroups;
    private long quotedCopies;

    private record Key(
            String kind, String subject, @Nullable CountFields count, List<String> chain) {}

    private static final class Counted {
        private final KernelMessage first;
        private long times;

        Counted(KernelMessage first) {
            this.first = first;
        }
    }

    /** Counts a message, unless it is a copy of a known one, quoted at another depth. */
    void add(KernelMessage message, long times) {
        KernelMessage content = message.withoutPosition();
        Integer depth = depths.get(content);
        if (depth != null && depth != message.origin().quoteDepth()) {
            quotedCopies += times;
            return;
        }
        if (depths.size() < GROUPS_MAX) {
            depths.putIfAbsent(content, message.origin().quoteDepth());
        }
        messages += times;
        Key key = new Key(message.kind().name(), message.subject(), message.count(), message.chain());
        Counted group = groups.get(key);
        if (group == null && groups.size() >= GROUPS_MAX) {
            beyondGroups += times;
            return;
        }
        if (group == null) {
            group = new Counted(message);
            groups.put(key, group);
        }
        group.times += times;
    }

    /** How many messages there are so far, quoted copies left out. */
    public long messages() {
        return messages;
    }

    /** What was found so far, in the order of the first of each group. */
    public MessageFindings findings() {
        List<MessageFindings.Group> all = new ArrayList<>();
        groups.forEach((key, group) -> all.add(new MessageFindings.Group(group.first, group.times)));
        return new MessageFindings(messages, all, beyondGroups, quotedCopies);
    }
}
