package io.qpscope.session.iwarp;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.MpaCrcStatus;
import io.qpscope.frame.UpperConnection;
import io.qpscope.frame.UpperProtocol;
import io.qpscope.session.Observation;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.MpaCrc;
import io.qpscope.wire.Rdmap;

import java.nio.ByteBuffer;

/** One TCP connection that carries iWARP, or may do so while its first bytes are awaited. */
final class Connection {
    private static final int FIN = 0x01;
    private static final int SYN = 0x02;
    private static final int RST = 0x04;
    private static final int ACK = 0x10;
    private static final int SACK = 5;
    private static final int TCP_HEADER = 20;

    final Endpoints ends;
    /** Another connection of the same hash. */
    Connection chained;

    final Direction[] directions = new Direction[2];
    final Traffic[] traffic = {new Traffic(), new Traffic()};
    private final IwarpTracker tracker;

    /** Index of the MPA initiator; -1 while neither frame is known. */
    int initiator = -1;

    /** What its messages may be; null where the port that was asked for names nothing. */
    UpperConnection upper;

    boolean recognised;
    long frame;
    long timeNs;
    long frames;
    long firstFrame;
    long firstNs;
    private boolean unsure;
    /** Null unless plots are wanted. */
    StreamPlot plot;

    Connection(
            IwarpTracker tracker, FrameView first, Budget budget, MpaCrc crc, AtomicCodes codes) {
        this.tracker = tracker;
        this.ends = Endpoints.of(first);
        directions[0] = new Direction(this, budget, crc, codes);
        directions[1] = new Direction(this, budget, crc, codes);
        directions[0].peer = directions[1];
        directions[1].peer = directions[0];
        firstFrame = first.number();
        firstNs = first.timeNs();
    }

    void onSegment(FrameView view) {
        frame = view.number();
        timeNs = view.timeNs();
        frames++;
        int index = ends.senderOf(view);
        Direction from = directions[index];
        traffic[index].count(view);
        ByteBuffer buffer = view.buffer();
        int at = view.transportOffset();
        int flags = buffer.get(at + 13);
        int sequence = buffer.getInt(at + 4);
        int length = view.transportPayloadLength();
        int there = Math.max(0, view.transportPayloadCaptured());
        if (length > 0 && there >= length && !checksumFits(view, from.tcp)) {
            return;
        }
        if ((flags & RST) != 0) {
            from.tcp.resetSeen = true;
            return;
        }
        if ((flags & ACK) != 0) {
            int acknowledgement = buffer.getInt(at + 8);
            if (view.transportPayloadOffset() - at > TCP_HEADER) {
                sacks(view, from.peer.tcp, acknowledgement);
            }
            from.peer.tcp.onAck(acknowledgement);
        }
        if ((flags & SYN) != 0) {
            from.tcp.onSyn(view, sequence);
            sequence++;
        }
        if (length > 0) {
            anchor(from, buffer, view, sequence, flags);
            if (from.tcp.anchored) {
                from.tcp.onData(view, sequence, length, there);
            }
        }
        if ((flags & FIN) != 0 && from.tcp.anchored) {
            from.tcp.onFin(view, sequence + length, length == 0);
        }
    }

    /** Without a SYN the first MPA frame tells where both streams begin. */
    private static void anchor(
            Direction from, ByteBuffer buffer, FrameView view, int sequence, int flags) {
        boolean begins = IwarpTracker.mayBegin(view);
        if (!from.tcp.anchored && begins) {
            from.tcp.anchor(sequence);
        }
        if (begins && !from.peer.tcp.anchored && (flags & ACK) != 0) {
            int acknowledgement = buffer.getInt(view.transportOffset() + 8);
            if (acknowledgement != 0) {
                from.peer.tcp.anchor(acknowledgement);
            }
        }
    }

    /**
     * The receiver drops what is damaged. Where a sender's adapter fills the checksum in behind the
     * capture point nearly none is right, and one in 65536 by chance: so only a sender whose
     * checksums mostly fit is taken at its word.
     */
    private static boolean checksumFits(FrameView view, TcpStream stream) {
        if (TcpChecksum.isGood(view)) {
            stream.goodChecksums++;
            return true;
        }
        boolean dropped = stream.goodChecksums > stream.wrongChecksums;
        stream.wrongChecksums++;
        stream.badChecksums += dropped ? 1 : 0;
        return !dropped;
    }

    private static void sacks(FrameView view, TcpStream stream, int acknowledgement) {
        ByteBuffer buffer = view.buffer();
        int end = Math.min(view.transportPayloadOffset(), view.offset() + view.captured());
        int at = view.transportOffset() + TCP_HEADER;
        while (at + 1 < end) {
            int kind = buffer.get(at);
            int length = kind <= 1 ? 1 : buffer.get(at + 1) & 0xff;
            if (kind == 0 || length == 0 || at + length > end) {
                return;
            }
            if (kind == SACK) {
                for (int block = at + 2; block + 8 <= at + length; block += 8) {
                    stream.onSack(buffer.getInt(block), buffer.getInt(block + 4), acknowledgement);
                }
            }
            at += length;
        }
    }

    /** Neither stream can be MPA any more. */
    boolean dead() {
        return !recognised
                && (directions[0].framer.phase == Framer.Phase.OFF
                        || directions[1].framer.phase == Framer.Phase.OFF);
    }

