package io.qpscope.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** All flows and the sessions they make; bounded. */
final class Sessions {
    private static final Comparator<Flow> BY_PACKETS = Comparator.comparingLong(
                    (Flow flow) -> flow.packets)
            .thenComparing(
                    Comparator.comparingLong((Flow flow) -> flow.firstFrame).reversed());

    final AddressTable addresses;
    final List<Session> all = new ArrayList<>();
    final FlowMemory memory;
    private final List<Flow> flows = new ArrayList<>();
    private final int maxSessions;
    private long refused;
    private MessageListener listener;
    private int listened;

    Sessions(int maxSessions, FlowMemory memory) {
        this.maxSessions = maxSessions;
        this.memory = memory;
        // Both ways of as many sessions as there may be.
        addresses = new AddressTable(2 * maxSessions, memory);
    }

    /** A session of its own; null when the bound is reached. */
    Session session() {
        if (all.size() >= maxSessions) {
            refused++;
            return null;
        }
        Session session = new Session();
        all.add(session);
        return session;
    }

    /** Both ends told their queue pairs before any packet. */
    void announced(Session session) {
        session.pairs[0].announce(session.qpns[1], session);
        session.pairs[1].announce(session.qpns[0], session);
    }

    /** A flow on its first packet, joined to the session that announced it, if any. */
    Flow open(AddressPair pair, int destQp, int sourceQp, Service service) {
        Flow flow = create(pair, destQp, sourceQp, service);
        Session session = pair.announced(destQp);
        if (flow == null || session == null) {
            return flow;
        }
        int side = session.pairs[0] == pair && session.qpns[1] == destQp ? 0 : 1;
        boolean free = session.flows[side] == null;
        if (free && (sourceQp < 0 || sourceQp == session.qpns[side])) {
            if (flow.requester != null) {
                flow.requester.startPsn = session.startPsns[side];
            } else {
                flow.datagrams.startPsn = session.startPsns[side];
            }
            join(session, side, flow);
        }
        return flow;
    }

    /** Told of the messages of all flows from now on. */
    void listen(MessageListener to) {
        listener = to;
    }

    /** Of one more flow that a listener hears of. */
    int nextNumber() {
        return ++listened;
    }

    /** A flow that nothing knows yet. */
    Flow flow(AddressPair pair, int destQp, int sourceQp, Service service) {
        Flow flow = new Flow(pair, destQp, sourceQp, service);
        if (listener != null) {
            flow.listen(nextNumber(), listener);
        }
        return flow;
    }

    /** Null when the bound is reached. */
    Flow create(AddressPair pair, int destQp, int sourceQp, Service service) {
        // Two flows make a session.
        if (full()) {
            refused++;
            return null;
        }
        Flow flow = flow(pair, destQp, sourceQp, service);
        flows.add(flow);
        pair.put(Flow.key(destQp, sourceQp), flow);
        if (flow.requester != null) {
            pair.unpaired.add(flow);
        }
        return flow;
    }

    /** Whether a queue pair may begin another life. */
    boolean full() {
        return flows.size() >= 2L * maxSessions;
    }

    /** Takes the place of a flow whose queue pair begins another life. */
    void replace(Flow old, Flow successor) {
        flows.add(successor);
        old.pair.put(Flow.key(old.destQp, old.sourceQp), successor);
        old.pair.unpaired.remove(old);
        if (successor.peer == null && successor.requester != null) {
            successor.pair.unpaired.add(successor);
        }
        old.successor = null;
    }

    /** Makes a flow one side of a session, unless the other side is of another service. */
    void join(Session session, int side, Flow flow) {
        Flow present = session.flows[1 - side];
        if (present != null && present.service != flow.service) {
            // A connection has one service: what was announced is not what is sent.
            return;
        }
        session.attach(side, flow);
        if (session.flows[1 - side] != null) {
            flow.pair.unpaired.remove(flow);
            Flow other = session.flows[1 - side];
            other.pair.unpaired.remove(other);
        }
    }

    /** Every flow that no session has gets one of its own. */
    void settle() {
        for (Flow flow : flows) {
            if (flow.session == null && !flow.empty()) {
                Session session = session();
                if (session != null) {
                    session.attach(0, flow);
                }
            }
        }
    }

    /** Those that ask for most, the first of them first. */
    List<LiveFlow> busiest(int most) {
        PriorityQueue<Flow> heap = new PriorityQueue<>(BY_PACKETS);
        for (Flow flow : flows) {
            if (LiveFlow.asks(flow)) {
                heap.add(flow);
                if (heap.size() > most) {
                    heap.remove();
                }
            }
        }
        List<Flow> busiest = new ArrayList<>(heap);
        busiest.sort(BY_PACKETS.reversed());
        return busiest.stream().map(LiveFlow::of).toList();
    }

    /** A frame of an address pair beyond the bound. */
    void refuse() {
        refused++;
    }

    long refused() {
        return refused;
    }
}
