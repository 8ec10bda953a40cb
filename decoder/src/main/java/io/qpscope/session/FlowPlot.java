package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.Psn;

/**
 * What a requester's plot shows of it, found by comparing the tracker's state with that after the
 * packet before.
 */
final class FlowPlot {
    final PlotTrack track;
    private final BytesInFlight flight = new BytesInFlight();
    private boolean begun;
    /** A PSN and its place on the axis. */
    private int psn;

    private long position;

    private long retransmitted;
    private long late;
    private long timeouts;
    private long responsesAgain;
    private long asked;
    private long inFlight = -1;
    private EpisodeLog.Open story;

    FlowPlot(PlotTrack track) {
        this.track = track;
    }

    private void begin(int first) {
        if (!begun) {
            begun = true;
            psn = first;
            track.origin(first, false);
        }
    }

    long position(int of) {
        return position + Psn.diff(of, psn);
    }

    private void moveTo(int next) {
        position = position(next);
        psn = next;
    }

    /** What the packet did to the requester. */
    PlotTrack.Mark request(Requester requester, FrameView frame) {
        begin(frame.psn());
        PlotTrack.Mark mark = PlotTrack.Mark.SENT;
        if (requester.counts.outOfOrder != late) {
            late = requester.counts.outOfOrder;
            mark = PlotTrack.Mark.LATE;
        }
        if (requester.counts.retransmitted != retransmitted) {
            retransmitted = requester.counts.retransmitted;
            mark = PlotTrack.Mark.RESENT;
        }
        long at = position(frame.psn());
        if (Psn.diff(requester.next, psn) > 0) {
            moveTo(requester.next);
            flight.sent(position, frame.payloadLength());
        }
        track.mark(mark, frame.number(), frame.timeNs(), at);
        if (requester.timeoutRewinds != timeouts) {
            timeouts = requester.timeoutRewinds;
            track.mark(PlotTrack.Mark.TIMEOUT, frame.number(), frame.timeNs(), at);
        }
        return mark;
    }

    /** A new READ asks for so many bytes. */
    void asks(long bytes) {
        asked += bytes;
    }

    /** Whether the response is for a PSN that passed before. */
    boolean again(Requester requester) {
        boolean again = requester.responses.counts.retransmitted != responsesAgain;
        responsesAgain = requester.responses.counts.retransmitted;
        return again;
    }

    /** After each packet of the requester and each answer. */
    void settle(Requester requester, FrameView frame) {
        long came = requester.responses.payloadBytes;
        if (!requester.responses.outstanding()) {
            asked = came;
        }
        long now = flight.upTo(position(requester.taken)) + Math.max(0, asked - came);
        if (now != inFlight) {
            inFlight = now;
            track.level(PlotTrack.Level.IN_FLIGHT, frame.timeNs(), now);
        }
        follow(requester.episodes.current(), frame);
    }

    @SuppressWarnings("ReferenceEquality") // which story it is, not what it tells
    private void follow(EpisodeLog.Open current, FrameView frame) {
        if (current == story) {
            return;
        }
        if (story != null) {
            track.storyEnds(frame.timeNs());
        }
        if (current != null) {
            track.storyBegins(current.startFrame, current.psn, current.startNs);
        }
        story = current;
    }

    /** A packet of a service without answers. */
    void datagram(FrameView frame) {
        begin(frame.psn());
        long at = position(frame.psn());
        if (Psn.diff(frame.psn(), psn) > 0) {
            moveTo(frame.psn());
        }
        track.mark(PlotTrack.Mark.SENT, frame.number(), frame.timeNs(), at);
    }

    /** Something at what would be sent next. */
    void atNext(PlotTrack.Mark mark, FrameView frame) {
        if (begun) {
            track.mark(mark, frame.number(), frame.timeNs(), position);
        }
    }

    /** A damaged packet, whose PSN may be part of the damage. */
    void corrupt(FrameView frame) {
        if (begun) {
            boolean near = Math.abs(Psn.diff(frame.psn(), psn)) < Requester.JUMP;
            long at = near ? position(frame.psn()) : position;
            track.mark(PlotTrack.Mark.CORRUPT, frame.number(), frame.timeNs(), at);
        }
    }
}
