package io.qpscope.session;

import io.qpscope.frame.FrameView;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * From one address to another in one network, with the flows between them by destination queue pair.
 */
final class AddressPair {
    final long sourceHigh;
    final long sourceLow;
    final long destinationHigh;
    final long destinationLow;
    /** Network identifier of the outer tunnel: tenants may have equal addresses. -1 without. */
    final int vni;

    /** Another pair of the same hash. */
    AddressPair chained;
    /** The opposite direction, once it is asked for. */
    AddressPair reverse;

    /** The last FIN or RST between the two addresses, either way; 0 if none. */
    long tcpCloseFrame;

    long tcpCloseNs;

    /** Null without CNPs. */
    CnpPace cnpPace;

    /** RC flows whose peer is not known yet. */
    final List<Flow> unpaired = new ArrayList<>(2);

    private final Long2ObjectHashMap<Flow> flows = new Long2ObjectHashMap<>();
    /** Sessions whose handshake named a destination queue pair, before its first packet. */
    private Long2ObjectHashMap<Session> announced;

    private Flow last;
    private long lastKey = -1;

    AddressPair(
            long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int vni) {
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

    /** A FIN or RST between the two addresses. */
    void closed(FrameView frame) {
        tcpCloseFrame = frame.number();
        tcpCloseNs = frame.timeNs();
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
