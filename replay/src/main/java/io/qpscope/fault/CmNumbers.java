package io.qpscope.fault;

import io.qpscope.wire.Bth;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.Deth;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Opcode;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Which queue pairs are connected, read from the REQs and REPs of connection management that pass
 * (IBA vol 1, 12.6); bounded, the oldest are forgotten.
 */
final class CmNumbers {
    private static final int MOST = 4096;
    private static final int ATTRIBUTE_REQ = 0x0010;
    private static final int ATTRIBUTE_REP = 0x0013;

    /**
     * Both sides' numbers; the responder's are 0 until it answers. The starting PSN of a message is
     * that of the requests to its sender.
     */
    private static final class Connection {
        final long requesterHigh;
        final long requesterLow;
        final long responderHigh;
        final long responderLow;
        final long id;
        final int requesterQp;
        final int requesterPsn;
        int responderQp;
        int responderPsn;

        Connection(PacketFacts facts, CmReq req) {
            requesterHigh = facts.sourceHigh;
            requesterLow = facts.sourceLow;
            responderHigh = facts.destinationHigh;
            responderLow = facts.destinationLow;
            id = req.localCommId();
            requesterQp = req.localQpn();
            requesterPsn = req.startPsn();
        }
    }

    private final ArrayDeque<Connection> connections = new ArrayDeque<>();
    private final MadHeader mad = new MadHeader();
    private final CmReq req = new CmReq();
    private final CmRep rep = new CmRep();
    private int psnTo = -1;
    private int psnFrom = -1;

    /** Sees a packet of management; queue pairs that are connected anew are new ones. */
    void see(PacketFacts facts, QpFlows flows) {
        if (facts.opcode != (Opcode.UD | Opcode.SEND_ONLY)
                || facts.payloadLength < MadHeader.LENGTH) {
            return;
        }
        int at = facts.bth + Bth.LENGTH + Deth.LENGTH;
        mad.wrap(facts.packet, at);
        int body = at + MadHeader.LENGTH;
        int left = facts.payloadLength - MadHeader.LENGTH;
        if (mad.managementClass() != MadHeader.CLASS_CM) {
            return;
        }
        if (mad.attributeId() == ATTRIBUTE_REQ && left >= CmReq.LENGTH) {
            req.wrap(facts.packet, body);
            remember(new Connection(facts, req));
        } else if (mad.attributeId() == ATTRIBUTE_REP && left >= CmRep.LENGTH) {
            rep.wrap(facts.packet, body);
            answer(facts, flows);
        }
    }

    private void remember(Connection connection) {
        if (connections.size() == MOST) {
            connections.poll();
        }
        connections.add(connection);
    }

    private void answer(PacketFacts facts, QpFlows flows) {
        for (Connection c : connections) {
            if (c.responderQp == 0
                    && c.id == rep.remoteCommId()
                    && c.requesterLow == facts.destinationLow
                    && c.requesterHigh == facts.destinationHigh
                    && c.responderLow == facts.sourceLow
                    && c.responderHigh == facts.sourceHigh) {
                c.responderQp = rep.localQpn();
                c.responderPsn = rep.startPsn();
                flows.retire(c.requesterHigh, c.requesterLow, c.requesterQp);
                flows.retire(c.responderHigh, c.responderLow, c.responderQp);
            }
        }
    }

    /** The number that a queue pair's peer has; 0 when no connection tells. */
    int peer(long high, long low, int qpn) {
        for (Iterator<Connection> it = connections.descendingIterator(); it.hasNext(); ) {
            Connection c = it.next();
            if (c.responderQp == 0) {
                continue;
            }
            if (c.responderQp == qpn && c.responderLow == low && c.responderHigh == high) {
                psnTo = c.responderPsn;
                psnFrom = c.requesterPsn;
                return c.requesterQp;
            }
            if (c.requesterQp == qpn && c.requesterLow == low && c.requesterHigh == high) {
                psnTo = c.requesterPsn;
                psnFrom = c.responderPsn;
                return c.responderQp;
            }
        }
        return 0;
    }

    /** First PSN of requests to the queue pair that {@link #peer} has last known. */
    int psnTo() {
        return psnTo;
    }

    /** First PSN of its own requests. */
    int psnFrom() {
        return psnFrom;
    }
}
