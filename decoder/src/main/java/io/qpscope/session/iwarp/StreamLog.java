package io.qpscope.session.iwarp;

import io.qpscope.session.Message;
import io.qpscope.session.Message.Result;
import io.qpscope.session.MessageListener;
import io.qpscope.session.Verb;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Messages of one side that are not over, for a listener: SENDs and WRITEs until TCP has
 * acknowledged them, and a few beyond, which a Terminate may still name; READs and atomics until
 * they are answered. Without room the oldest goes as {@link Result#CUT}.
 */
final class StreamLog {
    private static final int MAX_OPEN = 1 << 10;
    /** Acknowledged SENDs and WRITEs that wait for a Terminate. */
    private static final int HELD = 64;

    private static final int ENTRY_BYTES = 128;

    /** One message. */
    private static final class Open {
        Verb verb;
        long bytes;
        long firstFrame;
        long firstNs;
        long lastFrame;
        long lastNs;
        /** Position in the stream behind it. */
        long end;

        long doneFrame;
        long doneNs;
        /** Whether the budget was asked for its room. */
        boolean paid;
    }

    final int flow;
    private final MessageListener listener;
    private final Connection connection;
    private final Budget budget;
    private Open send;
    private Open write;
    private final Deque<Open> sent = new ArrayDeque<>();
    private final Deque<Open> asked = new ArrayDeque<>();
    /** So many of the oldest in {@link #sent}. */
    private int acknowledged;

    private long aheadFrame;
    private long aheadNs;

    StreamLog(int flow, MessageListener listener, Connection connection, Budget budget) {
        this.flow = flow;
        this.listener = listener;
        this.connection = connection;
        this.budget = budget;
    }

    private Open open(Verb verb, long bytes) {
        Open open = new Open();
        open.paid = budget.takeSpare(ENTRY_BYTES) || oldest(true);
        open.verb = verb;
        open.bytes = bytes;
        open.firstFrame = connection.frame;
        open.firstNs = connection.timeNs;
        open.lastFrame = open.firstFrame;
        open.lastNs = open.firstNs;
        return open;
    }

    /** The first segment of a SEND or WRITE. */
    void begins(Verb verb) {
        if (verb == Verb.WRITE) {
            tell(write, Result.OPEN);
            write = open(verb, 0);
        } else {
            tell(send, Result.OPEN);
            send = open(verb, 0);
        }
    }

    void grows(boolean tagged, long bytes) {
        Open open = tagged ? write : send;
        if (open != null) {
            open.bytes += bytes;
        }
    }

    /** Its last segment, which lies before the position in the stream. */
    void ends(boolean tagged, long end) {
        Open open = tagged ? write : send;
        if (open == null) {
            return;
        }
        open.end = end;
        open.lastFrame = connection.frame;
        open.lastNs = connection.timeNs;
        sent.addLast(open);
        if (tagged) {
            write = null;
        } else {
            send = null;
        }
        if (sent.size() > MAX_OPEN) {
            oldest(false);
        }
    }

    /** A READ or atomic request; of an unknown verb it only keeps its place in the order. */
    void asks(Verb verb, long bytes) {
        asked.addLast(open(verb, bytes));
        if (asked.size() > MAX_OPEN) {
            tell(asked.pollFirst(), Result.CUT);
        }
    }

    /** The oldest request has its last answer. */
    void answered() {
        answered(connection.frame, connection.timeNs);
    }

    private void answered(long frame, long timeNs) {
        Open oldest = asked.pollFirst();
        if (oldest != null) {
            oldest.doneFrame = frame;
            oldest.doneNs = timeNs;
            tell(oldest, Result.COMPLETED);
        }
    }

    /** An answer came that nobody has asked for yet. */
    void answeredAhead() {
        aheadFrame = connection.frame;
        aheadNs = connection.timeNs;
    }

    /** The request at hand was answered ahead. */
    void wasAnswered() {
        answered(aheadFrame, aheadNs);
    }

    /** The peer's TCP has all up to the position. */
    void acknowledged(long position) {
        int number = 0;
        for (Open each : sent) {
            if (each.end > position) {
                break;
            }
            if (number++ >= acknowledged) {
                each.doneFrame = connection.frame;
                each.doneNs = connection.timeNs;
            }
        }
        acknowledged = Math.max(acknowledged, number);
        while (acknowledged > HELD) {
            oldest(false);
        }
    }

    /** The peer refused a message: that one and those behind it are not proved to be complete. */
    void refused(long newest) {
        boolean held = newest <= sent.size();
        for (long i = Math.min(newest, sent.size()); i > 0; i--) {
            Open last = sent.pollLast();
            last.doneFrame = 0;
            tell(last, i == 1 && held ? Result.REFUSED : Result.OPEN);
        }
        acknowledged = Math.min(acknowledged, sent.size());
    }

    /** Behind a hole: what was open may have ended in it. */
    void forget() {
        tell(send, Result.OPEN);
        tell(write, Result.OPEN);
        send = null;
        write = null;
    }

    /** Lets the oldest go. Returns whether its room is taken over, where that is wanted. */
    private boolean oldest(boolean takeOver) {
        Result result = acknowledged > 0 ? Result.COMPLETED : Result.CUT;
        Open oldest = sent.isEmpty() ? asked.pollFirst() : sent.pollFirst();
        acknowledged = Math.max(0, acknowledged - 1);
        boolean taken = takeOver && oldest != null && oldest.paid;
        if (taken) {
            oldest.paid = false;
        }
        tell(oldest, result);
        return taken;
    }

    /**
     * After the last frame.
     *
     * @param refusedFrame of the request that a Terminate of the peer names, or 0
     */
    void finish(long refusedFrame) {
        forget();
        for (Open each : sent) {
            tell(each, each.doneFrame > 0 ? Result.COMPLETED : Result.OPEN);
        }
        sent.clear();
        for (Open each : asked) {
            boolean refused = each.firstFrame == refusedFrame;
            tell(each, refused ? Result.REFUSED : Result.OPEN);
        }
        asked.clear();
        acknowledged = 0;
    }

    private void tell(Open open, Result result) {
        if (open == null) {
            return;
        }
        if (open.paid) {
            budget.giveBack(ENTRY_BYTES);
        }
        if (open.verb == null) {
            return;
        }
        boolean done = open.doneFrame > 0;
        listener.onMessage(new Message(
                flow,
                open.verb,
                null,
                null,
                open.bytes,
                open.firstFrame,
                open.lastFrame,
                open.firstNs,
                open.lastNs,
                done ? (Long) open.doneFrame : null,
                done ? (Long) open.doneNs : null,
                null,
                result));
    }
}
