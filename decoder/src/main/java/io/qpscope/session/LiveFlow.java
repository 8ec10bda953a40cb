package io.qpscope.session;

import io.qpscope.wire.IpAddress;

/**
 * What one side of a session has asked for so far, while the capture runs.
 *
 * @param destQp it sends to
 * @param packets of all sorts, answers to the other side included
 * @param payloadBytes of requests, each counted once
 * @param naks of any code that it was sent; {@code rnrNaks} not among them
 * @param lost proved so far, before and after the tap
 */
public record LiveFlow(
        String from,
        String to,
        int destQp,
        Service service,
        long packets,
        long messages,
        long payloadBytes,
        long resent,
        long naks,
        long rnrNaks,
        long timeouts,
        long lost) {

    static LiveFlow of(Flow flow) {
        AddressPair pair = flow.pair;
        Requester requester = flow.requester;
        PsnCounter counts = requester == null ? flow.datagrams.counts : requester.counts;
        long messages = 0;
        for (long count : requester == null ? flow.datagrams.messages : requester.messages) {
            messages += count;
        }
        long naks = 0;
        if (flow.peer != null) {
            for (long count : flow.peer.naks) {
                naks += count;
            }
        }
        return new LiveFlow(
                IpAddress.text(pair.sourceHigh, pair.sourceLow),
                IpAddress.text(pair.destinationHigh, pair.destinationLow),
                flow.destQp,
                flow.service,
                flow.packets,
                messages,
                requester == null ? flow.datagrams.payloadBytes : requester.payloadBytes,
                counts.retransmitted,
                naks,
                flow.peer == null ? 0 : flow.peer.rnrNaks,
                requester == null ? 0 : requester.timeoutRewinds,
                counts.lostBeforeTap + counts.lostAfterTap);
    }

    /** Whether the side asked for anything; else it only answers. */
    static boolean asks(Flow flow) {
        return flow.requester == null ? flow.packets > 0 : flow.requester.started;
    }
}
