package io.qpscope.session.iwarp;

import io.qpscope.session.Observation;
import io.qpscope.session.Verb;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Rdmap;

import java.nio.ByteBuffer;

/**
 * What one side asked for and answered, from its DDP segments in order (RFC 5040, 5041 and 7306).
 * An Immediate counts as SEND_IMM, an atomic Swap as CMP_SWAP; an atomic with an unknown code counts
 * as no verb.
 */
final class Messages {
    private static final int ATOMIC_OPERATION = 3;
    /** Of a READ request: where the number of bytes stands. */
    private static final int READ_SIZE = 12;

    private static final long ANY_MSN = -1;

    private final Direction direction;
    private final AtomicCodes codes;

    final long[] counts = new long[Verb.COUNT];
    final SentMessages sent;
    long payloadBytes;
    /** READ and atomic requests answered. */
    long answered;

    int openRequests;
    int mostOpenRequests;
    long firstRequestFrame;
    long lastRequestFrame;

    private final long[] expectedMsn = {1, 1, 1, 1};
    private final long[] openMsn = {ANY_MSN, ANY_MSN, ANY_MSN, ANY_MSN};
    private final long[] nextOffset = new long[Rdmap.QUEUES];
    private boolean rtrOpen;
    /** Answers that the capture has in front of their requests. */
    private int answeredAhead;

    private boolean writeOpen;
    private long writeStag;
    private long writeOffset;
    private long writeLength;

    Messages(Direction direction, Budget budget, AtomicCodes codes) {
        this.direction = direction;
        this.sent = new SentMessages(budget);
        this.codes = codes;
    }

    /** Behind a hole: what was open is not known, nor what comes next. */
    void forget() {
        for (int queue = 0; queue < Rdmap.QUEUES; queue++) {
            expectedMsn[queue] = ANY_MSN;
            openMsn[queue] = ANY_MSN;
        }
        writeOpen = false;
        answeredAhead = 0;
        if (sent.log != null) {
            sent.log.forget();
        }
    }

    /**
     * One segment.
     *
     * @param length of the ULPDU
     * @param known bytes of it that are there
     * @param rtr the initiator's ready-to-receive message, which is no verb
     */
    void onSegment(ByteBuffer buffer, int at, int length, int known, boolean rtr) {
        int control = buffer.getShort(at);
        int opcode = control & 0xf;
        boolean last = (control & 0x4000) != 0;
        if (control < 0) {
            tagged(buffer, at, opcode, length - DdpTagged.LENGTH, last, rtr);
        } else if (length >= DdpUntagged.LENGTH && opcode != Rdmap.TERMINATE) {
            untagged(buffer, at, opcode, length - DdpUntagged.LENGTH, known, last, rtr);
        } else if (opcode == Rdmap.TERMINATE) {
            direction.onTerminate(buffer, at, known);
        }
    }

    private void tagged(
            ByteBuffer buffer, int at, int opcode, int length, boolean last, boolean rtr) {
        payloadBytes += length;
        if (opcode == Rdmap.READ_RESPONSE) {
            if (last) {
                direction.peer.messages.onAnswer();
            }
            return;
        }
        if (opcode != Rdmap.WRITE) {
            return;
        }
        if (!writeOpen) {
            writeStag = buffer.getInt(at + 2);
            writeOffset = buffer.getLong(at + 6);
            writeLength = 0;
            count(rtr ? null : Verb.WRITE);
            begins(rtr ? null : Verb.WRITE);
        }
        grows(true, length);
        writeLength += length;
        writeOpen = !last;
        if (last && !rtr) {
            sent(SentMessages.TAGGED, writeStag, writeOffset, writeLength);
        }
    }

    private void untagged(
            ByteBuffer buffer,
            int at,
            int opcode,
            int length,
            int known,
            boolean last,
            boolean rtr) {
        int queue = buffer.getInt(at + 6);
        long msn = buffer.getInt(at + 10) & 0xffff_ffffL;
        long offset = buffer.getInt(at + 14) & 0xffff_ffffL;
        if (queue < 0 || queue >= Rdmap.QUEUES) {
            return;
        }
        boolean begins = begins(queue, msn, offset);
        nextOffset[queue] = offset + length;
        openMsn[queue] = last ? ANY_MSN : msn;
        if (queue == Rdmap.SEND_QUEUE) {
            if (begins && direction.looksAbove() && Rdmap.isSend(opcode)) {
                lookAbove(buffer, at + DdpUntagged.LENGTH, length, known, last);
            }
            send(opcode, begins, length, last, msn, rtr);
        } else if (begins) {
            request(buffer, at, opcode, known, rtr);
        }
    }

    /** With markers and a hole no more than the head is at hand: then there is nothing to see. */
    private void lookAbove(ByteBuffer buffer, int at, int length, int known, boolean last) {
        if (known >= DdpUntagged.LENGTH + length && at + length <= buffer.limit()) {
            direction.connection.upper.onMessage(buffer, at, length, last, direction.isActive());
        }
    }

