package io.qpscope.session.iwarp;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation;

import java.nio.ByteBuffer;

/**
 * Puts the bytes that one end sent in order, whatever retransmission, overlap, reordering or loss
 * did to them. Positions are 64 bits wide, so that sequence numbers may wrap. Bytes in order are
 * handed on where they lie in the frame; only those behind a gap are copied.
 */
final class TcpStream {
    /** A sequence number further off than any window is no part of this stream. */
    private static final int FARTHEST = 1 << 30;

    /** Linux's least retransmission timeout: a resend this late was no tail probe. */
    private static final long TIMEOUT_NS = 200_000_000;

    private final Direction direction;
    private final HeldBytes held;
    private final SentSegments sent = new SentSegments();

    boolean anchored;
    private int anchor;
    /** Position of the next byte in order. */
    private long next;
    /** Behind the bytes in order of the segment at hand. */
    long delivered;

    private long peerAck = -1;
    private long sackHigh = -1;
    private long gapSinceNs;
    private long synNs;
    private int newestId;
    private boolean idSeen;

    long goodChecksums;
    /** Those that did not fit; {@link #badChecksums} of them were dropped. */
    long wrongChecksums;

    long badChecksums;
    long retransmitted;
    long networkDuplicates;
    long captureDuplicates;
    long outOfOrder;
    long lostBefore;
    long lostAfter;
    long lostByCapture;
    private long lateResends;
    private long longestLateNs;
    private long lateFrame;
    private long spurious;
    long bytes;
    boolean finSeen;
    private long finAt;
    private long finMark;
    boolean resetSeen;

    TcpStream(Direction direction, Budget budget) {
        this.direction = direction;
        this.held = new HeldBytes(budget);
    }

    void anchor(int sequence) {
        anchored = true;
        anchor = sequence;
        next = 0;
    }

    /** Where a sequence number lies in the stream. */
    long position(int sequence) {
        return next + (sequence - (anchor + (int) next));
    }

    /**
     * A SYN, which Linux may send with an IP id of zero: what follows sooner than any timeout for a
     * SYN (1 s at first, RFC 6298 section 2.1) is a copy.
     */
    void onSyn(FrameView frame, int sequence) {
        if (!anchored) {
            anchor(sequence + 1);
            synNs = frame.timeNs();
        } else if (next == 0 && anchor == sequence + 1) {
            if (frame.timeNs() - synNs < TIMEOUT_NS) {
                networkDuplicates++;
            } else {
                retransmitted++;
            }
        }
    }

    void onFin(FrameView frame, int sequence, boolean empty) {
        long mark = mark(frame);
        if (finSeen && empty && position(sequence) == finAt) {
            if ((int) mark == (int) finMark && frame.ipId() != 0) {
                networkDuplicates++;
            } else {
                retransmitted++;
            }
        }
        finSeen = true;
        finAt = position(sequence);
        finMark = mark;
    }

    /** A segment with data, of which the capture may have kept less. */
    void onData(FrameView frame, int sequence, int length, int there) {
        long start = position(sequence);
        long end = start + length;
        if (Math.abs(start - next) > FARTHEST) {
            return;
        }
        boolean seen = start < next || held.overlaps(start, end);
        if (seen) {
            if (length == 1 && end == next) {
                // A keep-alive probe repeats the last byte.
                return;
            }
            if (copy(frame, start)) {
                return;
            }
        }
        long before = seen ? sent.firstSent(start) : Long.MIN_VALUE;
        mark(frame, start);
        if (seen) {
            resent(frame, start, before);
        } else if (!held.isEmpty() && start < held.first()) {
            late(frame);
        }
        remember(frame);
        if (start > next) {
            hold(frame, start, there);
        } else if (end > next) {
            inOrder(frame, start, end, there);
        }
    }

    private boolean copy(FrameView frame, long start) {
        if (frame.ipVersion() != 4 || frame.ipId() == 0) {
            return false;
        }
        int kind = sent.copyOf(start, mark(frame));
        networkDuplicates += kind == 1 ? 1 : 0;
        captureDuplicates += kind == 2 ? 1 : 0;
        return kind != 0;
    }

    private void mark(FrameView frame, long start) {
        sent.add(start, frame.timeNs(), mark(frame));
    }

    private static long mark(FrameView frame) {
        long place = (long) (frame.interfaceId() & 0xffff) << 8 | frame.ttl();
        return place << 32 | frame.ipId();
    }

    private void remember(FrameView frame) {
        if (frame.ipVersion() == 4 && (!idSeen || (short) (frame.ipId() - newestId) > 0)) {
            newestId = frame.ipId();
            idSeen = true;
        }
    }

    /** Data that passed before. */
    private void resent(FrameView frame, long start, long firstNs) {
        retransmitted++;
        long waited = firstNs == Long.MIN_VALUE ? 0 : frame.timeNs() - firstNs;
        if (sackHigh > start && peerAck <= start) {
            lostAfter++;
            loss(frame, waited);
        } else if (waited >= TIMEOUT_NS && peerAck <= start) {
            lateResends++;
            lateFrame = frame.number();
            longestLateNs = Math.max(longestLateNs, waited);
        }
    }

