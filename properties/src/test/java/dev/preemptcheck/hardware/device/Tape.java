package dev.preemptcheck.hardware.device;

import dev.preemptcheck.hardware.Bus;
import dev.preemptcheck.hardware.Device;
import dev.preemptcheck.hardware.SimulatedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A generated list of numbers that decides all that is free: what the host does, and what the device answers and does. */
final class Tape implements Bus {
    final SimulatedClock clock = new SimulatedClock();
    final Map<Integer, Integer> memory = new TreeMap<>();
    /** What happened, as far as anyone outside the device can see. */
    final List<String> seen = new ArrayList<>();

    boolean line;
    int raised;
    int lastAnswer;
    private List<Integer> numbers;
    private int position;

    Tape(List<Integer> numbers) {
        this.numbers = numbers;
    }

    /** Goes on with other numbers, and forgets what was seen. */
    void continueWith(List<Integer> others) {
        numbers = others;
        position = 0;
        seen.clear();
    }

    boolean atEnd() {
        return position >= numbers.size();
    }

    /** The next number, from 0 to {@code bound} - 1. */
    int next(int bound) {
        return atEnd() ? 0 : numbers.get(position++) % bound;
    }

    /** Skips to the next number whose place is a multiple of {@code size}. */
    void skipToMultipleOf(int size) {
        position = (position + size - 1) / size * size;
    }

    /** Lets the device make one of its moves, if it has any; its name, or nothing. */
    String move(Device device) {
        int moves = device.moves();
        if (moves == 0) {
            return "";
        }
        for (int skip = next(Integer.bitCount(moves)); skip > 0; skip--) {
            moves &= moves - 1;
        }
        int move = Integer.numberOfTrailingZeros(moves);
        device.move(move);
        seen.add(device.moveName(move));
        return device.moveName(move);
    }

    int in(Device device, int port, int bytes) {
        int value = device.in(port, bytes);
        seen.add("in " + port + " " + value);
        return value;
    }

    @Override
    public int load(int address) {
        return memory.getOrDefault(address, 0);
    }

    @Override
    public void store(int address, int value) {
        memory.put(address, value);
        seen.add("store " + address + " " + value);
    }

    @Override
    public void line(int irq, boolean level) {
        seen.add("line " + level);
        raised += level ? 1 : 0;
        line = level;
    }

    @Override
    public int anyOf(int alternatives) {
        lastAnswer = next(alternatives);
        seen.add("any of " + alternatives);
        return lastAnswer;
    }

    @Override
    public SimulatedClock clock() {
        return clock;
    }
}
