package dev.preemptcheck.hardware.device;

import dev.preemptcheck.hardware.Bus;
import dev.preemptcheck.hardware.Device;
import dev.preemptcheck.hardware.SimulatedClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** What a device under test is plugged into: memory, one interrupt line, and prepared answers to its choices. */
final class Bench implements Bus {
    final SimulatedClock clock = new SimulatedClock();
    final Map<Integer, Integer> memory = new TreeMap<>();
    final Deque<Integer> answers = new ArrayDeque<>();
    boolean line;
    int raised;
    int asked;

    @Override
    public int load(int address) {
        return memory.getOrDefault(address, 0);
    }

    @Override
    public void store(int address, int value) {
        memory.put(address, value);
    }

    @Override
    public void line(int irq, boolean level) {
        raised += level && !line ? 1 : 0;
        line = level;
    }

    @Override
    public int anyOf(int alternatives) {
        asked++;
        return answers.isEmpty() ? 0 : answers.remove();
    }

    @Override
    public SimulatedClock clock() {
        return clock;
    }

    /** Makes the move of that name. */
    static void move(Device device, String name) {
        device.move(numberOf(device, name));
    }

    /** True if the device can make the move of that name. */
    static boolean can(Device device, String name) {
        return numberOf(device, name) >= 0;
    }

    private static int numberOf(Device device, String name) {
        for (int move = 0; move < Integer.SIZE; move++) {
            if ((device.moves() & 1 << move) != 0 && device.moveName(move).equals(name)) {
                return move;
            }
        }
        return -1;
    }
}