    /**
     * First arrival behind later bytes: a higher IP id than all before tells that it was sent after
     * them, so that an earlier copy was lost before the tap.
     */
    private void late(FrameView frame) {
        boolean sentLast = frame.ipVersion() == 4
                && frame.ipId() != 0
                && (short) (frame.ipId() - newestId) > 0;
        if (sentLast) {
            retransmitted++;
            lostBefore++;
            loss(frame, frame.timeNs() - gapSinceNs);
        } else {
            outOfOrder++;
        }
    }

    private void loss(FrameView frame, long stalledNs) {
        direction.log.add(
                Observation.Kind.TCP_LOSS, frame.number(), Math.max(0, stalledNs), checksums());
    }

    private String checksums() {
        return badChecksums == 0 ? "" : badChecksums + " had a wrong TCP checksum";
    }

    private void inOrder(FrameView frame, long start, long end, int there) {
        int skip = (int) (next - start);
        int usable = Math.min(there, (int) (end - start)) - skip;
        if (usable > 0) {
            deliver(frame.buffer(), frame.transportPayloadOffset() + skip, usable);
        }
        drain();
        if (next < end && usable < end - start - skip && held.isEmpty()) {
            // The capture kept only the segment's beginning.
            hole(end - next);
        }
    }

    private void deliver(ByteBuffer buffer, int at, int length) {
        delivered = next + length;
        bytes += length;
        direction.framer.accept(buffer, at, length);
        next += length;
    }

    private void drain() {
        while (!held.isEmpty() && held.first() <= next) {
            long end = held.firstEnd();
            if (end > next) {
                deliver(held.buffer(), held.indexOf(next), (int) (end - next));
            }
            held.drop(next);
        }
    }

    private void hold(FrameView frame, long start, int there) {
        if (held.isEmpty()) {
            gapSinceNs = frame.timeNs();
        }
        if (direction.framer.phase == Framer.Phase.OFF || there <= 0) {
            return;
        }
        ByteBuffer buffer = frame.buffer();
        int at = frame.transportPayloadOffset();
        while (!held.hold(buffer, at, start, there, next)) {
            // No room to wait any longer for what is missing.
            if (held.isEmpty()) {
                hole(start - next);
                deliver(buffer, at, there);
                return;
            }
            giveUp();
            if (start <= next) {
                int skip = (int) Math.min(there, next - start);
                deliver(buffer, at + skip, there - skip);
                drain();
                return;
            }
        }
    }

    private void giveUp() {
        hole(held.first() - next);
        drain();
    }

    private void hole(long count) {
        lostByCapture++;
        next += count;
        delivered = next;
        direction.onHole(count);
    }

    /** What the peer says it has. */
    void onAck(int acknowledgement) {
        if (!anchored) {
            return;
        }
        long ack = position(acknowledgement);
        if (Math.abs(ack - next) > FARTHEST || ack <= peerAck) {
            return;
        }
        peerAck = ack;
        while (!held.isEmpty() && ack >= held.first() && held.first() > next) {
            // The peer has what we wait for: the capture lacks it.
            giveUp();
        }
        direction.messages.sent.onAck(ack);
    }

    /** One SACK block, to be called before the acknowledgement it came with. */
    void onSack(int left, int right, int acknowledgement) {
        if (!anchored) {
            return;
        }
        if (left - acknowledgement < 0) {
            spurious++;
        } else {
            sackHigh = Math.max(sackHigh, position(right));
        }
    }

    void finish() {
        while (!held.isEmpty()) {
            giveUp();
        }
        if (anchored && direction.framer.phase != Framer.Phase.OFF) {
            // A FIN takes one number, too, and may itself be missing.
            long missing = peerAck - next - (finSeen ? 1 : 0);
            if (missing > 1 || (missing == 1 && direction.framer.waiting() > 0)) {
                hole(missing);
            }
        }
        if (lateResends > spurious) {
            direction.log.add(Observation.Kind.TCP_LOSS, lateFrame, longestLateNs, checksums());
        }
    }

    void release() {
        held.release();
        direction.framer.release();
        direction.messages.sent.release();
    }

    /** The connection is over: what nobody waits for any more goes back to the others. */
    void rest() {
        if (held.isEmpty() && direction.framer.waiting() == 0) {
            held.release();
            direction.framer.release();
            if (direction.messages.sent.allAcknowledged()) {
                direction.messages.sent.release();
            }
        }
    }

    /** How far the peer has said it has the stream; -1 before it said so. */
    long acknowledged() {
        return peerAck;
    }

    boolean acknowledged(long position) {
        return peerAck >= position;
    }

    /** Whether data is still missing that later bytes are held for. */
    boolean waits() {
        return !held.isEmpty();
    }
}
