package dev.preemptcheck.hardware;

import dev.preemptcheck.hardware.digest.Hash;
import java.util.List;

/** The devices of a machine, their clock among them: who answers at a port, and which moves they may make. */
final class Peripherals {
    private final Machine machine;
    private final Device[] devices;

    Peripherals(Machine machine, List<Device> devices) {
        this.machine = machine;
        this.devices = devices.toArray(Device[]::new);
    }

    boolean none() {
        return devices.length == 0;
    }

    void reset() {
        for (Device device : devices) {
            device.reset();
        }
    }

    int in(int port, int bytes) {
        return at(port).in(port, bytes);
    }

    void out(int port, int bytes, int value) {
        at(port).out(port, bytes, value);
    }

    private Device at(int port) {
        for (Device device : devices) {
            if (device.decodes(port)) {
                return device;
            }
        }
        throw new IllegalArgumentException("no device answers at port 0x" + Integer.toHexString(port));
    }

    /** All moves, written to {@code into} from {@code count} on; their number added to it. */
    int moves(int[] into, int count) {
        int size = count;
        for (int d = 0; d < devices.length; d++) {
            for (int rest = devices[d].moves(); rest != 0; rest &= rest - 1) {
                into[size++] = Agent.device(d, Integer.numberOfTrailingZeros(rest));
            }
        }
        return size;
    }

    boolean canMove(int agent) {
        int d = Agent.number(agent);
        return d < devices.length && (devices[d].moves() & 1 << Agent.detail(agent)) != 0;
    }

    /** True if the move is owed, so that it needs no budget. */
    boolean isDue(int agent) {
        return (devices[Agent.number(agent)].due() & 1 << Agent.detail(agent)) != 0;
    }

    /** The first move that is owed, or {@link Agent#END}. */
    int due() {
        for (int d = 0; d < devices.length; d++) {
            int due = devices[d].due();
            if (due != 0) {
                return Agent.device(d, Integer.numberOfTrailingZeros(due));
            }
        }
        return Agent.END;
    }

    void move(int agent) {
        int d = Agent.number(agent);
        machine.ledger.device(d);
        devices[d].move(Agent.detail(agent));
        machine.ledger.device(-1);
    }

    /** {@code ata0 complete}: device and move. */
    String name(int agent) {
        Device device = devices[Agent.number(agent)];
        return device.name() + " " + device.moveName(Agent.detail(agent));
    }

    long digest() {
        long digest = 0;
        for (int d = 0; d < devices.length; d++) {
            digest += Hash.mix(devices[d].digest() + d);
        }
        return digest;
    }
}
