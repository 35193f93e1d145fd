package dev.preemptcheck.hardware.interrupt;

import java.util.ArrayList;
import java.util.List;

/**
 * What two 8259s do, told line by line with lists instead of bit masks: each line remembers its own life, and who comes
 * first is looked up in a written-out order.
 */
public final class ReferencePic {
    private static final List<Integer> ORDER = List.of(0, 1, 8, 9, 10, 11, 12, 13, 14, 15, 3, 4, 5, 6, 7);

    private static final int CASCADE = 2;

    /** One line's life. */
    static final class Line {
        final boolean levelTriggered;
        boolean high;
        boolean edgeSeen;
        boolean masked = true;
        boolean served;

        Line(boolean levelTriggered) {
            this.levelTriggered = levelTriggered;
        }

        boolean asks() {
            return levelTriggered ? high : high && edgeSeen;
        }
    }

    final List<Line> lines = new ArrayList<>();
    private boolean cascadeServed;
    /** What a late answer would be given, empty if no answer can be late. */
    private List<Integer> late = List.of();

    public ReferencePic(int levelTriggered) {
        for (int irq = 0; irq < 16; irq++) {
            lines.add(new Line((levelTriggered >> irq) % 2 == 1));
        }
        lines.get(CASCADE).masked = false;
    }

    public void line(int irq, boolean level) {
        watch(() -> {
            Line line = lines.get(irq);
            line.edgeSeen = level && (line.edgeSeen || !line.high);
            line.high = level;
        });
    }

    void edge(int irq) {
        watch(() -> {
            lines.get(irq).high = true;
            lines.get(irq).edgeSeen = true;
        });
    }

    public void masked(int irq, boolean masked) {
        watch(() -> lines.get(irq).masked = masked);
    }

    public void end(int irq) {
        watch(() -> {
            lines.get(irq).served = false;
            cascadeServed &= irq < 8;
        });
    }

    /** Ends a line of the second chip there, and not yet the cascade. */
    public void endAtSecondChip(int irq) {
        watch(() -> lines.get(irq).served = false);
    }

    public void endCascade() {
        watch(() -> cascadeServed = false);
    }

    void unanswered() {
        late = List.of();
    }

    public int acknowledge() {
        int irq = presented();
        if (irq < 0) {
            irq = late.isEmpty() ? 7 : late.get(0);
            cascadeServed |= irq == 15;
        } else {
            lines.get(irq).served = true;
            lines.get(irq).edgeSeen = false;
            cascadeServed |= irq >= 8;
        }
        late = List.of();
        return irq;
    }

    /** The first in the order that asks and that nothing before it, or itself, blocks. */
    public int presented() {
        boolean secondChipBlocked = false;
        for (int irq : ORDER) {
            Line line = lines.get(irq);
            boolean second = irq >= 8;
            if ((cascadeServed && irq >= 3) || (line.served && !second)) {
                return -1;
            }
            secondChipBlocked |= line.served;
            boolean cutOff = second && (secondChipBlocked || lines.get(CASCADE).masked);
            if (line.asks() && !line.masked && !cutOff) {
                return irq;
            }
        }
        return -1;
    }

    int withdrawn() {
        return late.isEmpty() ? -1 : late.get(0);
    }

    /** Everything that can decide the future, to be compared. */
    String state() {
        StringBuilder state = new StringBuilder().append(cascadeServed).append(late);
        for (Line line : lines) {
            state.append(' ')
                    .append(line.high)
                    .append(line.asks())
                    .append(line.masked)
                    .append(line.served);
        }
        return state.toString();
    }

    private void watch(Runnable move) {
        int before = presented();
        move.run();
        if (presented() >= 0) {
            late = List.of();
        } else if (before >= 0) {
            late = List.of(before >= 8 ? 15 : 7);
        }
    }
}
