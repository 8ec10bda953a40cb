package io.qpscope.session;

import io.qpscope.frame.FrameView;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * From one address to another in one network, with the flows between them by destination queue pair.
 */
final class AddressPair {
    /** A host that says nothing for so long pauses. */
    private static final long PAUSE_NS = 20_000_000;

    final long sourceHigh;
    final long sourceLow;
    final long destinationHigh;
    final long destinationLow;
    /** Network identifier of the outer tunnel: tenants may have equal addresses. -1 without. */
    final int vni;
    /** Of all flows. */
    final FlowMemory memory;

    /** Another pair of the same hash. */
    AddressPair chained;
    /** The opposite direction, once it is asked for. */
    AddressPair reverse;

    /** The last FIN or RST between the two addresses, either way; 0 if none. */
    long tcpCloseFrame;

    long tcpCloseNs;

    /** The last TCP segment or connection manager's message this way; 0 if none. */
    private long heardFrame;

    private long heardNs;
    /** The last that came after a pause, and when the one before it was. */
    private long resumedFrame;

    private long resumedNs;
    private long beforeNs;

    /** The last FIN or RST this way; 0 if none. */
    private long finNs;

    /** Null without CNPs. */
    CnpPace cnpPace;

    /** RC flows whose peer is not known yet. */
    final List<Flow> unpaired = new ArrayList<>(2);

    private final Long2ObjectHashMap<Flow> flows = new Long2ObjectHashMap<>();
    /** Sessions whose handshake named a destination queue pair, before its first packet. */
    private Long2ObjectHashMap<Session> announced;

    /** At the end of the capture: the flows with the last packets. */
    private Flow newest;

    private Flow second;

    private Flow last;
    private long lastKey = -1;

    AddressPair(
            FlowMemory memory,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow,
            int vni) {
        this.memory = memory;
        this.sourceHigh = sourceHigh;
        this.sourceLow = sourceLow;
        this.destinationHigh = destinationHigh;
        this.destinationLow = destinationLow;
        this.vni = vni;
    }

    boolean is(
            long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int vni) {
        return this.sourceLow == sourceLow
                && this.destinationLow == destinationLow
                && this.sourceHigh == sourceHigh
                && this.destinationHigh == destinationHigh
                && this.vni == vni;
    }

    /** This side sent a FIN or RST. */
    void finished(FrameView frame) {
        finNs = frame.timeNs();
        closed(frame);
        if (reverse != null) {
            reverse.closed(frame);
        }
    }

    /** Whether this side sent its last FIN or RST before the other one did. */
    boolean finishedFirst() {
        long others = reverse == null ? 0 : reverse.finNs;
        return finNs != 0 && (others == 0 || finNs < others);
    }

    private void closed(FrameView frame) {
        tcpCloseFrame = frame.number();
        tcpCloseNs = frame.timeNs();
    }

    /** A TCP segment or a message to the connection manager passed. */
    void heard(FrameView frame) {
        if (frame.timeNs() - heardNs > PAUSE_NS) {
            resumedFrame = frame.number();
            resumedNs = frame.timeNs();
            beforeNs = heardNs;
        }
        heardFrame = frame.number();
        heardNs = frame.timeNs();
    }

    /** A frame and its time. */
    record Word(long frame, long timeNs) {}

    /**
     * What this host said, not in the given flow, after a time: the first such frame where that is
     * known, else the last; null if there is none. Call when all flows are complete.
     */
    Word heardAfter(long ns, Flow but) {
        Flow other = newestBut(but);
        if (other != null && other.lastNs > ns) {
            return other.firstNs > ns
                    ? new Word(other.firstFrame, other.firstNs)
                    : new Word(other.lastFrame, other.lastNs);
        }
        if (heardNs <= ns) {
            return null;
        }
        boolean first = resumedNs > ns && beforeNs <= ns;
        return first ? new Word(resumedFrame, resumedNs) : new Word(heardFrame, heardNs);
    }

    private Flow newestBut(Flow flow) {
        if (newest == null) {
            for (Flow each : flows.values()) {
                if (newest == null || each.lastFrame > newest.lastFrame) {
                    second = newest;
                    newest = each;
                } else if (second == null || each.lastFrame > second.lastFrame) {
                    second = each;
                }
            }
        }
        return newest == flow ? second : newest;
    }

    boolean isOf(FrameView frame) {
        return is(
                frame.sourceHigh(),
                frame.sourceLow(),
                frame.destinationHigh(),
                frame.destinationLow(),
                frame.carrier().vni());
    }

    Flow flow(long key) {
        if (key == lastKey) {
            return last;
        }
        Flow flow = flows.get(key);
        if (flow != null) {
            last = flow;
            lastKey = key;
        }
        return flow;
    }

    void put(long key, Flow flow) {
        Flow old = flows.put(key, flow);
        if (old != null) {
            old.replaced = true;
        }
        last = flow;
        lastKey = key;
    }

    /** A handshake says that the queue pair begins anew: what was there before is over. */
    void announce(int destQp, Session session) {
        if (announced == null) {
            announced = new Long2ObjectHashMap<>();
        }
        announced.put(destQp, session);
        Flow old = flows.remove(Flow.key(destQp, -1));
        if (old != null) {
            old.replaced = true;
            unpaired.remove(old);
        }
        lastKey = -1;
    }

    Session announced(int destQp) {
        return announced == null ? null : announced.get(destQp);
    }
}