    boolean closed() {
        return directions[0].tcp.resetSeen
                || directions[1].tcp.resetSeen
                || (directions[0].tcp.finSeen && directions[1].tcp.finSeen);
    }

    void onSetup(Direction from) {
        int index = from == directions[0] ? 0 : 1;
        initiator = from.setup.request() ? index : 1 - index;
        if (!recognised) {
            recognised = true;
            UpperProtocol candidate = UpperProtocol.ofPort(ends.port(1 - initiator));
            upper = candidate == null ? null : new UpperConnection(candidate, 1);
            tracker.recognised(this);
        }
        Setup request = directions[initiator].setup;
        Setup reply = directions[1 - initiator].setup;
        if (!from.setup.request() && from.setup.reject()) {
            from.note(Observation.Kind.MPA_REJECTED, from.setup.privateData());
        }
        if (request != null && reply != null && !reply.reject()) {
            agree(request, reply);
        }
    }

    private void agree(Setup request, Setup reply) {
        Direction responder = directions[1 - initiator];
        if (request.peerToPeer() && reply.enhanced() && !reply.peerToPeer()) {
            responder.note(
                    Observation.Kind.RTR_MISMATCH,
                    "the request asks for peer-to-peer set-up, the reply does not take it up");
        } else if (reply.peerToPeer() && !request.peerToPeer()) {
            responder.note(
                    Observation.Kind.RTR_MISMATCH,
                    "the reply agrees to a peer-to-peer set-up that nobody asked for");
        } else if (reply.peerToPeer() && reply.rtrKinds() != 1) {
            responder.note(
                    Observation.Kind.RTR_MISMATCH,
                    "the reply names " + reply.rtrKinds()
                            + " kinds of ready-to-receive message where it must choose one");
        }
    }

    private boolean peerToPeer() {
        Setup reply = initiator < 0 ? null : directions[1 - initiator].setup;
        Setup request = initiator < 0 ? null : directions[initiator].setup;
        return reply != null && request != null && reply.peerToPeer() && request.peerToPeer();
    }

    /** A hole or a lost boundary: who came first can't be told any more. */
    void onUnsure() {
        unsure = true;
    }

    /** Returns whether it is the ready-to-receive message. */
    boolean onFirstFpdu(Direction from, ByteBuffer header, int at, int length) {
        // A Terminate needs no leave: what came before may be what it objects to.
        boolean terminates = length > 0 && (header.getShort(at) & 0xf) == Rdmap.TERMINATE;
        if (initiator < 0 || unsure || terminates) {
            return false;
        }
        if (from != directions[initiator]) {
            if (directions[initiator].fpdus == 0 && !directions[initiator].tcp.waits()) {
                early(from);
            }
            return false;
        }
        if (!peerToPeer()) {
            return false;
        }
        int kind = emptyKind(header, at, length);
        Setup reply = from.peer.setup;
        boolean agreed = (kind == Rdmap.SEND && reply.rtrSend())
                || (kind == Rdmap.WRITE && reply.rtrWrite())
                || (kind == Rdmap.READ_REQUEST && reply.rtrRead());
        if (!agreed && reply.rtrKinds() > 0) {
            String first = length == 0 ? "FPDU" : Rdmap.name(header.getShort(at) & 0xf);
            from.note(
                    Observation.Kind.RTR_MISMATCH,
                    "the first message is " + (kind < 0 ? "a " : "an empty ") + first
                            + ", not the ready-to-receive message agreed on");
        }
        return kind >= 0;
    }

    private void early(Direction from) {
        if (peerToPeer()) {
            from.note(
                    Observation.Kind.RTR_MISMATCH,
                    "the responder sent before the ready-to-receive message agreed on");
        } else {
            from.note(Observation.Kind.DATA_BEFORE_RTR, "");
        }
    }

    /** Before both MPA frames are known nothing speaks against one. */
    boolean mayOpenEmpty(Direction from) {
        return initiator < 0
                || (from == directions[initiator] && (from.peer.setup == null || peerToPeer()));
    }

    /**
     * SEND, WRITE or READ_REQUEST when it is one without data; else -1. An FPDU of length zero goes
     * with the bit of the SEND (RFC 6581, from memory, not verified: implementations read it either
     * way).
     */
    private static int emptyKind(ByteBuffer header, int at, int length) {
        if (length == 0) {
            return Rdmap.SEND;
        }
        int control = header.getShort(at);
        int opcode = control & 0xf;
        if (opcode == Rdmap.WRITE && length == 14) {
            return opcode;
        }
        if (opcode == Rdmap.SEND && length == 18) {
            return opcode;
        }
        boolean read = opcode == Rdmap.READ_REQUEST && length >= 46;
        return read && header.getInt(at + 18 + 12) == 0 ? opcode : -1;
    }

    void unit(
            Direction from,
            ByteBuffer buffer,
            int at,
            int length,
            long position,
            boolean markers,
            MpaCrcStatus status) {
        if (tracker.listener != null) {
            tracker.listener.unit(from, buffer, at, length, position, markers, status);
        }
    }

    void rest() {
        directions[0].tcp.rest();
        directions[1].tcp.rest();
    }

    void finish() {
        directions[0].finish();
        directions[1].finish();
    }

    void release() {
        directions[0].tcp.release();
        directions[1].tcp.release();
    }
}
