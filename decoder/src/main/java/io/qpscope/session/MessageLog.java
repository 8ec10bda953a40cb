package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Message.Result;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/**
 * The messages of one flow that are not over, in order of their PSNs, for a listener. Only packets
 * that begin or end one are looked at, so lost ones between do no harm; a ring that doubles up to
 * {@link #MAX_OPEN} and then lets the oldest go as {@link Result#CUT}.
 */
final class MessageLog {
    static final int MAX_OPEN = 1 << 10;

    private static final int INITIAL = 8;
    private static final int ATOMIC_BYTES = 8;

    /** One message. */
    private static final class Open {
        /** Its first PSN, or where that is not known the first known. */
        int psn;
        /** Behind its last PSN, once that is known. */
        int end;

        boolean begun;
        boolean ended;
        boolean wantsResponse;
        Verb verb;
        int packetBytes;
        long bytes = -1;
        int lastBytes;
        long firstFrame;
        long firstNs;
        /** Of the packet that begins it. */
        long beginFrame;

        long beginNs;
        long lastFrame;
        long lastNs;
        long doneFrame;
        long doneNs;
        long resent;

        void begins(FrameView frame) {
            begun = true;
            packetBytes = frame.payloadLength();
            beginFrame = frame.number();
            beginNs = frame.timeNs();
        }

        void takeEnd(Open from) {
            ended = true;
            end = from.end;
            verb = from.verb;
            lastBytes = from.lastBytes;
            lastFrame = from.lastFrame;
            lastNs = from.lastNs;
            from.ended = false;
            if (from.begun) {
                from.firstFrame = from.beginFrame;
                from.firstNs = from.beginNs;
            }
            from.lastFrame = from.firstFrame;
            from.lastNs = from.firstNs;
        }
    }

    private final int flow;
    private final MessageListener listener;
    private Open[] ring = new Open[INITIAL];
    private int head;
    private int size;

    /** So many of the oldest are received as a whole; READs among them may wait for responses. */
    private int taken;

    MessageLog(int flow, MessageListener listener) {
        this.flow = flow;
        this.listener = listener;
    }

    int flow() {
        return flow;
    }

    /** A request packet passed for the first time; it covers so many PSNs. */
    void first(FrameView frame, int traits, int count) {
        int psn = frame.psn();
        if ((traits & Opcode.STARTS) != 0) {
            begin(psn, frame, traits);
        }
        if ((traits & Opcode.ENDS) != 0) {
            end(psn, count, frame, traits);
        }
    }

    private void begin(int psn, FrameView frame, int traits) {
        int behind = floor(psn) + 1;
        boolean alone = (traits & Opcode.ENDS) != 0;
        // Its end passed before: the first packet was lost, and comes again now.
        if (!alone && behind < size && !at(behind).begun) {
            Open late = at(behind);
            late.psn = psn;
            late.begins(frame);
            return;
        }
        Open before = behind == 0 ? null : at(behind - 1);
        Open open = insert(behind, psn, frame);
        open.begins(frame);
        open.verb = (traits & Opcode.IS_SEND) != 0 ? Verb.SEND : Verb.WRITE;
        if (before != null && before.ended && Psn.diff(before.end, psn) > 0) {
            // Two were mixed up on their way: the end that came is not of the first of them.
            open.takeEnd(before);
        }
    }

    private void end(int psn, int count, FrameView frame, int traits) {
        int index = floor(psn);
        if (index >= 0 && at(index).ended && Psn.diff(at(index).end, psn) > count) {
            // The end that came before is of a later message, whose first packet is not here yet.
            Open before = at(index);
            Open later = insert(index + 1, Psn.add(before.end, -1), frame);
            later.firstFrame = before.lastFrame;
            later.firstNs = before.lastNs;
            later.takeEnd(before);
        } else if (index < 0 || at(index).ended) {
            index++;
            insert(index, psn, frame);
        }
        Open open = at(index);
        open.ended = true;
        open.end = Psn.add(psn, count);
        open.verb = Verb.of(RequestSide.verb(frame.opcode()));
        open.wantsResponse = (traits & Opcode.WANTS_RESPONSE) != 0;
        open.lastBytes = frame.payloadLength();
        open.lastFrame = frame.number();
        open.lastNs = frame.timeNs();
        if (open.verb == Verb.READ) {
            // The RETH ends with the DMA length, and is the last header.
            open.bytes = frame.buffer().getInt(frame.payloadOffset() - 4) & 0xffff_ffffL;
        } else if (open.verb == Verb.CMP_SWAP || open.verb == Verb.FETCH_ADD) {
            open.bytes = ATOMIC_BYTES;
        }
    }

