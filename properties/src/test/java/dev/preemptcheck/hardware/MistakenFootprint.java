package dev.preemptcheck.hardware;

/** A footprint that also knows which words handlers touch, or that books those to the interrupted task. */
public final class MistakenFootprint extends Footprint {
    private final boolean bookedToTask;
    private final boolean[] byHandler;

    public MistakenFootprint(int words, Reduction reduction, boolean bookedToTask) {
        super(words, reduction);
        this.bookedToTask = bookedToTask;
        this.byHandler = new boolean[words];
    }

    @Override
    void note(int word, long context, int stack, int manner, int held) {
        boolean handler = (manner & HANDLER) != 0;
        byHandler[word] |= handler;
        boolean moved = handler && bookedToTask;
        super.note(word, moved ? 1L << stack : context, stack, moved ? manner & ~HANDLER : manner, held);
    }

    public boolean touchedByHandler(int word) {
        return byHandler[word];
    }
}
