package io.qpscope.session;

import io.qpscope.frame.Carrier;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.wire.LinkPacket;
import io.qpscope.wire.Lrh;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Credits of native InfiniBand links, by capture interface, virtual lane and direction. Only ERF
 * captures, and those with QPScope's link markers, hold link packets. They carry no address: a direction is a capture interface, and
 * interfaces 0 and 1, or 2 and 3, are taken for the two directions of one link, which is how cards
 * with two receivers tap it.
 *
 * <p>The rules of flow control are IBA vol 1, 7.9, from memory and not verified with a recording.
 */
final class LinkTracker {
    /** Of all interfaces together; what goes beyond is counted and reported. */
    static final int MAX_LANES = 1 << 12;

    private static final int PORTS = 4;
    private static final int LANES = 16;

    private final Long2ObjectHashMap<LinkLane> lanes = new Long2ObjectHashMap<>();
    private final ObservationLog log = new ObservationLog();
    private long packets;
    private long refused;

    /** Flow-control packets seen. */
    long packets() {
        return packets;
    }

    void onLink(FrameView frame) {
        packets++;
        LinkPacket link = frame.carrier().link();
        LinkLane lane = lane(frame, link.vl());
        if (lane == null) {
            return;
        }
        if (frame.carrier().crc() == IcrcStatus.BAD) {
            lane.badLpcrc(frame.number());
        } else if (link.op() > LinkPacket.OP_INIT || link.vl() == Lrh.MANAGEMENT_VL) {
            lane.reserved();
        } else {
            lane.onLink(frame.number(), frame.timeNs(), link);
        }
    }

    /** A packet with an LRH. */
    void onData(FrameView frame) {
        Carrier carrier = frame.carrier();
        boolean bad = carrier.crc() == IcrcStatus.BAD;
        if (bad) {
            log.add(Observation.Kind.BAD_VCRC, frame.number(), 0, "");
        }
        int vl = carrier.lrh().vl();
        if (carrier.port() < 0 || vl == Lrh.MANAGEMENT_VL) {
            return;
        }
        LinkLane lane = lane(frame, vl);
        if (lane != null) {
            lane.onData(frame.number(), frame.timeNs(), carrier.blocks(), bad);
        }
    }

    private LinkLane lane(FrameView frame, int vl) {
        long place = (long) frame.captureIndex() << 32 | frame.interfaceId();
        long key = (place * PORTS + frame.carrier().port()) * LANES + vl;
        LinkLane lane = lanes.get(key);
        if (lane != null) {
            return lane;
        }
        if (lanes.size() > MAX_LANES - 2) {
            refused++;
            return null;
        }
        int port = frame.interfaceId() * PORTS + frame.carrier().port();
        lane = new LinkLane(frame.captureIndex(), port, vl);
        LinkLane peer = new LinkLane(frame.captureIndex(), port ^ 1, vl);
        lane.peer = peer;
        peer.peer = lane;
        lanes.put(key, lane);
        lanes.put((place * PORTS + (frame.carrier().port() ^ 1)) * LANES + vl, peer);
        return lane;
    }

    /**
     * Call once, after the last frame.
     *
     * @param into what the rules shall read
     */
    List<LinkSummary> finish(long lastNs, List<Observation> into) {
        List<LinkLane> sorted = new ArrayList<>(lanes.values());
        sorted.sort(Comparator.comparingInt((LinkLane lane) -> lane.capture)
                .thenComparingInt(lane -> lane.port)
                .thenComparingInt(lane -> lane.vl));
        List<LinkSummary> summaries = new ArrayList<>();
        for (LinkLane lane : sorted) {
            // Data without any flow control: a tap that leaves link packets out.
            if (lane.linkPackets > 0 || lane.peer.linkPackets > 0) {
                summaries.add(lane.finish(lastNs));
                lane.log.report(0, null, into);
            }
        }
        log.report(0, null, into);
        if (refused > 0) {
            into.add(new Observation(
                    Observation.Kind.LIMIT_REACHED,
                    0,
                    null,
                    List.of(),
                    1,
                    refused,
                    "packets on more than " + MAX_LANES + " virtual lanes"));
        }
        return summaries;
    }
}
