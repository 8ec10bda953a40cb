package io.qpscope.session;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.InfinibandPackets;
import io.qpscope.wire.LinkMarker;
import io.qpscope.wire.LinkPacket;

import java.nio.ByteBuffer;

/**
 * A link whose end on interface 0 sends data on virtual lane 0, and whose end on interface 1 grants
 * credits; in records with link markers. Times are microseconds.
 */
public final class LinkScene {
    /** What LRH, BTH, ICRC and VCRC take of a packet. */
    private static final int HEADERS = 26;

    private final Dissector dissector = new Dissector(4791, true);
    private final FrameView view = new FrameView();
    private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
    private long number;

    public TrackerResult finish() {
        return tracker.finish();
    }

    /** What the end on interface 0 sent. */
    public static LinkSummary sender(TrackerResult result) {
        return result.links().stream()
                .filter(lane -> lane.port() == 0)
                .findFirst()
                .orElseThrow();
    }

    /** Both ends initialise, then work; up to {@code credits} blocks may go. */
    public LinkScene up(int credits) {
        return init(0, 0, 0).init(0, 1, credits).sent(1, 0).granted(1, credits);
    }

    public LinkScene init(long us, int port, int credits) {
        return link(us, port, InfinibandPackets.link(LinkPacket.OP_INIT, 0, 0, credits));
    }

    /** The sender tells how many blocks it has sent. */
    public LinkScene sent(long us, int fctbs) {
        return link(us, 0, InfinibandPackets.link(LinkPacket.OP_NORMAL, fctbs, 0, 0));
    }

    /** The receiver tells up to which block the sender may go. */
    public LinkScene granted(long us, int fccl) {
        return link(us, 1, InfinibandPackets.link(LinkPacket.OP_NORMAL, 0, 0, fccl));
    }

    public LinkScene link(long us, int port, byte[] packet) {
        return see(us, InfinibandPackets.marked(LinkMarker.KIND_LINK, port, packet));
    }

    /** A data packet of so many blocks. */
    public LinkScene data(long us, int blocks) {
        return data(us, packet(blocks));
    }

    public LinkScene data(long us, byte[] packet) {
        return see(us, InfinibandPackets.marked(LinkMarker.KIND_DATA, 0, packet));
    }

    /** The largest that takes so many blocks, 64 bytes each with the VCRC. */
    public byte[] packet(int blocks) {
        InfinibandPackets packets = new InfinibandPackets();
        packets.payload = new byte[blocks * 64 - HEADERS - 2];
        packets.psn = (int) number;
        return packets.build();
    }

    private LinkScene see(long us, byte[] record) {
        view.wrap(
                        ByteBuffer.wrap(record),
                        0,
                        record.length,
                        record.length,
                        LinkType.INFINIBAND_MARKED)
                .at(++number, us * 1000, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view);
        return this;
    }
}
