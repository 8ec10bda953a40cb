package io.qpscope.bridge;

import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.FaultPipe;
import io.qpscope.fault.plan.Action.Place;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.plan.FaultRule;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.LongSupplier;

/**
 * Passes frames on from each of two interfaces to the other. RoCEv2 packets and iWARP streams pass a
 * fault plan on their way, all else goes on as it came. Does no I/O of its own; for one thread.
 */
public final class Bridge {
    static final int ROCE_PORT = 4791;

    private static final int MOST_FRAME = (1 << 16) + 64;
    private static final String MARK = "QPScope bridge: ";

    private final Wire[] wires;
    private final Way[] ways = {new Way(), new Way()};
    private final Taps taps;
    private final LongSupplier clock;
    private final IpFrame packet = new IpFrame();
    private final LinkHeaders headers = new LinkHeaders();
    private final List<FaultRule> fired = new ArrayList<>();
    private final byte[] spare = new byte[MOST_FRAME];
    private final ByteBuffer out = ByteBuffer.wrap(spare);
    /** Null without a plan; the two below as well where it has no such rules. */
    private final FaultEngine engine;

    private FaultPipe pipe;
    private InlineStreams streams;
    private final RateGate gate;

    /**
     * @param plan null for none
     * @param seed of what the plan draws
     * @param mostPerSecond RDMA frames that the plan judges; others pass untouched; 0 for all
     * @param clock in ns since 1970, as captures stamp
     * @param now from when on the plan's time counts, by the clock of all later calls
     */
    public Bridge(
            Wire first,
            Wire second,
            FaultPlan plan,
            long seed,
            long mostPerSecond,
            Taps taps,
            LongSupplier clock,
            long now) {
        wires = new Wire[] {first, second};
        this.taps = taps;
        this.clock = clock;
        gate = new RateGate(mostPerSecond, now);
        engine = plan == null ? null : new FaultEngine(plan, seed, now);
        if (plan == null) {
            return;
        }
        engine.listen(fired::add);
        if (has(plan, Place.PACKETS)) {
            pipe = new FaultPipe(engine.point());
        }
        if (has(plan, Place.STREAMS)) {
            streams = new InlineStreams(engine.streams());
        }
    }

    private static boolean has(FaultPlan plan, Place place) {
        return plan.rules().stream().anyMatch(rule -> rule.action().place() == place);
    }

    /** What became of the frames that came in at an interface, 0 or 1. */
    public Way way(int from) {
        return ways[from];
    }

    /** The plan at work; null without one. */
    public FaultEngine engine() {
        return engine;
    }

    /** Frames that the plan holds back now. */
    public int held() {
        return pipe == null ? 0 : pipe.held();
    }

    /** Frames lost because the plan held too many back. */
    public long overflowed() {
        return pipe == null ? 0 : pipe.overflowed();
    }

    /** iWARP streams left alone from where too much was lost. */
    public long lostStreams() {
        return streams == null ? 0 : streams.lost();
    }

    /**
     * A frame came in.
     *
     * @param from the interface, 0 or 1
     * @param frame may be changed, and is the bridge's from now on
     * @param originalLength bytes on the wire; more than the frame has where the capture cut it
     * @param capturedNs the capture's time stamp, since 1970
     */
    public void frame(int from, byte[] frame, int originalLength, long capturedNs, long now) {
        Way way = ways[from];
        way.frames++;
        way.bytes += originalLength;
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        boolean whole = originalLength <= frame.length && packet.read(bytes, frame.length);
        if (whole && TransportChecksum.complete(packet)) {
            way.completed++;
        }
        byte[] arrived = frame;
        int left = frame.length;
        fired.clear();
        if (whole && judged(way, now)) {
            arrived = frame.clone();
            left = faults(from, bytes, frame.length, now);
        }
        String comment = fired.isEmpty() ? null : comment();
        taps.came(from, arrived, originalLength, capturedNs, comment);
        if (originalLength > frame.length) {
            way.tooLong++;
        } else if (left > 0) {
            boolean gone = send(from, frame, left, comment);
            if (gone) {
                way.took(clock.getAsLong() - capturedNs);
            }
        }
        release(now);
    }

    /** Whether it is for the plan. */
    private boolean judged(Way way, long now) {
        boolean roce = pipe != null && packet.isUdpTo(ROCE_PORT);
        boolean stream = streams != null && packet.protocol == IpFrame.TCP;
        if (!roce && !stream) {
            return false;
        }
        if (!gate.admits(now)) {
            way.beyondRate++;
            return false;
        }
        return true;
    }

    /** Returns how many bytes of the frame go on now; 0 for none. */
    private int faults(int from, ByteBuffer bytes, int length, long now) {
        Way way = ways[from];
        way.rdma++;
        if (packet.protocol == IpFrame.TCP) {
            streams.pass(packet, now);
            return length;
        }
        headers.learn(packet);
        int whole = packet.length;
        int left = pipe.pass(from == 0, bytes, packet.ip, packet.ip, whole, now);
        if (left > 0 && !fired.isEmpty()) {
            TransportChecksum.mend(packet, left);
        }
        if (left == whole) {
            return length;
        }
        if (left == 0 && pipe.dropped()) {
            way.lost++;
        } else if (left == 0) {
            way.held++;
        }
        return left == 0 ? 0 : packet.ip + left;
    }

    private String comment() {
        StringJoiner text = new StringJoiner("; ", MARK, "");
        for (FaultRule rule : fired) {
            text.add("rule " + rule.number() + ", " + rule.text());
        }
        return text.toString();
    }

    private boolean send(int from, byte[] frame, int length, String comment) {
        Way way = ways[from];
        Wire wire = wires[1 - from];
        if (length > wire.mtu() + IpFrame.overhead(frame)) {
            way.tooLong++;
            return false;
        }
        // An answer may be stamped before the sending returns: its time is that before it.
        long time = clock.getAsLong();
        if (!wire.send(frame, length)) {
            way.refused++;
            return false;
        }
        way.sent++;
        taps.went(1 - from, frame, length, time, comment);
        return true;
    }

    /** When {@link #turn} has something to do without a frame; {@link Long#MAX_VALUE} for never. */
    public long deadline() {
        return pipe == null ? Long.MAX_VALUE : pipe.deadline();
    }

    /** Lets time pass. */
    public void turn(long now) {
        if (pipe != null && pipe.deadline() <= now) {
            fired.clear();
            pipe.expire(now);
            release(now);
        }
    }

    private void release(long now) {
        if (pipe == null) {
            return;
        }
        for (int from = 0; from < ways.length; from++) {
            int length = pipe.take(from == 0, out.clear(), now);
            while (length > 0) {
                boolean own = pipe.lead() == 0;
                int whole = own ? dress(length) : length;
                if (whole > 0 && packet.read(out, whole)) {
                    TransportChecksum.mend(packet, packet.length);
                }
                if (whole == 0) {
                    ways[from].homeless++;
                } else if (send(from, spare, whole, MARK + (own ? "made here" : "held back"))) {
                    ways[from].released++;
                }
                length = pipe.take(from == 0, out.clear(), now);
            }
        }
    }

    /** Puts a link header in front of a packet; returns the length with it, 0 if none is known. */
    private int dress(int length) {
        packet.bare(out, length);
        byte[] header = headers.find(packet);
        if (header == null) {
            return 0;
        }
        System.arraycopy(spare, 0, spare, header.length, length);
        System.arraycopy(header, 0, spare, 0, header.length);
        return header.length + length;
    }
}