    /** Whether the segment begins a message; says what is out of order. */
    private boolean begins(int queue, long msn, long offset) {
        long open = openMsn[queue];
        long expected = expectedMsn[queue];
        if (offset == 0 && (open == ANY_MSN || open != msn)) {
            if (open != ANY_MSN) {
                order(Observation.Kind.MO_ORDER, queue, "message " + open + " is not finished");
            }
            if (expected != ANY_MSN && msn != expected) {
                order(
                        Observation.Kind.MSN_ORDER,
                        queue,
                        "MSN " + msn + " where " + expected + " was due");
            }
            expectedMsn[queue] = (msn + 1) & 0xffff_ffffL;
            return true;
        }
        if (open == ANY_MSN) {
            if (expected != ANY_MSN) {
                order(
                        Observation.Kind.MO_ORDER,
                        queue,
                        "offset " + offset + " begins message " + msn);
            }
            expectedMsn[queue] = (msn + 1) & 0xffff_ffffL;
            return expected != ANY_MSN;
        }
        if (open != msn || offset != nextOffset[queue]) {
            order(
                    Observation.Kind.MO_ORDER,
                    queue,
                    "offset " + offset + " of message " + msn + " where " + nextOffset[queue]
                            + " of message " + open + " was due");
        }
        return false;
    }

    private void order(Observation.Kind kind, int queue, String what) {
        direction.note(kind, "queue " + queue + ": " + what);
    }

    private void send(int opcode, boolean begins, int length, boolean last, long msn, boolean rtr) {
        boolean immediate = opcode == Rdmap.IMMEDIATE || opcode == Rdmap.IMMEDIATE_SE;
        if (begins) {
            Verb verb = rtr
                    ? null
                    : immediate
                            ? Verb.SEND_IMM
                            : Rdmap.invalidates(opcode) ? Verb.SEND_INV : Verb.SEND;
            count(verb);
            begins(verb);
        }
        if (!immediate) {
            payloadBytes += length;
            grows(false, length);
        }
        if (last && !rtr) {
            sent(Rdmap.SEND_QUEUE, msn, 0, 0);
        }
    }

    private void request(ByteBuffer buffer, int at, int opcode, int known, boolean rtr) {
        if (opcode == Rdmap.ATOMIC_RESPONSE) {
            direction.peer.messages.onAnswer();
        } else if (opcode == Rdmap.READ_REQUEST) {
            count(rtr ? null : Verb.READ);
            boolean there = known >= DdpUntagged.LENGTH + READ_SIZE + Integer.BYTES;
            int size = there ? buffer.getInt(at + DdpUntagged.LENGTH + READ_SIZE) : 0;
            opened(rtr, Verb.READ, size & 0xffff_ffffL);
        } else if (opcode == Rdmap.ATOMIC_REQUEST) {
            boolean there = known > DdpUntagged.LENGTH + ATOMIC_OPERATION;
            int code = there
                    ? buffer.get(at + DdpUntagged.LENGTH + ATOMIC_OPERATION) & 0xf
                    : codes.fetchAdd();
            Verb verb = code == codes.fetchAdd()
                    ? Verb.FETCH_ADD
                    : codes.name(code) == null ? null : Verb.CMP_SWAP;
            count(verb);
            opened(false, verb, Long.BYTES);
        }
    }

    private void opened(boolean rtr, Verb verb, long bytes) {
        if (rtr) {
            rtrOpen = true;
            return;
        }
        if (sent.log != null) {
            sent.log.asks(verb, bytes);
        }
        if (answeredAhead > 0) {
            answeredAhead--;
            answered++;
            if (sent.log != null) {
                sent.log.wasAnswered();
            }
            return;
        }
        openRequests++;
        if (openRequests > mostOpenRequests) {
            mostOpenRequests = openRequests;
            direction.onOpenRequests(openRequests);
        }
    }

    /** The peer answered the oldest READ or atomic request. */
    private void onAnswer() {
        if (rtrOpen) {
            rtrOpen = false;
        } else if (openRequests > 0) {
            openRequests--;
            answered++;
            if (sent.log != null) {
                sent.log.answered();
            }
        } else if (direction.gaps == 0 && direction.peer.gaps == 0) {
            answeredAhead++;
            if (sent.log != null) {
                sent.log.answeredAhead();
            }
        }
    }

    private void begins(Verb verb) {
        if (sent.log != null && verb != null) {
            sent.log.begins(verb);
        }
    }

    private void grows(boolean tagged, long bytes) {
        if (sent.log != null) {
            sent.log.grows(tagged, bytes);
        }
    }

    private void count(Verb verb) {
        if (verb != null) {
            counts[verb.ordinal()]++;
            lastRequestFrame = direction.frame();
            if (firstRequestFrame == 0) {
                firstRequestFrame = lastRequestFrame;
            }
        }
    }

    private void sent(int queue, long tag, long offset, long length) {
        sent.add(direction.unitEnd(), queue, tag, offset, length, direction.frame());
        if (sent.log != null) {
            sent.log.ends(queue == SentMessages.TAGGED, direction.unitEnd());
        }
    }

    boolean any() {
        return firstRequestFrame != 0;
    }
}
