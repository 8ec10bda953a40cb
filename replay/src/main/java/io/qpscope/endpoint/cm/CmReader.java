package io.qpscope.endpoint.cm;

import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.QpType;
import io.qpscope.wire.AckTimeout;
import io.qpscope.wire.CmDrep;
import io.qpscope.wire.CmDreq;
import io.qpscope.wire.CmMra;
import io.qpscope.wire.CmRej;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.CmRtu;
import io.qpscope.wire.IpCm;
import io.qpscope.wire.MadHeader;

import java.nio.ByteBuffer;

/**
 * What a message means for the connection it names. Repeated messages get their answer again (IBA
 * vol 1, 12.9.8); those that fit no connection are dropped, but for REQ and DREQ, whose sender
 * would go on asking.
 */
final class CmReader {
    /** Reasons of a REJ (IBA vol 1, 12.6.7.2). */
    static final int NO_RESOURCES = 3;

    static final int TIMEOUT = 4;
    static final int NO_LISTENER = 8;
    static final int WRONG_TRANSPORT = 9;
    static final int STALE = 10;
    static final int WRONG_GID = 12;
    static final int WRONG_MTU = 26;
    static final int REFUSED = 28;

    /** What Linux asks for in an MRA: 4.096 us x 2^24, 69 s. */
    private static final int MRA_TIMEOUT = 24;

    private static final int RC = 0;
    private static final int UC = 1;
    private static final int TCP = 6;

    private final ConnectionManager manager;
    private final Gsi gsi;
    private final CmReq req = new CmReq();
    private final CmRep rep = new CmRep();
    private final CmRtu rtu = new CmRtu();
    private final CmRej rej = new CmRej();
    private final CmMra mra = new CmMra();
    private final CmDreq dreq = new CmDreq();
    private final CmDrep drep = new CmDrep();

    CmReader(ConnectionManager manager) {
        this.manager = manager;
        this.gsi = manager.gsi;
    }

    /** The datagram that {@link Gsi#next} shows. */
    void read(long now) {
        ByteBuffer bytes = gsi.bytes;
        int at = gsi.body();
        switch (gsi.header.attributeId()) {
            case MadHeader.CM_REQ -> request(req.wrap(bytes, at), at, now);
            case MadHeader.CM_REP -> reply(rep.wrap(bytes, at), at, now);
            case MadHeader.CM_RTU -> ready(rtu.wrap(bytes, at), now);
            case MadHeader.CM_REJ -> reject(rej.wrap(bytes, at), at, now);
            case MadHeader.CM_MRA -> wait(mra.wrap(bytes, at), now);
            case MadHeader.CM_DREQ -> disconnect(dreq.wrap(bytes, at), now);
            case MadHeader.CM_DREP -> disconnected(drep.wrap(bytes, at), now);
            default -> {}
        }
    }

    private void request(CmReq req, int at, long now) {
        int remoteId = (int) req.localCommId();
        Path answer = gsi.answer();
        Connection known = manager.findRemote(remoteId, dataPath(req));
        if (known != null && !manager.has(Defect.CM_REQUEST_TWICE)) {
            again(known);
            return;
        }
        int wrong = wrong(req);
        if (wrong != 0) {
            manager.refuse(answer, gsi.header.transactionId(), 0, remoteId, wrong);
            return;
        }
        Connection c = new Connection(false);
        c.type = req.serviceType() == UC ? QpType.UC : QpType.RC;
        c.path = dataPath(req);
        c.transactionId = gsi.header.transactionId();
        c.port = IpCm.destinationPort(req.serviceId());
        c.remote.commId = remoteId;
        c.remote.qpn = req.localQpn();
        c.remote.startPsn = req.startPsn();
        c.remote.responderResources = req.responderResources();
        c.remote.initiatorDepth = req.initiatorDepth();
        c.pathMtu = CmReq.pathMtuBytes(req.pathMtu());
        c.retryCount = req.retryCount();
        c.rnrRetryCount = req.rnrRetryCount();
        c.ackTimeout = req.primaryLocalAckTimeout();
        c.responseTimeout = req.localResponseTimeout();
        c.maxCmRetries = req.maxCmRetries();
        int data = at + CmReq.PRIVATE_DATA_OFFSET + IpCm.LENGTH;
        c.privateData = ConnectionManager.copy(gsi.bytes, data, CmMessages.requestRoom());
        manager.asked(c, now);
    }

    /** REQ's global identifiers name the data's path, not the datagram's addresses. */
    private Path dataPath(CmReq req) {
        return manager.address()
                .to(req.primaryLocalGidHigh(), req.primaryLocalGidLow(), req.primaryTrafficClass());
    }

    /** Why a REQ is refused; 0 for no reason. */
    private int wrong(CmReq req) {
        long service = req.serviceId();
        boolean listened = IpCm.follows(service)
                && IpCm.protocol(service) == TCP
                && manager.listens(IpCm.destinationPort(service));
        if (!listened) {
            return NO_LISTENER;
        }
        if (req.serviceType() != RC && req.serviceType() != UC) {
            return WRONG_TRANSPORT;
        }
        boolean sameFamily =
                (req.primaryLocalGidHigh() == 0 && req.primaryLocalGidLow() >>> 32 == 0xffff)
                        == manager.address().isIpv4();
        if (!manager.isHere(req) || !sameFamily) {
            return WRONG_GID;
        }
        if (CmReq.pathMtuBytes(req.pathMtu()) == 0) {
            return WRONG_MTU;
        }
        return manager.full() ? NO_RESOURCES : 0;
    }

