package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.frame.UpperConnection;
import io.qpscope.frame.UpperProtocol;
import io.qpscope.session.CmSummary.Said;
import io.qpscope.wire.AckTimeout;
import io.qpscope.wire.CmDreq;
import io.qpscope.wire.CmRej;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.IpAddress;
import io.qpscope.wire.IpCm;
import io.qpscope.wire.MadHeader;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * RDMA-CM on queue pair 1, as far as sessions need it (IBA vol 1, 12): REQ and REP name both queue
 * pairs and the PSN that the *receiver* of the message begins with.
 */
final class CmTracker {
    private static final int MAD_LENGTH = 256;
    static final int MAX_CONNECTIONS = 1 << 16;

    private final Sessions sessions;
    private final MadHeader mad = new MadHeader();
    private final CmReq req = new CmReq();
    private final IpCm ipCm = new IpCm();
    private final CmRep rep = new CmRep();
    private final CmRej rej = new CmRej();
    private final CmDreq dreq = new CmDreq();

    /** By the owner's address and its communication id. */
    private final Long2ObjectHashMap<CmConnection> byOwner = new Long2ObjectHashMap<>();

    private final List<CmConnection> all = new ArrayList<>();

    /** Requests that were not followed because there were too many. */
    private long refused;

    CmTracker(Sessions sessions) {
        this.sessions = sessions;
    }

    long refused() {
        return refused;
    }

    List<CmConnection> connections() {
        return all;
    }

    /** A packet to queue pair 1; anything but a whole CM message is passed over. */
    void onMad(FrameView frame, AddressPair pair) {
        int at = frame.payloadOffset();
        if (frame.payloadLength() < MAD_LENGTH
                || at + MAD_LENGTH > frame.offset() + frame.captured()) {
            return;
        }
        mad.wrap(frame.buffer(), at);
        if (mad.managementClass() != MadHeader.CLASS_CM) {
            return;
        }
        int body = at + MadHeader.LENGTH;
        switch (mad.attributeId()) {
            case MadHeader.CM_REQ -> onRequest(frame, pair, body);
            case MadHeader.CM_REP -> onReply(frame, pair, body);
            case MadHeader.CM_REJ -> onReject(frame, pair, body);
            case MadHeader.CM_MRA -> onMra(frame, pair, body);
            case MadHeader.CM_RTU -> onReady(frame, pair, body);
            case MadHeader.CM_DREQ, MadHeader.CM_DREP -> onDisconnect(frame, pair, body);
            default -> {}
        }
    }

    private static long owner(long high, long low, int vni, long commId) {
        return ((high * 31 + low) * 31 + vni) * 0x9e3779b97f4a7c15L ^ commId;
    }

    private CmConnection ofSource(AddressPair pair, long commId) {
        return byOwner.get(owner(pair.sourceHigh, pair.sourceLow, pair.vni, commId));
    }

    private CmConnection ofDestination(AddressPair pair, long commId) {
        return byOwner.get(owner(pair.destinationHigh, pair.destinationLow, pair.vni, commId));
    }

    private void onRequest(FrameView frame, AddressPair pair, int body) {
        req.wrap(frame.buffer(), body);
        CmConnection known = ofSource(pair, req.localCommId());
        if (known != null
                && known.request.qpn() == req.localQpn()
                && known.request.startPsn() == req.startPsn()) {
            known.requested(frame.number());
            known.session.saw(frame.number(), frame.timeNs());
            return;
        }
        if (all.size() >= MAX_CONNECTIONS) {
            refused++;
            return;
        }
        Session session = sessions.session();
        if (session == null) {
            return;
        }
        CmConnection connection = new CmConnection(session, pair);
        all.add(connection);
        byOwner.put(
                owner(pair.sourceHigh, pair.sourceLow, pair.vni, req.localCommId()), connection);
        connection.requested(frame.number());
        connection.firstRequestNs = frame.timeNs();
        connection.maxCmRetries = req.maxCmRetries();
        connection.responseTimeoutNs = AckTimeout.ns(req.remoteResponseTimeout());
        connection.request = saidByRequest(frame.number());
        connection.addressHint = addressHint(frame, body);
        session.cm = connection;
        UpperProtocol candidate = UpperProtocol.ofRequest(frame.buffer(), body, req.serviceId());
        session.upper = candidate == null ? null : new UpperConnection(candidate, 1);
        session.pairedBy = PairedBy.CM;
        session.transport = frame.carrier().transport();
        session.saw(frame.number(), frame.timeNs());
        session.pathMtu = CmReq.pathMtuBytes(req.pathMtu());
        session.pairs = dataPath(frame, pair);
        session.qpns[0] = req.localQpn();
        connection.service = service();
        connection.replaces = isConnected(session.pairs[1], req.localQpn());
        if (!connection.replaces) {
            expectAnswers(connection);
        }
    }