    /** A request packet passed again. */
    void resent(int psn) {
        int index = floor(psn);
        if (index >= 0) {
            at(index).resent++;
        }
    }

    /** The receiver has all before the PSN. */
    void taken(int psn, FrameView frame) {
        while (taken < size && at(taken).ended && Psn.diff(at(taken).end, psn) <= 0) {
            Open open = at(taken++);
            if (!open.wantsResponse) {
                done(open, frame);
            }
        }
        tell();
    }

    /** The response that ends a READ or ATOMIC passed. */
    void answered(int psn, FrameView frame) {
        int index = floor(psn);
        if (index >= 0 && at(index).wantsResponse && at(index).end == Psn.add(psn, 1)) {
            done(at(index), frame);
        }
        tell();
    }

    private static void done(Open open, FrameView frame) {
        if (open.doneFrame == 0) {
            open.doneFrame = frame.number();
            open.doneNs = frame.timeNs();
        }
    }

    private void tell() {
        while (taken > 0 && at(0).doneFrame != 0) {
            remove(Result.COMPLETED);
        }
    }

    /** One of a service without acknowledgements is over with its last packet. */
    void sent(FrameView frame, int traits) {
        first(frame, traits, 1);
        while (size > 0 && (at(0).ended || size > 1)) {
            remove(Result.SENT);
        }
    }

    /** What is left. */
    void finish(Failure failure) {
        while (size > 0) {
            Open open = at(0);
            boolean refused = failure != null
                    && failure.happened()
                    && Psn.diff(failure.psn, open.psn) >= 0
                    && (!open.ended || Psn.diff(failure.psn, open.end) < 0);
            remove(open.doneFrame != 0 ? Result.COMPLETED : refused ? Result.REFUSED : Result.OPEN);
        }
    }

    private void remove(Result result) {
        Open open = at(0);
        ring[head] = null;
        head = (head + 1) & (ring.length - 1);
        size--;
        taken = Math.max(0, taken - 1);
        long bytes = open.bytes;
        if (bytes < 0 && open.begun && open.ended) {
            int full = Psn.diff(open.end, open.psn) - 1;
            bytes = (long) full * open.packetBytes + open.lastBytes;
        }
        listener.onMessage(new Message(
                flow,
                open.verb,
                open.begun ? open.psn : null,
                open.ended ? (Integer) Psn.add(open.end, -1) : null,
                bytes < 0 ? null : (Long) bytes,
                open.firstFrame,
                open.lastFrame,
                open.firstNs,
                open.lastNs,
                open.doneFrame == 0 ? null : (Long) open.doneFrame,
                open.doneFrame == 0 ? null : (Long) open.doneNs,
                open.resent,
                result));
    }

    private Open at(int index) {
        return ring[(head + index) & (ring.length - 1)];
    }

    /** Index of the last that begins at the PSN or before, or -1. */
    private int floor(int psn) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (Psn.diff(at(middle).psn, psn) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private Open insert(int index, int psn, FrameView frame) {
        int place = index;
        if (size == MAX_OPEN) {
            remove(at(0).doneFrame != 0 ? Result.COMPLETED : Result.CUT);
            place = Math.max(0, place - 1);
        } else if (size == ring.length) {
            grow();
        }
        for (int i = size; i > place; i--) {
            ring[(head + i) & (ring.length - 1)] = at(i - 1);
        }
        Open open = new Open();
        open.psn = psn;
        open.end = psn;
        open.firstFrame = frame.number();
        open.firstNs = frame.timeNs();
        open.lastFrame = open.firstFrame;
        open.lastNs = open.firstNs;
        ring[(head + place) & (ring.length - 1)] = open;
        size++;
        taken = Math.min(taken, place);
        return open;
    }

    private void grow() {
        Open[] larger = new Open[2 * ring.length];
        for (int i = 0; i < size; i++) {
            larger[i] = at(i);
        }
        ring = larger;
        head = 0;
    }
}
