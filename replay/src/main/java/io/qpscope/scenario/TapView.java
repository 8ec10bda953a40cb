package io.qpscope.scenario;

import io.qpscope.capture.LinkType;
import io.qpscope.fabric.Host;
import io.qpscope.fabric.Port;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.session.PauseOptions;
import io.qpscope.session.PlotListener;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Erf;
import io.qpscope.wire.LinkPacket;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An analyzer beside a port: all that passes, in both directions, and what it makes of it. */
public final class TapView {
    private static final int ROCE_PORT = 4791;
    private static final int CODE_POINTS = 64;
    private static final int MOST_SESSIONS = 100_000;
    private static final int MOST_FRAME = 16_384;
    private static final long NANOS = 1_000_000_000L;

    private final Port port;
    private final int number;
    private final boolean erf;
    private final SessionTracker tracker;
    private final Dissector dissector = new Dissector(ROCE_PORT, true);
    private final FrameView view = new FrameView();
    /** Of InfiniBand alone. */
    private final ByteBuffer record;

    private final Map<String, PortWatch> watches = new LinkedHashMap<>();
    private TrackerResult result;
    private List<Finding> findings;

    /**
     * @param plots hears of what plots show; null when nobody does
     */
    TapView(Port port, int number, PlotListener plots) {
        this.port = port;
        this.number = number;
        erf = port.isInfiniband();
        record = ByteBuffer.allocate(erf ? Erf.LENGTH + MOST_FRAME : 0);
        Map<Integer, Integer> classes = new TreeMap<>();
        for (int i = 0; i < CODE_POINTS; i++) {
            classes.put(i, i >> 3);
        }
        PauseOptions pauses = PauseOptions.of(port.bitsPerSecond(), classes);
        tracker = new SessionTracker(
                new SessionTracker.Options(MOST_SESSIONS, pauses, AtomicCodes.DEFAULT), plots);
    }

    /** Where it is. */
    public Port port() {
        return port;
    }

    /** Name of its port: that of a host, or {@code switch:3}. */
    public String name() {
        return name(port);
    }

    static String name(Port port) {
        return port.node() instanceof Host ? port.node().name() : port.toString();
    }

    /** Whether its frames are ERF records of an InfiniBand link, not Ethernet. */
    public boolean isErf() {
        return erf;
    }

    void see(
            boolean sent,
            ByteBuffer frame,
            int length,
            long frameNumber,
            long now,
            FrameSink sink) {
        ByteBuffer bytes = frame;
        int captured = length;
        int linkType = LinkType.ETHERNET;
        if (erf) {
            captured = record(sent, frame, length, now);
            bytes = record;
            linkType = LinkType.ERF;
        }
        view.wrap(bytes, 0, captured, captured, linkType).at(frameNumber, now, 0, number);
        view.linkSpeed(port.bitsPerSecond());
        dissector.dissect(view);
        tracker.onFrame(view);
        boolean sound = view.kind().hasTransport() && view.icrc() == IcrcStatus.GOOD;
        if (!watches.isEmpty() && sound && Requests.isTaken(view)) {
            watches.values().forEach(each -> each.see(sent, view));
        }
        sink.frame(number, view);
    }

    /** Has one end of a flow watched. */
    void watch(String flow, PortWatch watch) {
        watches.put(flow, watch);
    }

    /** What one end of a flow did against the rules that {@link PortWatch} knows, a line each. */
    List<String> breaches(String flow) {
        PortWatch watch = watches.get(flow);
        return watch == null ? List.of() : watch.breaches();
    }

    /** One port of a record for each direction. */
    private int record(boolean sent, ByteBuffer frame, int length, long now) {
        int total = Erf.LENGTH + length;
        long seconds = now / NANOS;
        // Rounded up, so that the same nanosecond is read again.
        long fraction = (((now % NANOS) << 32) + NANOS - 1) / NANOS;
        record.order(ByteOrder.LITTLE_ENDIAN).putLong(0, seconds << 32 | fraction);
        record.order(ByteOrder.BIG_ENDIAN);
        boolean link = length == LinkPacket.LENGTH;
        record.put(8, (byte) (link ? Erf.TYPE_INFINIBAND_LINK : Erf.TYPE_INFINIBAND));
        record.put(9, (byte) (0x04 | (sent ? 0 : 1)));
        record.putShort(10, (short) total).putShort(12, (short) 0).putShort(14, (short) length);
        record.put(Erf.LENGTH, frame, 0, length);
        return total;
    }

    void finish(long now) {
        if (result == null) {
            watches.values().forEach(each -> each.end(now));
            result = tracker.finish();
            findings = Rules.judge(result);
        }
    }

    /** When the run is over. */
    public TrackerResult result() {
        return result;
    }

    /** When the run is over; frames are numbered through all taps. */
    public List<Finding> findings() {
        return findings;
    }
}
