package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.PlotTrack.Mark;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import java.util.List;

/** Tells a {@link PlotListener} of flows, after the tracker has dealt with a packet. */
final class FlowPlots {
    private static final int NO_CREDITS = 31;
    private static final int CE = 3;

    private static final Mark[] AETH_MARKS = {Mark.ACK, Mark.RNR_NAK, null, Mark.NAK};

    private final PlotListener listener;

    FlowPlots(PlotListener listener) {
        this.listener = listener;
    }

    /** Null when nobody wants to hear of the flow. */
    private FlowPlot plot(Flow flow) {
        if (!flow.plotAsked) {
            flow.plotAsked = true;
            PlotTrack track = listener.begin();
            flow.plot = track == null ? null : new FlowPlot(track);
        }
        return flow.plot;
    }

    void onRequest(Flow flow, FrameView frame, int traits, boolean networkDuplicate) {
        FlowPlot plot = plot(flow);
        if (plot == null) {
            return;
        }
        Mark mark = plot.request(flow.requester, frame);
        boolean again = mark == Mark.RESENT || networkDuplicate;
        if ((frame.opcode() & Opcode.OPERATION_MASK) == Opcode.READ_REQUEST && !again) {
            plot.asks(frame.buffer().getInt(frame.payloadOffset() - Integer.BYTES) & 0xffff_ffffL);
        }
        packet(plot, frame, traits, false, again);
        plot.track.traffic(frame.timeNs(), frame.original(), again);
        plot.settle(flow.requester, frame);
    }

    /**
     * @param asked the flow of the request that is answered, or null
     */
    void onAnswer(Flow asked, FrameView frame, int traits) {
        if (asked == null || asked.plot == null) {
            return;
        }
        FlowPlot plot = asked.plot;
        boolean response = (traits & Opcode.IS_RESPONSE) != 0;
        boolean again = plot.again(asked.requester);
        long at = plot.position(frame.psn());
        int syndrome = packet(plot, frame, traits, true, again);
        Mark mark = response ? again ? Mark.RESPONSE_AGAIN : Mark.RESPONSE : mark(syndrome);
        if (mark != null) {
            plot.track.mark(mark, frame.number(), frame.timeNs(), at);
        }
        boolean acknowledges = syndrome >= 0 && Aeth.type(syndrome) == Aeth.TYPE_ACK;
        if (acknowledges && (syndrome & 0x1f) != NO_CREDITS) {
            plot.track.level(PlotTrack.Level.CREDITS, frame.timeNs(), Aeth.credits(syndrome));
        }
        if (response) {
            plot.track.traffic(frame.timeNs(), frame.original(), again);
        }
        plot.settle(asked.requester, frame);
    }

    private static Mark mark(int syndrome) {
        boolean fatal = Aeth.type(syndrome) == Aeth.TYPE_NAK
                && (syndrome & 0x1f) != Aeth.NAK_PSN_SEQUENCE_ERROR;
        return syndrome < 0 ? null : fatal ? Mark.FATAL_NAK : AETH_MARKS[Aeth.type(syndrome)];
    }

    /** Tells the syndrome, or -1. */
    private static int packet(
            FlowPlot plot, FrameView frame, int traits, boolean answer, boolean again) {
        boolean aeth = (traits & Opcode.HAS_AETH) != 0;
        int syndrome = aeth ? frame.buffer().get(frame.extendedOffset()) & 0xff : -1;
        plot.track.packet(
                frame.number(),
                frame.timeNs(),
                frame.opcode(),
                syndrome,
                frame.psn(),
                answer,
                again);
        if (frame.ecn() == CE) {
            long at = plot.position(frame.psn());
            plot.track.mark(Mark.CE, frame.number(), frame.timeNs(), at);
        }
        return syndrome;
    }

    void onDatagram(Flow flow, FrameView frame, boolean networkDuplicate) {
        FlowPlot plot = plot(flow);
        if (plot == null) {
            return;
        }
        plot.datagram(frame);
        plot.track.traffic(frame.timeNs(), frame.original(), networkDuplicate);
        if (frame.ecn() == CE) {
            long at = plot.position(frame.psn());
            plot.track.mark(Mark.CE, frame.number(), frame.timeNs(), at);
        }
    }

    /** The flow's sender tells its peer to slow down. */
    void onCnp(Flow flow, FrameView frame) {
        if (flow.peer != null && flow.peer.plot != null) {
            flow.peer.plot.atNext(Mark.CNP, frame);
        }
    }

    void onCorrupt(Flow flow, FrameView frame) {
        if (flow.plot != null) {
            flow.plot.corrupt(frame);
        }
    }

    /** Call after the sessions were summed up, which tells their sides. */
    void finish(List<Session> sessions) {
        for (Session session : sessions) {
            for (int i = 0; i < session.flows.length; i++) {
                Flow flow = session.flows[i];
                if (flow != null && flow.plot != null) {
                    Side from = i == session.a ? Side.A : Side.B;
                    listener.assign(flow.plot.track, session.firstFrame, from);
                }
            }
        }
    }
}
