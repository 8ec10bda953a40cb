package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.UpperConnection;
import io.qpscope.frame.UpperProtocol;
import io.qpscope.wire.SmcClc;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Reads the CLC handshake of SMC-R over TCP: an accept of the server and a confirm of the client
 * name both queue pairs and the PSN that each begins with.
 */
final class SmcTracker {
    private static final int MAX_OPEN = 1 << 12;

    /** What an accept said, until the confirm comes. */
    private record Accept(int qpn, int psn, long gidHigh, long gidLow) {}

    private final Sessions sessions;
    private final SmcClc clc = new SmcClc();
    private final Long2ObjectHashMap<Accept> accepts = new Long2ObjectHashMap<>();

    /** Handshakes that were not followed because too many were open. */
    private long refused;

    SmcTracker(Sessions sessions) {
        this.sessions = sessions;
    }

    long refused() {
        return refused;
    }

    void onTcp(FrameView frame) {
        int at = frame.transportPayloadOffset();
        int length = frame.transportPayloadCaptured();
        if (length < SmcClc.LENGTH || SmcClc.lengthAt(frame.buffer(), at, length) == 0) {
            return;
        }
        clc.wrap(frame.buffer(), at);
        if (clc.messageType() == SmcClc.ACCEPT) {
            if (accepts.size() >= MAX_OPEN) {
                refused++;
                return;
            }
            accepts.put(
                    connection(frame),
                    new Accept(clc.qpn(), clc.psn(), clc.gidHigh(), clc.gidLow()));
        } else if (clc.messageType() == SmcClc.CONFIRM) {
            Accept accept = accepts.remove(connection(frame));
            Session session = accept == null ? null : sessions.session();
            if (session != null) {
                join(session, accept, frame.carrier().vni());
            }
        }
    }

    /** The client is the side that asked. */
    private void join(Session session, Accept accept, int vni) {
        AddressPair pair = sessions.addresses.of(
                clc.gidHigh(), clc.gidLow(), accept.gidHigh, accept.gidLow, vni);
        session.pairedBy = PairedBy.OOB;
        session.upper = new UpperConnection(UpperProtocol.SMC_R, 1);
        session.pairs = new AddressPair[] {pair, sessions.addresses.reverse(pair)};
        session.qpns[0] = clc.qpn();
        session.qpns[1] = accept.qpn;
        session.startPsns[0] = clc.psn();
        session.startPsns[1] = accept.psn;
        sessions.announced(session);
    }

    /** The same for both directions. */
    private static long connection(FrameView frame) {
        long ends = frame.sourceLow()
                ^ frame.destinationLow()
                ^ (frame.sourceHigh() ^ frame.destinationHigh()) * 31;
        int low = Math.min(frame.sourcePort(), frame.destinationPort());
        int high = Math.max(frame.sourcePort(), frame.destinationPort());
        return ends * 0x9e3779b97f4a7c15L ^ ((long) low << 16 | high);
    }
}