    private static boolean isConnected(AddressPair pair, int destQp) {
        Flow flow = pair.flow(Flow.key(destQp, -1));
        CmConnection of = flow == null || flow.session == null ? null : flow.session.cm;
        return of != null && of.stands();
    }

    /** What the REQ has said of the packets to its sender counts from now on. */
    private void expectAnswers(CmConnection connection) {
        Said request = connection.request;
        if (request.qpn() > 1) {
            Session session = connection.session;
            expect(session, 1, request.qpn(), request.startPsn(), connection.service);
        }
    }

    /**
     * RDMA-CM of RoCEv2 speaks for addresses of the version that its datagrams have; a listener on
     * the other version's addresses may find no match. Empty where nothing differs.
     */
    private String addressHint(FrameView frame, int body) {
        if (!IpCm.follows(req.serviceId()) || frame.kind() != Kind.ROCE_V2) {
            return "";
        }
        int said = ipCm.wrap(frame.buffer(), body + CmReq.PRIVATE_DATA_OFFSET).ipVersion();
        int carried = IpAddress.isIpv4(frame.sourceHigh(), frame.sourceLow()) ? 4 : 6;
        boolean known = said == 4 || said == 6;
        return known && said != carried
                ? "; the request names addresses of IPv" + said + " and came over IPv" + carried
                : "";
    }

    private Said saidByRequest(long frame) {
        return new Said(
                "REQ",
                frame,
                (int) req.localCommId(),
                req.localQpn(),
                req.startPsn(),
                req.primaryLocalAckTimeout(),
                req.retryCount(),
                req.rnrRetryCount(),
                req.responderResources(),
                req.initiatorDepth(),
                CmReq.pathMtuBytes(req.pathMtu()),
                req.serviceId(),
                req.srq());
    }

    /** The GIDs name the data path; a REQ without them falls back on its own addresses. */
    private AddressPair[] dataPath(FrameView frame, AddressPair pair) {
        AddressPair path = pair;
        boolean lids = frame.carrier().isNative() && req.primarySubnetLocal();
        if (lids && req.primaryLocalLid() != 0 && req.primaryRemoteLid() != 0) {
            // Within a subnet native packets need no GRH, so they have no GIDs.
            path = sessions.addresses.of(
                    IpAddress.LID,
                    req.primaryLocalLid(),
                    IpAddress.LID,
                    req.primaryRemoteLid(),
                    pair.vni);
        } else if (req.primaryLocalGidLow() != 0 && req.primaryRemoteGidLow() != 0) {
            path = sessions.addresses.of(
                    req.primaryLocalGidHigh(),
                    req.primaryLocalGidLow(),
                    req.primaryRemoteGidHigh(),
                    req.primaryRemoteGidLow(),
                    pair.vni);
        }
        return new AddressPair[] {path, sessions.addresses.reverse(path)};
    }

    /**
     * Makes the flow that packets to a queue pair will count to; an older one ends here, unless it
     * is this one: data may be recorded before the REP that announces it.
     */
    private void expect(Session session, int side, int destQp, int startPsn, Service service) {
        AddressPair pair = session.pairs[side];
        Flow old = pair.flow(Flow.key(destQp, -1));
        boolean early = old != null
                && old.session == null
                && old.requester != null
                && old.requester.started
                && old.requester.counts.firstPsn == startPsn;
        Flow flow = early ? old : sessions.create(pair, destQp, -1, service);
        if (flow == null) {
            return;
        }
        if (flow.requester != null) {
            flow.requester.startPsn = startPsn;
            flow.requester.ackTimeoutNs = session.ackTimeoutNs(side);
            flow.requester.lengths.pathMtu = session.pathMtu;
        } else {
            flow.datagrams.startPsn = startPsn;
        }
        sessions.join(session, side, flow);
    }

