package dev.preemptcheck.hardware.interrupt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/** What local APICs and their bus do, told with a stack of what is in service and a list of the messages under way. */
public final class ReferenceApics {
    /** One message to one target. */
    record Message(int sender, int target, int vector) {}

    private final List<TreeSet<Integer>> requested = new ArrayList<>();
    private final List<Deque<Integer>> serving = new ArrayList<>();
    private final List<Message> underWay = new ArrayList<>();

    public ReferenceApics(int cpus) {
        for (int cpu = 0; cpu < cpus; cpu++) {
            requested.add(new TreeSet<>());
            serving.add(new ArrayDeque<>());
        }
    }

    public void post(int cpu, int vector) {
        requested.get(cpu).add(vector);
    }

    /** True if an instance of the vector waits at {@code cpu}. */
    public boolean requested(int cpu, int vector) {
        return requested.get(cpu).contains(vector);
    }

    /** The vector of the message that {@code sender} has on its way to {@code target}, 0 if there is none. */
    public int vector(int sender, int target) {
        return underWay.stream()
                .filter(message -> message.sender() == sender && message.target() == target)
                .mapToInt(Message::vector)
                .findFirst()
                .orElse(0);
    }

    public int presented(int cpu) {
        int barrier = serving.get(cpu).isEmpty() ? 0 : (serving.get(cpu).getFirst() / 16 + 1) * 16;
        Integer best = requested.get(cpu).isEmpty() ? null : requested.get(cpu).last();
        return best == null || best < barrier ? -1 : best;
    }

    public int accept(int cpu) {
        int vector = presented(cpu);
        requested.get(cpu).remove(vector);
        serving.get(cpu).push(vector);
        return vector;
    }

    public void end(int cpu) {
        serving.get(cpu).poll();
    }

    public boolean busy(int sender) {
        return underWay.stream().anyMatch(message -> message.sender() == sender);
    }

    public void send(int sender, int target, int vector) {
        underWay.add(new Message(sender, target, vector));
    }

    /** False if no message of {@code sender} is on its way to {@code target}. */
    public boolean arrive(int sender, int target) {
        for (Message message : underWay) {
            if (message.sender() == sender && message.target() == target) {
                underWay.remove(message);
                post(target, message.vector());
                return true;
            }
        }
        return false;
    }

    /** Everything that can decide the future, to be compared. */
    String state() {
        return requested + " " + serving + " "
                + new TreeSet<>(underWay.stream().map(Message::toString).toList());
    }
}
