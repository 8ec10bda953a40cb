package io.qpscope.session;

import io.qpscope.frame.Transport;
import io.qpscope.frame.UpperConnection;
import io.qpscope.frame.UpperProtocol;
import io.qpscope.wire.AckTimeout;

import java.util.ArrayList;
import java.util.List;

/** Two flows joined, while the capture runs. */
final class Session {
    /** By who sent it; either may be null. Which one is {@code a} is told at the end. */
    final Flow[] flows = new Flow[2];

    PairedBy pairedBy = PairedBy.NONE;
    /** Of the handshake; packets know better. */
    Transport transport = Transport.ROCE_V2;
    /** The exchange that set it up, or null. {@code flows[0]} is what the REQ's sender sends. */
    CmConnection cm;
    /** From the handshake: what each side calls its own queue pair, or -1. */
    final int[] qpns = {-1, -1};
    /** From the handshake: the PSN each side begins to send with, or -1. */
    final int[] startPsns = {-1, -1};
    /** Addresses by the handshake, for a session without packets; or null. */
    AddressPair[] pairs;

    /** What the handshake makes likely that it carries, or null. */
    UpperConnection upper;

    /** Set at the end: number and index of the flow that {@code a} sent. */
    int id;

    int a;
    int pathMtu;
    long firstFrame;
    long firstNs = Long.MAX_VALUE;
    long lastFrame;
    long lastNs;

    /** The ACK timeout that CM told this side to use, nanoseconds; 0 if it told none. */
    long ackTimeoutNs(int side) {
        // What a REQ says of it is for its receiver; a REP says nothing.
        boolean told = side == 1 && cm != null && cm.request != null;
        return told ? AckTimeout.ns(cm.request.timeout()) : 0;
    }

    void saw(long frame, long timeNs) {
        if (firstFrame == 0) {
            firstFrame = frame;
        }
        firstNs = Math.min(firstNs, timeNs);
        lastFrame = frame;
        lastNs = Math.max(lastNs, timeNs);
    }

    /** Stretches over a flow's packets, and over answers to it that were taken for its own once. */
    void spans(Flow flow) {
        if (firstFrame == 0 || flow.firstFrame < firstFrame) {
            firstFrame = flow.firstFrame;
        }
        firstNs = Math.min(firstNs, flow.firstNs);
        lastFrame = Math.max(lastFrame, flow.lastFrame);
        lastNs = Math.max(lastNs, flow.lastNs);
        if (flow.requester != null) {
            firstNs = Math.min(firstNs, flow.requester.time.firstNs());
            lastNs = Math.max(lastNs, flow.requester.time.lastNs());
        }
    }

    void attach(int side, Flow flow) {
        flows[side] = flow;
        flow.session = this;
        if (upper != null) {
            flow.upper = upper;
            flow.watched = true;
        }
        Flow other = flows[1 - side];
        if (other != null) {
            flow.peer = other;
            other.peer = flow;
        }
    }

    /** What messages of either direction proved that the session carries, or null. */
    String carries() {
        for (Flow flow : present()) {
            UpperProtocol proved = flow.upper == null ? null : flow.upper.proved();
            if (proved != null) {
                return proved.label();
            }
        }
        return null;
    }

    boolean empty() {
        return cm == null
                && (flows[0] == null || flows[0].empty())
                && (flows[1] == null || flows[1].empty());
    }

    List<Flow> present() {
        List<Flow> present = new ArrayList<>(2);
        for (Flow flow : flows) {
            if (flow != null) {
                present.add(flow);
            }
        }
        return present;
    }
}
