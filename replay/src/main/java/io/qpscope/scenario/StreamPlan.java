package io.qpscope.scenario;

import io.qpscope.endpoint.iwarp.RtrKind;

import java.util.Set;

/**
 * How the iWARP stream of a flow is set up; who asks opens it.
 *
 * @param revision of MPA that is asked for, 1 or 2
 * @param crc whether both ends want CRCs
 * @param markers whether both ends want markers
 * @param ird READ and atomic requests that the responder takes at a time
 * @param ord those that the requester has open at a time, unless the set-up lowers it
 * @param rtr ready-to-receive messages of a peer-to-peer set-up, of which the responder takes one;
 *     empty for none
 * @param mss bytes of a TCP segment
 */
public record StreamPlan(
        int revision, boolean crc, boolean markers, int ird, int ord, Set<RtrKind> rtr, int mss) {
    /** What a flow has that says no more than that it is iWARP's. */
    public static final StreamPlan USUAL = new StreamPlan(2, true, false, 16, 16, Set.of(), 1448);

    static final int LEAST_MSS = 144;
    static final int MOST_MSS = 8948;

    /** Takes a copy. */
    public StreamPlan {
        rtr = Set.copyOf(rtr);
    }
}
