package io.qpscope.session.iwarp;

import io.qpscope.frame.FrameView;
import io.qpscope.session.PlotListener;
import io.qpscope.session.PlotTrack;
import io.qpscope.session.PlotTrack.Mark;
import io.qpscope.session.Side;

/** What the plots of a connection's two streams show, found by what each segment changed. */
final class StreamPlot {
    private static final int ACK = 0x10;
    private static final int CE = 3;

    private final Connection connection;
    private final Stream[] streams = new Stream[2];

    StreamPlot(Connection connection, PlotListener listener) {
        this.connection = connection;
        for (int i = 0; i < streams.length; i++) {
            streams[i] = new Stream(connection.directions[i], listener.begin());
        }
    }

    void onSegment(FrameView frame) {
        int index = connection.ends.senderOf(frame);
        Stream from = streams[index];
        if (from.track != null) {
            from.sent(frame);
        }
        Stream to = streams[1 - index];
        int flags = frame.buffer().get(frame.transportOffset() + 13);
        if (to.track != null && (flags & ACK) != 0) {
            to.acknowledged(frame);
        }
    }

    void finish(PlotListener listener) {
        for (int i = 0; i < streams.length; i++) {
            if (streams[i].track != null) {
                Side from = i == connection.initiator ? Side.A : Side.B;
                listener.assign(streams[i].track, connection.firstFrame, from);
            }
        }
    }

    /** One direction, and what was told of it. */
    private static final class Stream {
        private final Direction direction;
        private final PlotTrack track;
        private long sent;
        private long acknowledged = -1;
        private long inFlight = -1;
        private long resent;
        private long late;
        private long copies;
        private long messages;
        private long badCrcs;

        Stream(Direction direction, PlotTrack track) {
            this.direction = direction;
            this.track = track;
            if (track != null) {
                track.origin(0, true);
            }
            // A SYN that was sent again is no resend of what is drawn.
            resent = direction.tcp.retransmitted;
            copies = copies();
        }

        private long messages() {
            long sum = 0;
            for (long count : direction.messages.counts) {
                sum += count;
            }
            return sum;
        }

        void sent(FrameView frame) {
            TcpStream tcp = direction.tcp;
            int length = frame.transportPayloadLength();
            int sequence = frame.buffer().getInt(frame.transportOffset() + 4);
            long at = tcp.position(sequence);
            Mark mark = kind(tcp);
            // A FIN without data may be sent again, too.
            if (tcp.anchored && (length > 0 || mark == Mark.RESENT)) {
                track.mark(mark, frame.number(), frame.timeNs(), at);
                track.traffic(frame.timeNs(), frame.original(), mark == Mark.RESENT);
                sent = Math.max(sent, at + length);
                if ((frame.trafficClass() & CE) == CE) {
                    track.mark(Mark.CE, frame.number(), frame.timeNs(), at);
                }
                tell(frame, at);
            }
            level(frame);
        }

        private Mark kind(TcpStream tcp) {
            Mark mark = Mark.SENT;
            if (tcp.outOfOrder != late) {
                mark = Mark.LATE;
            }
            long twice = copies();
            if (tcp.retransmitted != resent || twice != copies) {
                mark = Mark.RESENT;
            }
            late = tcp.outOfOrder;
            resent = tcp.retransmitted;
            copies = twice;
            return mark;
        }

        private long copies() {
            return direction.tcp.networkDuplicates + direction.tcp.captureDuplicates;
        }

        /** What lies above TCP. */
        private void tell(FrameView frame, long at) {
            long begun = messages();
            if (begun != messages) {
                messages = begun;
                track.mark(Mark.MESSAGE, frame.number(), frame.timeNs(), at);
            }
            if (direction.badCrcs != badCrcs) {
                badCrcs = direction.badCrcs;
                track.mark(Mark.CORRUPT, frame.number(), frame.timeNs(), at);
            }
            if (direction.terminateFrame == frame.number()) {
                track.mark(Mark.TERMINATE, frame.number(), frame.timeNs(), at);
            }
        }

        void acknowledged(FrameView frame) {
            long now = direction.tcp.acknowledged();
            if (now > acknowledged) {
                acknowledged = now;
                track.mark(Mark.ACK, frame.number(), frame.timeNs(), now);
                level(frame);
            }
        }

        private void level(FrameView frame) {
            long now = Math.max(0, sent - Math.max(0, acknowledged));
            if (now != inFlight) {
                inFlight = now;
                track.level(PlotTrack.Level.IN_FLIGHT, frame.timeNs(), now);
            }
        }
    }
}
