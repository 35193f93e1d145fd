package dev.preemptcheck.hardware.device;

import dev.preemptcheck.hardware.Bus;
import dev.preemptcheck.hardware.Device;
import dev.preemptcheck.hardware.SimulatedClock;
import dev.preemptcheck.hardware.digest.Hash;
import java.util.Arrays;

/**
 * An ATA port with one drive: command block, device control, bus master (fact 2.7).
 *
 * <p>PIO data-in: BSY=1 while the drive loads a sector; DRQ=1, BSY=0 and an interrupt when the host may read its words;
 * then BSY=1 again for the next sector, or BSY=0, DRQ=0 after the last. PIO data-out: DRQ=1 without an interrupt for the
 * first sector, with one for each later sector and at the end. Commands without data and with DMA: BSY=1, then an
 * interrupt. A command that fails ends with BSY=0, DRQ=0, ERR=1 (or DF=1) and an interrupt. {@link AtaState} has the whole
 * machine, {@link AtaTrait} what a scenario may allow a drive to do on top.
 *
 * <p>What is free, and a choice of the explorer:
 * <ul>
 *   <li>when the drive answers, with an upper bound if the setup names one;
 *   <li>the other status bits while BSY=1;
 *   <li>whether the first read of the status after a command (or SRST) still gives the status from before, unless 400 ns have
 *       passed or the drive has moved, which it does only when it has seen the command;
 *   <li>what becomes of a command that is written while another is going on: it is ignored, or replaces it.
 * </ul>
 *
 * <p>The interrupt condition is set by the drive and cleared by reading the status (not the alternate status), by a
 * command, and by SRST. The line is up while the condition is set and nIEN is 0, so clearing nIEN shows an interrupt that
 * was held back. Data read with DRQ=0 is 0; data written with DRQ=0 and registers written while a command is going on are
 * lost.
 *
 * <p>Not modelled: a second drive, 48-bit addresses, several sectors for each interrupt, cylinders and heads.
 */
public final class AtaPort implements Device {
    public static final int BSY = 0x80;
    public static final int DRDY = 0x40;
    public static final int DF = 0x20;
    public static final int DRQ = 0x08;
    public static final int ERR = 0x01;

    /** Device control: the line stays down. */
    public static final int NIEN = 0x02;
    /** Device control: the drive is held in reset. */
    public static final int SRST = 0x04;

    /** After this time BSY is valid. */
    static final long SETTLE_NANOS = 400;

    private static final int DATA = 0;
    private static final int ERROR = 1;
    private static final int COUNT = 2;
    private static final int LBA_LOW = 3;
    private static final int DEVICE = 6;
    private static final int STATUS = 7;
    private static final int REGISTERS = 8;
    private static final int COUNT_OF_ZERO = 256;
    private static final int NONE = -1;

    private final AtaSetup setup;
    private final Bus bus;
    private final SimulatedClock clock;
    private final int settle;
    private final int answer;
    private final BusMaster busMaster;
    private final AtaDrive drive;
    private final int[] registers = new int[REGISTERS];
    private int control;
    private boolean interrupt;
    private boolean line;
    /** The status from before a command that the drive may not have seen yet, or {@link #NONE}. */
    private int oldStatus = NONE;

    /** A port on that bus, powered on; its deadlines join the bus's clock. */
    public AtaPort(AtaSetup setup, Bus bus) {
        this.setup = setup;
        this.bus = bus;
        clock = bus.clock();
        settle = clock.deadline(setup.name() + " settles", () -> oldStatus = NONE);
        answer = clock.deadline(setup.name() + " answers", this::answer);
        busMaster = new BusMaster(bus);
        drive = new AtaDrive(setup, busMaster);
    }

    @Override
    public String name() {
        return setup.name();
    }

    @Override
    public void reset() {
        busMaster.reset();
        drive.reset();
        Arrays.fill(registers, 0);
        control = 0;
        interrupt = false;
        line = false;
        oldStatus = NONE;
        clock.disarm(settle);
        clock.disarm(answer);
    }

    /** What the drive is doing; for detectors, a kernel has to ask the status register. */
    public AtaState state() {
        return drive.state();
    }

    /** True for 400 ns after a command or SRST: until then no driver may look at the status. For detectors. */
    public boolean settling() {
        return clock.armed(settle);
    }

    @Override
    public int moves() {
        return drive.moves();
    }

    @Override
    public int due() {
        return drive.moves();
    }

    @Override
    public String moveName(int move) {
        return switch (1 << move) {
            case AtaDrive.COMPLETE -> "complete";
            case AtaDrive.DROP_BUSY -> "dropbusy";
            case AtaDrive.ABORT -> "abort";
            case AtaDrive.FAULT -> "fault";
            default -> "transfer";
        };
    }

    @Override
    public void move(int move) {
        if ((moves() & 1 << move) == 0) {
            throw new IllegalStateException(name() + " is " + state() + " and can't make move " + move);
        }
        oldStatus = NONE;
        if (drive.move(1 << move)) {
            interrupt = true;
            busMaster.interrupt();
            drawLine();
        }
        watchAnswer();
    }

    /** The time to answer is over: the drive makes its moves until it is the host's turn. */
    private void answer() {
        while (moves() != 0) {
            int moves = moves();
            int among = Integer.bitCount(moves);
            for (int skip = among == 1 ? 0 : bus.anyOf(among); skip > 0; skip--) {
                moves &= moves - 1;
            }
            move(Integer.numberOfTrailingZeros(moves));
        }
    }

