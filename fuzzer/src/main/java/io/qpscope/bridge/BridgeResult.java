package io.qpscope.bridge;

import io.qpscope.port.pcap.LiveCapture.Counters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a run of the bridge tells.
 *
 * @param ends the two interfaces
 * @param seed of what the plan drew
 * @param held frames that the plan still held back at the end
 * @param overflowed frames lost because the plan held too many back
 * @param lostStreams iWARP streams left alone from where too much was lost
 */
public record BridgeResult(
        List<End> ends,
        long durationNs,
        long seed,
        long held,
        long overflowed,
        long lostStreams,
        BridgeVerdict verdict) {
    /**
     * One interface.
     *
     * @param driver empty if not known
     * @param mtu bytes
     * @param droppedByKernel frames that came in when the kernel's buffer was full
     * @param droppedByInterface before that, where its driver tells
     * @param way what became of the frames that came in here
     */
    public record End(
            String name,
            String driver,
            int mtu,
            long droppedByKernel,
            long droppedByInterface,
            Way way) {}

    /** The ends as they are now. */
    public static List<End> ends(List<BridgePort> ports, Bridge bridge) throws IOException {
        List<End> ends = new ArrayList<>();
        for (BridgePort port : ports) {
            Counters counters = port.counters();
            ends.add(new End(
                    port.name(),
                    port.driver(),
                    port.mtu(),
                    counters.dropped(),
                    counters.droppedByInterface(),
                    bridge.way(ends.size())));
        }
        return ends;
    }

    /** Of an interface, 0 or 1. */
    public End end(int index) {
        return ends.get(index);
    }
}
