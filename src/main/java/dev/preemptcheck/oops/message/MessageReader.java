package dev.preemptcheck.oops.message;

import org.jspecify.annotations.Nullable;

/**
 * Finds messages among the lines of one host and puts each together with its details and call trace. One message is open at a time; another
 * one, an oops, or so many lines that don't belong to it end it.
 */
public final class MessageReader {
    /** Frames of a call trace that are kept. */
    public static final int FRAMES_MAX = 64;

    private static final int FOREIGN_LINES_MAX = 16;
    private static final int FOREIGN_LINES_IN_LOCKDEP_MAX = 200;

    private final MessageTally tally;
    private @Nullable OpenMessage open;
    private int foreign;
    private boolean headLast;

    /** A reader that counts what it finds there. */
    public MessageReader(MessageTally tally) {
        this.tally = tally;
    }

    /**
     * Takes a line of the kernel.
     *
     * @param text stripped, without its time stamp
     * @return whether it is part of a message
     */
    public boolean accept(String text, KernelMessage.Origin origin) {
        MessageHead head = MessageHead.of(text);
        if (head != null) {
            finish();
            open = new OpenMessage(head, text, origin);
            foreign = 0;
            headLast = true;
            return true;
        }
        OpenMessage message = open;
        headLast = false;
        if (message == null) {
            return false;
        }
        boolean taken = !message.isOver() && message.take(text);
        foreign = taken ? 0 : foreign + 1;
        if (foreign > (message.isLockdep() ? FOREIGN_LINES_IN_LOCKDEP_MAX : FOREIGN_LINES_MAX)) {
            finish();
        }
        return taken;
    }

    /** Counts the open message so many times more if its first line came last: syslogd says that it was repeated (fact 7.2). */
    public void again(long times) {
        if (open != null && headLast) {
            open.times += times;
        }
    }

    /** Ends the open message, if any; to be called where an oops begins, and at the end of the log. */
    public void finish() {
        OpenMessage message = open;
        open = null;
        if (message != null) {
            tally.add(message.message(), message.times);
        }
    }
}