    /** The same REQ once more: its sender has not heard from us. */
    private void again(Connection c) {
        switch (c.state) {
            case REQ_RCVD -> gsi.send(manager.messages.wait(c, MRA_TIMEOUT), c.path);
            case REP_SENT -> {
                if (!manager.has(Defect.CM_REPLY_ONCE)) {
                    gsi.send(manager.messages.reply(c), c.path);
                }
            }
            case TIMEWAIT ->
                manager.refuse(c.path, c.transactionId, c.local.commId, c.remote.commId, STALE);
            default -> {}
        }
    }

    private void reply(CmRep rep, int at, long now) {
        Connection c = manager.find((int) rep.remoteCommId());
        if (c == null || !c.active) {
            return;
        }
        if (c.state == CmState.REQ_SENT) {
            c.remote.commId = (int) rep.localCommId();
            c.remote.qpn = rep.localQpn();
            c.remote.startPsn = rep.startPsn();
            c.remote.responderResources = rep.responderResources();
            c.remote.initiatorDepth = rep.initiatorDepth();
            c.rnrRetryCount = rep.rnrRetryCount();
            c.privateData = ConnectionManager.copy(
                    gsi.bytes, at + CmRep.PRIVATE_DATA_OFFSET, CmRep.PRIVATE_DATA_LENGTH);
            manager.replied(c, now);
        } else if (c.state == CmState.ESTABLISHED && c.remote.commId == (int) rep.localCommId()) {
            gsi.send(manager.messages.ready(c), c.path);
        }
    }

    private void ready(CmRtu rtu, long now) {
        Connection c = manager.find((int) rtu.remoteCommId());
        if (c != null
                && c.state == CmState.REP_SENT
                && c.is((int) rtu.remoteCommId(), (int) rtu.localCommId())) {
            manager.establish(c, now);
        }
    }

    /** A REJ by timeout may not know our id: its sender never heard from us. */
    private void reject(CmRej rej, int at, long now) {
        int ours = (int) rej.remoteCommId();
        int theirs = (int) rej.localCommId();
        Connection c = ours == 0 ? manager.findRemote(theirs, gsi.answer()) : manager.find(ours);
        boolean opening = c != null
                && (c.active || c.remote.commId == theirs)
                && (c.state == CmState.REQ_SENT
                        || c.state == CmState.REQ_RCVD
                        || c.state == CmState.REP_SENT
                        || (c.state == CmState.ESTABLISHED
                                && manager.has(Defect.CM_REJECT_OBEYED)));
        if (opening) {
            c.privateData = ConnectionManager.copy(
                    gsi.bytes, at + CmRej.PRIVATE_DATA_OFFSET, CmRej.PRIVATE_DATA_LENGTH);
            manager.fail(c, rej.reason(), now);
        }
    }

    /** The peer has heard us and needs longer. */
    private void wait(CmMra mra, long now) {
        Connection c = manager.find((int) mra.remoteCommId());
        if (c == null) {
            return;
        }
        boolean fits = switch (mra.messageMraed()) {
            case CmMessages.ABOUT_REQ -> c.state == CmState.REQ_SENT;
            case CmMessages.ABOUT_REP ->
                c.state == CmState.REP_SENT && c.remote.commId == (int) mra.localCommId();
            default -> false;
        };
        if (fits) {
            int exponent = Math.min(ConnectionManager.LONGEST_WAIT, mra.serviceTimeout());
            manager.waitFor(c, now + AckTimeout.ns(exponent) + ConnectionManager.responseNs(c));
        }
    }

    /** One that names another queue pair is not for this connection, and not agreed to. */
    private void disconnect(CmDreq dreq, long now) {
        int ours = (int) dreq.remoteCommId();
        int theirs = (int) dreq.localCommId();
        Connection c = manager.find(ours);
        boolean unchecked = c != null && manager.has(Defect.CM_DREQ_UNCHECKED);
        boolean fits = c != null && c.is(ours, theirs);
        if (fits && !unchecked && (c.qp == null || dreq.remoteQpn() != c.qp.qpn())) {
            return;
        }
        boolean silent = fits && c.state == CmState.TIMEWAIT && manager.has(Defect.CM_DREP_ONCE);
        if (!silent) {
            long transaction = gsi.header.transactionId();
            gsi.send(manager.messages.disconnected(transaction, ours, theirs), gsi.answer());
        }
        if (fits || unchecked) {
            switch (c.state) {
                case ESTABLISHED, REP_SENT, DREQ_SENT -> manager.timeWait(c, now);
                default -> {}
            }
        }
    }

    private void disconnected(CmDrep drep, long now) {
        Connection c = manager.find((int) drep.remoteCommId());
        if (c != null
                && c.state == CmState.DREQ_SENT
                && c.is((int) drep.remoteCommId(), (int) drep.localCommId())) {
            manager.timeWait(c, now);
        }
    }
}
