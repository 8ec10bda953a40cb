package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.wire.MacAddress;
import io.qpscope.wire.MacPause;
import io.qpscope.wire.MacPfc;
import io.qpscope.wire.PauseQuanta;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * Follows PAUSE (IEEE 802.3x) and PFC (802.1Qbb) frames: who stopped which class for how long, and
 * which flows that concerned. A flow has the class of its first packet: the VLAN priority, else what
 * the options say of its DSCP.
 */
final class PauseTracker {
    /**
     * A class still paused at the capture's end is suspect after a pause this long: three times the
     * longest that one frame can ask for at 10 Gbit/s.
     */
    static final long NEVER_RESUMED_NS = 10_000_000;

    static final int MAX_SOURCES = 1024;

    private static final int SHORTEST_FRAME = 60;
    private static final int ALL = PauseSource.ALL;

    private final Long2ObjectHashMap<PausePort> ports = new Long2ObjectHashMap<>();
    private final List<PausePort> order = new ArrayList<>(1);
    private final MacPfc pfc = new MacPfc();
    private final MacPause pause = new MacPause();
    /** Null unless plots are wanted. */
    PlotListener listener;

    private final long bitsPerSecond;
    private final int[] classOfDscp;
    private int sources;
    private long refused;
    private boolean active;

    PauseTracker(PauseOptions options) {
        bitsPerSecond = options.bitsPerSecond();
        classOfDscp = options.classOfDscp().stream().mapToInt(Integer::intValue).toArray();
    }

    /** Whether any pause was seen; until then no packet needs {@link #sent}. */
    boolean active() {
        return active;
    }

    /** Frames of sources beyond {@link #MAX_SOURCES}. */
    long refused() {
        return refused;
    }

    // ---- pauses ----

    void onPause(FrameView frame) {
        active = true;
        PauseSource source = source(frame);
        if (source == null) {
            refused++;
            return;
        }
        if (frame.destinationMacOffset() >= 0
                && frame.original() < SHORTEST_FRAME
                && source.shortFrames++ == 0) {
            source.firstShortFrame = frame.number();
        }
        int at = frame.macControlOffset();
        if (frame.kind() == Kind.PAUSE) {
            said(source, ALL, pause.wrap(frame.buffer(), at).pauseTime(), frame);
            return;
        }
        pfc.wrap(frame.buffer(), at);
        for (int i = 0; i < MacPfc.CLASSES; i++) {
            if ((pfc.classes() >> i & 1) != 0) {
                said(source, i, pfc.pauseTime(i), frame);
            }
        }
    }

    private void said(PauseSource source, int index, int quanta, FrameView frame) {
        long now = frame.timeNs();
        long speed = bitsPerSecond > 0 ? bitsPerSecond : frame.linkSpeed();
        PausedClass paused = source.of(index);
        paused.frame(frame.number());
        if (quanta == 0) {
            paused.xon(now);
        } else {
            paused.xoff(now, quanta, speed);
        }
        for (int i = 0; i < source.lanes.size(); i++) {
            source.lanes.get(i).spoken(index, now, quanta == 0 || speed > 0);
        }
        if (listener != null) {
            listener.pause(
                    new PlotListener.FrameSource(frame.captureIndex(), frame.interfaceId()),
                    source.mac,
                    index == ALL ? -1 : index,
                    quanta,
                    speed > 0 ? PauseQuanta.ns(quanta, speed) : 0,
                    frame.number(),
                    now);
        }
    }

    private PauseSource source(FrameView frame) {
        PausePort port = port(frame);
        int at = frame.sourceMacOffset();
        long mac = at < 0 ? -1 : MacAddress.at(frame.buffer(), at);
        PauseSource source = port.source(mac);
        if (source == null && sources < MAX_SOURCES) {
            sources++;
            source = port.addSource(mac);
        }
        return source;
    }

    private PausePort port(FrameView frame) {
        long key = (long) frame.captureIndex() << 32 | frame.interfaceId();
        PausePort port = ports.get(key);
        if (port == null) {
            port = new PausePort(frame.captureIndex(), frame.interfaceId());
            ports.put(key, port);
            order.add(port);
        }
        return port;
    }

    // ---- what they stop ----

    /** On a flow's first packet. */
    void bind(Flow flow, FrameView frame) {
        flow.bound = true;
        int at = frame.sourceMacOffset();
        if (at < 0) {
            return;
        }
        int to = frame.destinationMacOffset();
        long source = MacAddress.at(frame.buffer(), at);
        long destination = to < 0 ? -1 : MacAddress.at(frame.buffer(), to);
        flow.lane = port(frame).lane(source, destination);
        if (flow.lane != null) {
            int trafficClass = frame.pcp() >= 0 ? frame.pcp() : classOfDscp[frame.dscp()];
            flow.laneIndex = trafficClass < 0 ? ALL : trafficClass;
            flow.lane.sent(flow.laneIndex, frame.timeNs());
            PauseClock clock = flow.lane.clock(flow.laneIndex);
            flow.pausedBeforeNs = clock.at(frame.timeNs());
            if (flow.requester != null) {
                flow.requester.time.follow(clock, frame.timeNs());
            }
        }
    }

    /** On each packet of a flow, once pauses were seen. */
    void sent(Flow flow, FrameView frame) {
        if (flow.lane != null) {
            flow.lane.sent(flow.laneIndex, frame.timeNs());
            read(flow, frame.timeNs());
        }
        if (flow.peer != null && flow.peer.lane != null) {
            // Its session is not over, though it may be stopped itself.
            read(flow.peer, frame.timeNs());
        }
    }

    private static void read(Flow flow, long nowNs) {
        long paused = flow.lane.clock(flow.laneIndex).at(nowNs);
        flow.pausedNs = Math.max(0, paused - flow.pausedBeforeNs);
    }

    // ---- the end ----

    List<PauseSummary> summaries(long endNs) {
        List<PauseSummary> summaries = new ArrayList<>();
        for (PausePort port : order) {
            for (PauseSource source : port.sources) {
                for (int i = 0; i <= ALL; i++) {
                    if (source.classes[i] != null) {
                        summaries.add(summary(port, source, i, endNs));
                    }
                }
            }
        }
        return summaries;
    }

    private static PauseSummary summary(PausePort port, PauseSource source, int index, long endNs) {
        PausedClass paused = source.classes[index];
        paused.watch(endNs);
        return new PauseSummary(
                source.mac < 0 ? null : MacAddress.text(source.mac),
                port.captureIndex,
                port.interfaceId,
                index == ALL ? null : (Integer) index,
                paused.xoff,
                paused.xon,
                paused.untimed ? null : (Long) paused.clock.at(endNs),
                paused.untimed ? null : (Long) paused.longestNs,
                paused.storm(),
                neverResumed(source, index, endNs),
                List.copyOf(paused.frames),
                source.shortFrames);
    }

    private static boolean neverResumed(PauseSource source, int index, long endNs) {
        PauseClock clock = source.classes[index].clock;
        long since = clock.sinceNs();
        if (!clock.pausedAt(endNs) || endNs - since < NEVER_RESUMED_NS) {
            return false;
        }
        boolean before = false;
        for (Lane lane : source.lanes) {
            for (int i = 0; i <= ALL; i++) {
                if (i == index || index == ALL) {
                    before |= lane.sentBefore(i, since);
                    if (lane.sentAfter(i, since + Lane.GRACE_NS)) {
                        return false;
                    }
                }
            }
        }
        return before;
    }
}
