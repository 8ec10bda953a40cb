package io.qpscope.session;

import io.qpscope.frame.FrameView;

/**
 * Flows found by one look: where many queue pairs take turns, this spares the way through address
 * pair and flow table. Direct-mapped; knows flows without a source queue pair only.
 */
final class RecentFlows {
    private static final int SLOT_BITS = 12;

    private final Flow[] slots = new Flow[1 << SLOT_BITS];

    /** The frame's flow if it is among them, or null. */
    Flow get(FrameView frame) {
        Flow flow = slots[slot(frame.sourceLow(), frame.destinationLow(), frame.destQp())];
        return flow != null
                        && flow.destQp == frame.destQp()
                        && !flow.replaced
                        && flow.pair.isOf(frame)
                ? flow
                : null;
    }

    void put(Flow flow) {
        if (flow.sourceQp < 0) {
            slots[slot(flow.pair.sourceLow, flow.pair.destinationLow, flow.destQp)] = flow;
        }
    }

    private static int slot(long sourceLow, long destinationLow, int destQp) {
        long hash = (sourceLow * 31 + destinationLow) * 31 + destQp;
        return (int) ((hash * 0x9e3779b97f4a7c15L) >>> (Long.SIZE - SLOT_BITS));
    }
}