    private void watchAnswer() {
        if (setup.answerNanos() == 0) {
            return;
        }
        if (moves() == 0) {
            clock.disarm(answer);
        } else if (!clock.armed(answer)) {
            clock.arm(answer, setup.answerNanos());
        }
    }

    private void drawLine() {
        boolean level = interrupt && (control & NIEN) == 0;
        if (level != line) {
            line = level;
            bus.line(setup.irq(), level);
        }
    }

    @Override
    public boolean decodes(int port) {
        return port == setup.control() || within(port, setup.commandBlock()) || within(port, setup.busMaster());
    }

    private static boolean within(int port, int base) {
        return port >= base && port < base + REGISTERS;
    }

    @Override
    public int in(int port, int bytes) {
        int register = port - setup.commandBlock();
        if (within(port, setup.busMaster())) {
            return busMaster.read(busMasterRegister(port, bytes));
        }
        if (register == DATA && bytes == 2) {
            int word = drive.read();
            watchAnswer();
            return word;
        }
        if (bytes != 1 || register == DATA || !decodes(port)) {
            throw Device.noRegister(name(), port, bytes);
        }
        if (port == setup.control()) {
            return status();
        }
        return register == STATUS ? statusAndClear() : register == ERROR ? error() : registers[register];
    }

    private int busMasterRegister(int port, int bytes) {
        int register = port - setup.busMaster();
        boolean exists = register == BusMaster.TABLE
                ? bytes == 4
                : bytes == 1 && (register == BusMaster.COMMAND || register == BusMaster.STATUS);
        if (!exists) {
            throw Device.noRegister(name(), port, bytes);
        }
        return register;
    }

    private int statusAndClear() {
        interrupt = false;
        drawLine();
        return status();
    }

    private int error() {
        return drive.failure() == ERR ? AtaDrive.ABRT : 0;
    }

    private int status() {
        int old = oldStatus;
        oldStatus = NONE;
        if (old != NONE && bus.anyOf(2) == 1) {
            return old;
        }
        return state().busy() ? BSY | noise() : settledStatus();
    }

    private int settledStatus() {
        return DRDY | (state().wantsData() ? DRQ : 0) | drive.failure();
    }

    /** Any of the subsets of the arbitrary bits. */
    private int noise() {
        int bits = 0;
        int subset = setup.noise() == 0 ? 0 : bus.anyOf(1 << Integer.bitCount(setup.noise()));
        for (int rest = setup.noise(); rest != 0; rest &= rest - 1) {
            bits |= (subset & 1) == 0 ? 0 : Integer.lowestOneBit(rest);
            subset >>= 1;
        }
        return bits;
    }

    @Override
    public void out(int port, int bytes, int value) {
        int register = port - setup.commandBlock();
        if (within(port, setup.busMaster())) {
            writeBusMaster(busMasterRegister(port, bytes), value);
        } else if (register == DATA && bytes == 2) {
            drive.write(value & 0xFFFF);
        } else if (bytes != 1 || register == DATA || !decodes(port)) {
            throw Device.noRegister(name(), port, bytes);
        } else if (port == setup.control()) {
            writeControl(value);
        } else if (register == STATUS) {
            command(value & 0xFF);
        } else if (state() == AtaState.IDLE) {
            registers[register] = value & 0xFF;
        }
        watchAnswer();
    }

    private void writeBusMaster(int register, int value) {
        switch (register) {
            case BusMaster.COMMAND -> busMaster.writeCommand(value);
            case BusMaster.STATUS -> busMaster.writeStatus(value);
            default -> busMaster.writeTable(value);
        }
    }

    private void writeControl(int value) {
        int before = control;
        control = value & (NIEN | SRST);
        if ((control & ~before & SRST) != 0) {
            expectOldStatus();
            drive.hold();
            interrupt = false;
        } else if ((before & ~control & SRST) != 0) {
            drive.release();
        }
        drawLine();
    }

    private void command(int opcode) {
        boolean resetting = state() == AtaState.HELD || state() == AtaState.RESETTING;
        if (resetting || (state() != AtaState.IDLE && bus.anyOf(2) == 0)) {
            return;
        }
        expectOldStatus();
        interrupt = false;
        drawLine();
        clock.disarm(answer);
        drive.begin(AtaCommand.of(opcode), firstSector(), registers[COUNT] == 0 ? COUNT_OF_ZERO : registers[COUNT]);
    }

    private void expectOldStatus() {
        oldStatus = state().busy() ? NONE : settledStatus();
        clock.arm(settle, SETTLE_NANOS);
    }

    private int firstSector() {
        return registers[LBA_LOW]
                | registers[LBA_LOW + 1] << 8
                | registers[LBA_LOW + 2] << 16
                | (registers[DEVICE] & 0xF) << 24;
    }

    @Override
    public long digest() {
        int flags = control << 2 | (interrupt ? 1 : 0) | (line ? 2 : 0);
        long digest = Hash.mix(drive.digest() + Hash.mix(busMaster.digest() + Hash.at(flags, oldStatus)));
        for (int i = 0; i < REGISTERS; i++) {
            digest += Hash.at(i, registers[i]);
        }
        return digest;
    }
}
