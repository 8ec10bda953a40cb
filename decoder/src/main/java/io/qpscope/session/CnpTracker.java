package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.IpAddress;
import io.qpscope.wire.MacAddress;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/** Congestion notifications by port and by address pair. Bounded: what is beyond is not paced. */
final class CnpTracker {
    private static final int MAX_PORTS = 1024;
    private static final int MAX_PAIRS = 4096;

    private final Long2ObjectHashMap<CnpPace> ports = new Long2ObjectHashMap<>();
    private final List<Long> portOrder = new ArrayList<>(2);
    private final List<AddressPair> pairs = new ArrayList<>(2);
    private final int dscp;
    private long refused;

    /**
     * @param dscp what CNPs should bear, or -1 for anything
     */
    CnpTracker(int dscp) {
        this.dscp = dscp;
    }

    /** A CNP that is no copy, and the flow it belongs to. */
    void onCnp(FrameView frame, Flow flow) {
        long now = frame.timeNs();
        flow.congestion().cnp(frame);
        if (!FlowCongestion.hasBecn(frame)) {
            flow.log.add(Observation.Kind.CNP_WITHOUT_BECN, frame.number(), 0);
        }
        if (dscp >= 0 && frame.dscp() != dscp) {
            flow.log.add(Observation.Kind.CNP_DSCP, frame.number(), dscp);
        }
        Flow slowed = flow.peer;
        if (slowed != null && slowed.congestion != null) {
            slowed.congestion.answered(now);
        }
        if (slowed != null && slowed.requester != null) {
            if (slowed.slowdown == null) {
                slowed.slowdown = new Slowdown();
            }
            slowed.slowdown.onCnp(now);
        }
        AddressPair pair = flow.pair;
        if (pair.cnpPace == null && pairs.size() < MAX_PAIRS) {
            pair.cnpPace = new CnpPace();
            pairs.add(pair);
        }
        if (pair.cnpPace != null) {
            pair.cnpPace.cnp(now);
        } else {
            refused++;
        }
        if (frame.sourceMacOffset() >= 0) {
            port(MacAddress.at(frame.buffer(), frame.sourceMacOffset()), now);
        }
    }

    private void port(long mac, long now) {
        CnpPace pace = ports.get(mac);
        if (pace == null) {
            if (ports.size() >= MAX_PORTS) {
                refused++;
                return;
            }
            pace = new CnpPace();
            ports.put(mac, pace);
            portOrder.add(mac);
        }
        pace.cnp(now);
    }

    /** CNPs beyond the bounds. */
    long refused() {
        return refused;
    }

    List<CnpGap> gaps() {
        List<CnpGap> gaps = new ArrayList<>();
        for (long mac : portOrder) {
            CnpPace pace = ports.get(mac);
            gaps.add(new CnpGap(
                    CnpGap.Scope.PORT, MacAddress.text(mac), null, pace.count, pace.minGapNs()));
        }
        for (AddressPair pair : pairs) {
            gaps.add(new CnpGap(
                    CnpGap.Scope.ADDRESS_PAIR,
                    IpAddress.text(pair.sourceHigh, pair.sourceLow),
                    IpAddress.text(pair.destinationHigh, pair.destinationLow),
                    pair.cnpPace.count,
                    pair.cnpPace.minGapNs()));
        }
        return gaps;
    }
}