    private Service service() {
        switch (req.serviceType()) {
            case 0 -> {
                return Service.RC;
            }
            case 1 -> {
                return Service.UC;
            }
            case 2 -> {
                return Service.RD;
            }
            default -> {
                return Service.XRC;
            }
        }
    }

    private void onReply(FrameView frame, AddressPair pair, int body) {
        rep.wrap(frame.buffer(), body);
        CmConnection connection = ofDestination(pair, rep.remoteCommId());
        if (connection == null) {
            return;
        }
        Session session = connection.session;
        session.saw(frame.number(), frame.timeNs());
        if (connection.reply != null) {
            return;
        }
        boolean xrc = connection.service == Service.XRC;
        int qpn = xrc ? rep.localEecn() : rep.localQpn();
        connection.reply = new Said(
                "REP",
                frame.number(),
                (int) rep.localCommId(),
                qpn,
                rep.startPsn(),
                rep.targetAckDelay(),
                null,
                rep.rnrRetryCount(),
                rep.responderResources(),
                rep.initiatorDepth(),
                null,
                null,
                rep.srq());
        byOwner.put(
                owner(pair.sourceHigh, pair.sourceLow, pair.vni, rep.localCommId()), connection);
        session.qpns[1] = qpn;
        if (qpn > 1) {
            expect(session, 0, qpn, rep.startPsn(), connection.service);
        }
        readDepth(session.flows[0], rep.responderResources());
        readDepth(session.flows[1], rep.initiatorDepth());
    }

    /** The REP has the last word on both (IBA vol 1, 12.7.29 and 12.7.30, from memory). */
    private static void readDepth(Flow flow, int depth) {
        if (flow != null && flow.requester != null) {
            flow.requester.rules.depth = depth > 0 ? new ReadDepth(flow.requester, depth) : null;
        }
    }

    private void onReject(FrameView frame, AddressPair pair, int body) {
        rej.wrap(frame.buffer(), body);
        CmConnection connection = ofDestination(pair, rej.remoteCommId());
        if (connection == null) {
            connection = ofSource(pair, rej.localCommId());
        }
        if (connection == null) {
            return;
        }
        connection.session.saw(frame.number(), frame.timeNs());
        if (connection.rejectReason < 0) {
            connection.rejectReason = rej.reason();
            connection.rejectText = CmRej.reasonText(rej.reason());
            connection.rejectFrame = frame.number();
            connection.rejectedByActive = connection.pair == pair;
        }
    }

    private void onMra(FrameView frame, AddressPair pair, int body) {
        CmConnection connection =
                ofDestination(pair, frame.buffer().getInt(body + 4) & 0xffff_ffffL);
        if (connection != null) {
            connection.mraFrame = frame.number();
            connection.session.saw(frame.number(), frame.timeNs());
        }
    }

    private void onReady(FrameView frame, AddressPair pair, int body) {
        CmConnection connection = ofSource(pair, frame.buffer().getInt(body) & 0xffff_ffffL);
        if (connection != null) {
            connection.readyFrame = frame.number();
            connection.session.saw(frame.number(), frame.timeNs());
            if (connection.replaces && connection.reply != null) {
                connection.replaces = false;
                expectAnswers(connection);
                readDepth(connection.session.flows[1], connection.reply.initiatorDepth());
            }
        }
    }

    private void onDisconnect(FrameView frame, AddressPair pair, int body) {
        dreq.wrap(frame.buffer(), body);
        CmConnection connection = ofSource(pair, dreq.localCommId());
        if (connection == null) {
            connection = ofDestination(pair, dreq.remoteCommId());
        }
        if (connection != null) {
            connection.session.saw(frame.number(), frame.timeNs());
            connection.endAsked |= mad.attributeId() == MadHeader.CM_DREQ
                    && connection.isNamed(
                            (int) dreq.localCommId(), (int) dreq.remoteCommId(), dreq.remoteQpn());
            if (connection.disconnectFrame == 0) {
                connection.disconnectFrame = frame.number();
                connection.disconnectNs = frame.timeNs();
            }
        }
    }
}
