package dev.preemptcheck.hardware.interrupt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/** What local APICs and their bus do, told with a stack of what is in service and a list of the messages under way. */
final class ReferenceApics {
    /** One message to one target. */
    record Message(int sender, int target, int vector) {}

    private final List<TreeSet<Integer>> requested = new ArrayList<>();
    private final List<Deque<Integer>> serving = new ArrayList<>();
    private final List<Message> underWay = new ArrayList<>();

    ReferenceApics(int cpus) {
        for (int cpu = 0; cpu < cpus; cpu++) {
            requested.add(new TreeSet<>());
            serving.add(new ArrayDeque<>());
        }
    }

    void post(int cpu, int vector) {
        requested.get(cpu).add(vector);
    }

    int presented(int cpu) {
        int barrier = serving.get(cpu).isEmpty() ? 0 : (serving.get(cpu).getFirst() / 16 + 1) * 16;
        Integer best = requested.get(cpu).isEmpty() ? null : requested.get(cpu).last();
        return best == null || best < barrier ? -1 : best;
    }

    int accept(int cpu) {
        int vector = presented(cpu);
        requested.get(cpu).remove(vector);
        serving.get(cpu).push(vector);
        return vector;
    }

    void end(int cpu) {
        serving.get(cpu).poll();
    }

    boolean busy(int sender) {
        return underWay.stream().anyMatch(message -> message.sender() == sender);
    }

    void send(int sender, int target, int vector) {
        underWay.add(new Message(sender, target, vector));
    }

    /** False if no message of {@code sender} is on its way to {@code target}. */
    boolean arrive(int sender, int target) {
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
