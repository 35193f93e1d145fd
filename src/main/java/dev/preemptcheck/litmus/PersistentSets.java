package dev.preemptcheck.litmus;

import dev.preemptcheck.explore.Movers;
import dev.preemptcheck.hardware.Machine;
import dev.preemptcheck.hardware.Op;
import dev.preemptcheck.litmus.program.Outlook;

/**
 * Persistent sets of a litmus test's threads and store buffers, from what each is about to touch and what the others may still
 * touch (the stubborn sets of Valmari, 1991, seen from the words).
 *
 * <p>A set begins with one member that can move. For each member, who can do what conflicts with its step is added by the step
 * that leads there; for a member that can't move, who can let it. Each member that can move is tried as the beginning, and
 * the set with the fewest moves is taken.
 *
 * <p>What a thread does at once is a set by itself. That holds for what others can't tell, and for steps that only ever leave
 * more open than any later moment would: to see a reader outside of its section, to end a section.
 */
final class PersistentSets implements Movers {
    /** A store buffer with more is close to letting its oldest go by itself. */
    private static final int STORES_MAX = 48;

    private final Outlook outlook;

    PersistentSets(Outlook outlook) {
        this.outlook = outlook;
    }

    @Override
    public void settle() {
        outlook.settle();
    }

    @Override
    public boolean unsettled() {
        return outlook.learnt();
    }

    @Override
    public int of(Machine m) {
        int able = able(m);
        int best = ALL;
        int fewest = Integer.MAX_VALUE;
        for (int rest = able; rest != 0 && fewest > 1; rest &= rest - 1) {
            int set = closure(m, rest & -rest, able);
            int moves = Integer.bitCount(set & able);
            if (moves < fewest || (moves == fewest && Movers.contains(set, m.running()))) {
                best = set & able;
                fewest = moves;
            }
        }
        return best;
    }

    /** Members that can move: a step that would wait for its own stores is left to these. */
    private int able(Machine m) {
        int steppable = m.moves().steppable();
        int able = 0;
        for (int cpu = 0; cpu < m.cpus(); cpu++) {
            boolean waits = m.moves().waitingStores(cpu) > 0;
            able |= waits ? Movers.drain(cpu) : 0;
            boolean free = (steppable & 1 << cpu) != 0
                    && !(waits && Op.drains(m.pending().op(cpu)));
            able |= free ? Movers.step(cpu) : 0;
            if (outlook.mustGoOn(cpu)) {
                return able & Movers.step(cpu);
            }
        }
        return able;
    }

    private int closure(Machine m, int first, int able) {
        int set = first;
        for (int next = first; next != 0; ) {
            int added = 0;
            for (int cpu = 0; cpu < m.cpus(); cpu++) {
                added |= (next & Movers.step(cpu)) != 0 ? besideStep(m, cpu, able) : 0;
                added |= (next & Movers.drain(cpu)) != 0 ? besideDrain(m, cpu) : 0;
            }
            next = added & ~set;
            set |= added;
        }
        return set;
    }

    /** Who must be there beside a thread's next step. */
    private int besideStep(Machine m, int cpu, int able) {
        int word = outlook.word(cpu);
        if ((able & Movers.step(cpu)) == 0) {
            boolean drainsFirst = Op.drains(m.pending().op(cpu)) && m.moves().waitingStores(cpu) > 0;
            return drainsFirst ? Movers.drain(cpu) : word < 0 ? 0 : own(m, cpu, word) | conflicts(m, cpu, word, false);
        }
        int section = outlook.section(cpu);
        int entry = section < 0 ? 0 : conflicts(m, cpu, section, true);
        return entry
                | switch (outlook.intent(cpu)) {
                    case AT_ONCE, AWAIT -> 0;
                    case LOAD -> own(m, cpu, word) | conflicts(m, cpu, word, false);
                    case STORE -> m.moves().waitingStores(cpu) > STORES_MAX ? ALL : besideStore(m, cpu, word);
                    case UPDATE -> conflicts(m, cpu, word, true);
                };
    }

    private int besideStore(Machine m, int cpu, int word) {
        return m.moves().buffered() ? 0 : conflicts(m, cpu, word, true);
    }

    /** Who must be there beside what a store buffer lets go next. */
    private int besideDrain(Machine m, int cpu) {
        int waiting = m.moves().waitingStores(cpu);
        int set = waiting == 0 ? Movers.step(cpu) : 0;
        for (int i = 0; i < waiting; i++) {
            boolean atOnce =
                    !m.moves().mayDrain(cpu, i) || outlook.isSection(m.moves().waitingWord(cpu, i));
            set |= atOnce ? 0 : conflicts(m, cpu, m.moves().waitingWord(cpu, i), true);
        }
        return set;
    }

    /** A load sees a store that waits in its own buffer, and others' once that has left. */
    private static int own(Machine m, int cpu, int word) {
        return waits(m, cpu, word) ? Movers.drain(cpu) : 0;
    }

    /** Who may conflict with a load of the word, or with a store to it. */
    private int conflicts(Machine m, int cpu, int word, boolean store) {
        int set = 0;
        for (int other = 0; other < m.cpus(); other++) {
            if (other != cpu) {
                set |= waits(m, other, word) ? Movers.drain(other) : 0;
                boolean touches = outlook.mayStore(other, word) || (store && outlook.mayLoad(other, word));
                set |= touches ? Movers.step(other) : 0;
            }
        }
        return set;
    }

    private static boolean waits(Machine m, int cpu, int word) {
        for (int i = m.moves().waitingStores(cpu) - 1; i >= 0; i--) {
            if (m.moves().waitingWord(cpu, i) == word) {
                return true;
            }
        }
        return false;
    }
}
