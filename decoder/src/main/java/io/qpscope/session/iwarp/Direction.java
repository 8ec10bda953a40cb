package io.qpscope.session.iwarp;

import io.qpscope.frame.MpaCrcStatus;
import io.qpscope.session.Observation;
import io.qpscope.session.ObservationLog;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.MpaCrc;

import java.nio.ByteBuffer;

/** What one end of a connection sent: {@link TcpStream} below, RDMAP's {@link Messages} above. */
final class Direction {
    final Connection connection;
    Direction peer;
    final TcpStream tcp;
    final Framer framer;
    final Messages messages;
    final ObservationLog log = new ObservationLog();

    Setup setup;
    long fpdus;
    long badCrcs;
    /** Streams with a hole: counts are what was seen, and no order is expected across it. */
    long gaps;

    long missingBytes;
    long skippedBytes;
    private long skippedInGap;
    long terminateFrame;
    String terminateText;
    /** The peer's request that this side's Terminate names, or 0. */
    long refusedFrame;

    private boolean firstFpdu = true;

    Direction(Connection connection, Budget budget, MpaCrc crc, AtomicCodes codes) {
        this.connection = connection;
        this.framer = new Framer(this, budget, crc);
        this.tcp = new TcpStream(this, budget);
        this.messages = new Messages(this, budget, codes);
    }

    long frame() {
        return connection.frame;
    }

    /** Whether this side asked for the connection. */
    boolean isActive() {
        return connection.initiator >= 0 && this == connection.directions[connection.initiator];
    }

    /** Whether what SENDs carry is worth a look. */
    boolean looksAbove() {
        return connection.upper != null && !connection.upper.settled();
    }

    /** Position in the TCP stream that the bytes taken so far surely lie before. */
    long unitEnd() {
        return tcp.delivered;
    }

    /** Null when the MPA frames that would tell are not in the capture. */
    Boolean crcInUse() {
        if ((setup != null && setup.crc()) || (peer.setup != null && peer.setup.crc())) {
            return Boolean.TRUE;
        }
        return (setup != null && peer.setup != null) ? Boolean.FALSE : null;
    }

    void note(Observation.Kind kind, String text) {
        log.add(kind, frame(), 1, text);
    }

    void onSetup(ByteBuffer buffer, int at, int length) {
        setup = Setup.of(buffer, at, length, frame());
        connection.unit(this, buffer, at, length, -1, false, null);
        connection.onSetup(this);
    }

    void onMarkersKnown(boolean present) {
        if (peer.setup != null && peer.setup.markers() != present) {
            note(
                    Observation.Kind.MARKER_FAULT,
                    present
                            ? "there are markers that the receiver did not ask for"
                            : "the receiver asked for markers and there are none");
        }
    }

    void unit(
            ByteBuffer buffer,
            int at,
            int length,
            long position,
            boolean markers,
            MpaCrcStatus status) {
        fpdus++;
        connection.unit(this, buffer, at, length, position, markers, status);
    }

    /** Null where all markers of an FPDU are right. */
    void onMarkers(String fault) {
        if (fault != null) {
            note(Observation.Kind.MARKER_FAULT, fault);
        }
    }

    void onMalformed(String fault) {
        note(Observation.Kind.SEGMENT_MALFORMED, fault);
    }

    void unitBroken() {
        fpdus++;
    }

    void onBadCrc() {
        badCrcs++;
        firstFpdu = false;
        note(Observation.Kind.MPA_CRC_BAD, "");
        messages.forget();
    }

    void onFpdu(ByteBuffer header, int at, int length, int known) {
        boolean rtr = false;
        if (firstFpdu) {
            firstFpdu = false;
            rtr = connection.onFirstFpdu(this, header, at, length);
        }
        if (length >= DdpTagged.LENGTH) {
            messages.onSegment(header, at, length, known, rtr);
        }
    }

    /** Whether an FPDU without content has a place here: as ready-to-receive message. */
    boolean awaitsEmptyFpdu() {
        return firstFpdu && connection.mayOpenEmpty(this);
    }

    void onMessageUnknown() {
        messages.forget();
    }

    void onTerminate(ByteBuffer buffer, int at, int known) {
        TerminateMessage message = TerminateMessage.of(buffer, at, known);
        if (terminateFrame == 0) {
            terminateFrame = frame();
            terminateText = message.text();
            refusedFrame = message.refuse(peer.messages.sent);
            if (refusedFrame == 0 && message.names(messagesOfPeerRequests())) {
                refusedFrame = peer.messages.lastRequestFrame;
            }
            log.add(Observation.Kind.IWARP_TERMINATE, refusedFrame, 1, terminateText);
        }
        note(Observation.Kind.IWARP_TERMINATE, terminateText);
    }

    private boolean messagesOfPeerRequests() {
        return peer.messages.openRequests > 0;
    }

    void onOpenRequests(int open) {
        if (gaps > 0 || peer.gaps > 0) {
            return;
        }
        int ird = peer.setup == null ? -1 : peer.setup.ird();
        if (ird >= 0 && open > ird) {
            log.add(Observation.Kind.IRD_EXCEEDED, frame(), open, String.valueOf(ird));
        } else if (ird < 0 && open > 1) {
            log.add(Observation.Kind.IRD_UNKNOWN, frame(), open, "");
        }
    }

    /** The capture lacks bytes here. */
    void onHole(long count) {
        gaps++;
        missingBytes += count;
        framer.skip(count);
        log.add(Observation.Kind.STREAM_GAP, frame(), count, "");
    }

    void onLost() {
        skippedInGap = 0;
        firstFpdu = false;
        messages.forget();
        connection.onUnsure();
        if (gaps == 0) {
            gaps++;
            log.add(Observation.Kind.STREAM_GAP, frame(), 0, "");
        }
    }

    void skipped(long count) {
        skippedBytes += count;
        skippedInGap += count;
    }

    void onFound() {
        if (skippedInGap > 0) {
            log.add(Observation.Kind.STREAM_GAP, frame(), skippedInGap, "");
        }
    }

    /** After the last frame. */
    void finish() {
        tcp.finish();
        if (messages.sent.log != null) {
            messages.sent.log.finish(peer.refusedFrame);
        }
        if (framer.phase == Framer.Phase.LOST) {
            skippedBytes += framer.waiting();
        }
        tcp.release();
    }
}
