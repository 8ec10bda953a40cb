package io.qpscope.scenario;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.CmDreq;
import io.qpscope.wire.CmRej;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Opcode;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds a host to what communication management allows it to say, by what it has heard (IBA vol 1,
 * 12.9): answers only to what came, and to all that must be answered; one connection for one REQ;
 * nothing sent more often than max_cm_retries says.
 */
final class CmWatch implements PortWatch {
    private static final int MOST_BREACHES = 4;
    private static final int MOST_TALKS = 4096;

    /** A host answers at once; others may be before it at its port. */
    private static final long AT_ONCE_NS = 1_000_000;

    private final long patienceNs;
    private final MadHeader mad = new MadHeader();
    private final CmReq req = new CmReq();
    private final CmRep rep = new CmRep();
    private final CmRej rej = new CmRej();
    private final CmDreq dreq = new CmDreq();
    private final List<CmTalkView> talks = new ArrayList<>();
    /** DREQs that came and are not agreed to yet: both ids, the host's own first. */
    private final List<long[]> asked = new ArrayList<>();
    /** Service ids that were connected to. */
    private final List<Long> services = new ArrayList<>();

    private final List<String> breaches = new ArrayList<>();
    private long now;

    /** Of a host in virtual time. */
    CmWatch() {
        this(AT_ONCE_NS);
    }

    /**
     * Of any host.
     *
     * @param patienceNs within which it says what it must
     */
    CmWatch(long patienceNs) {
        this.patienceNs = patienceNs;
    }

    @Override
    public void see(boolean sent, FrameView packet) {
        now = packet.timeNs();
        talks.forEach(each -> each.due(now, this::breach));
        if (packet.destQp() != 1) {
            if (!sent && (Opcode.traits(packet.opcode() & 0xff) & Opcode.IS_REQUEST) != 0) {
                talks.stream()
                        .filter(each -> each.ownQpn == packet.destQp())
                        .forEach(CmTalkView::hearData);
            }
            return;
        }
        if (!ConnectionLife.wrap(mad, packet)) {
            return;
        }
        int body = packet.payloadOffset() + MadHeader.LENGTH;
        int local = packet.buffer().getInt(body);
        int remote = packet.buffer().getInt(body + Integer.BYTES);
        if (sent) {
            said(packet, body, local, remote);
        } else {
            heard(packet, body, local, remote);
        }
    }

    private void breach(String what) {
        if (breaches.size() < MOST_BREACHES) {
            breaches.add(what);
        }
    }

    private void wrong(String what, FrameView packet) {
        breach(what + ", frame " + packet.number());
    }

    private void said(FrameView packet, int body, int local, int remote) {
        CmTalkView talk = find(local, remote);
        switch (mad.attributeId()) {
            case MadHeader.CM_REQ -> ask(packet, body, local);
            case MadHeader.CM_REP -> reply(packet, body, local, remote);
            case MadHeader.CM_RTU -> {
                if (talk == null || !talk.active || !talk.replied) {
                    wrong("RTU without a REP", packet);
                } else {
                    talk.said(MadHeader.CM_RTU);
                }
            }
            case MadHeader.CM_REJ -> refuse(packet, body, local, remote);
            case MadHeader.CM_DREQ -> {
                if (talk == null || !talk.replied) {
                    wrong("DREQ for no connection", packet);
                } else if (dreq.wrap(packet.buffer(), body).remoteQpn() != talk.peerQpn) {
                    wrong("DREQ for another queue pair", packet);
                } else if (talk.ends(now)) {
                    wrong("DREQ sent more often than max_cm_retries says", packet);
                }
            }
            case MadHeader.CM_DREP -> {
                if (!agree(local, remote)) {
                    wrong("DREP without a DREQ", packet);
                } else if (talk != null) {
                    talk.said(MadHeader.CM_DREP);
                }
            }
            case MadHeader.CM_MRA -> {
                CmTalkView waiting = asking(remote);
                if (waiting != null) {
                    waiting.answers();
                }
            }
            default -> {}
        }
    }

    /** False when nobody asked for it. */
    private boolean agree(int own, int peer) {
        for (int i = 0; i < asked.size(); i++) {
            if (asked.get(i)[0] == own && asked.get(i)[1] == peer) {
                asked.remove(i);
                return true;
            }
        }
        return false;
    }

    private void ask(FrameView packet, int body, int local) {
        req.wrap(packet.buffer(), body);
        CmTalkView talk = null;
        for (CmTalkView each : talks) {
            talk = each.active && each.ownId == local ? each : talk;
        }
        if (talk == null) {
            add(new CmTalkView(req, packet.destinationLow(), true, patienceNs))
                    .repeats(MadHeader.CM_REQ, now);
        } else if (talk.isAnother(req)) {
            wrong("REQ sent again with other contents", packet);
        } else if (talk.repeats(MadHeader.CM_REQ, now)) {
            wrong("REQ sent more often than max_cm_retries says", packet);
        }
    }

    private CmTalkView add(CmTalkView talk) {
        if (talks.size() < MOST_TALKS) {
            talks.add(talk);
        }
        return talk;
    }

    private void reply(FrameView packet, int body, int local, int remote) {
        rep.wrap(packet.buffer(), body);
        CmTalkView talk = asking(remote, packet.destinationLow());
        if (talk == null) {
            wrong("REP without a REQ", packet);
            return;
        }
        if (talk.isLate(local)) {
            talk.answers();
            return;
        }
        if (talk.ownId != 0 && talk.ownId != local) {
            if (!talk.isOver(now)) {
                wrong("two connections for one REQ", packet);
            }
            talk.begin(now);
        }
        boolean unasked = !talk.answers();
        talk.ownId = local;
        talk.ownQpn = rep.localQpn();
        talk.replied = true;
        if (!services.contains(talk.service)) {
            services.add(talk.service);
        }
        boolean crossed = talk.isReadySince(now, patienceNs - AT_ONCE_NS);
        if (unasked && !crossed && talk.repeats(MadHeader.CM_REP, now)) {
            wrong("REP sent more often than max_cm_retries says", packet);
        }
    }

    private void refuse(FrameView packet, int body, int local, int remote) {
        int reason = rej.wrap(packet.buffer(), body).reason();
        CmTalkView own = find(local, remote);
        if (reason == CmTalkView.TIMEOUT && own != null) {
            own.refused();
            return;
        }
        CmTalkView talk = own != null ? own : refusable(remote, packet.destinationLow());
        if (talk == null) {
            wrong("REJ of nothing", packet);
            return;
        }
        boolean known = talk.ownId == 0 && services.contains(talk.service);
        if (!talk.isReasonable(reason, now) || (reason == CmTalkView.NO_SERVICE && known)) {
            wrong("REJ for reason " + reason + " that does not hold", packet);
        }
        talk.answers();
        if (talk.ownId == 0 || !talk.replied) {
            talk.refused();
        }
    }

    private void heard(FrameView packet, int body, int local, int remote) {
        CmTalkView talk = find(remote, local);
        switch (mad.attributeId()) {
            case MadHeader.CM_REQ -> asks(packet, body, local);
            case MadHeader.CM_REP -> replies(packet, body, local, remote);
            case MadHeader.CM_RTU -> {
                if (talk != null && !talk.active) {
                    talk.ready(now);
                }
            }
            case MadHeader.CM_REJ -> {
                CmTalkView refused = remote == 0 ? asking(local, packet.sourceLow()) : own(remote);
                if (refused != null) {
                    refused.hearRefusal(local);
                }
            }
            case MadHeader.CM_DREQ -> {
                asked.add(new long[] {remote, local});
                int qpn = dreq.wrap(packet.buffer(), body).remoteQpn();
                if (talk != null && qpn == talk.ownQpn) {
                    talk.hearEnd(now);
                }
            }
            case MadHeader.CM_DREP -> {
                if (talk != null) {
                    talk.hearAgreement(now);
                }
            }
            case MadHeader.CM_MRA -> {
                CmTalkView patient = own(remote);
                if (patient != null) {
                    patient.hearWait();
                }
            }
            default -> {}
        }
    }

    private void asks(FrameView packet, int body, int id) {
        req.wrap(packet.buffer(), body);
        long peer = req.primaryLocalGidLow();
        CmTalkView talk = asking(id, peer);
        if (talk == null) {
            talk = add(new CmTalkView(req, peer, false, patienceNs));
            talk.origin = packet.sourceLow();
            talk.begin(now);
        } else if (talk.isOver(now)) {
            talk.origin = packet.sourceLow();
            talk.renew(req, now);
        } else {
            talk.hearAgain(now);
        }
        if (talks.stream()
                .anyMatch(each -> each.active && each.peerId == id && each.peer == peer)) {
            // The id of a connection the other way: the REQ may be that one's, and dropped.
            talk.said(MadHeader.CM_REP);
        }
    }

    private void replies(FrameView packet, int body, int local, int remote) {
        rep.wrap(packet.buffer(), body);
        CmTalkView talk = own(remote);
        if (talk != null && talk.active) {
            talk.hearReply(local, rep.localQpn(), now);
        }
    }

    /** By both ids; a peer's that is not known fits any. */
    private CmTalkView find(int own, int peer) {
        CmTalkView talk = own(own);
        return talk != null && (talk.peerId == peer || talk.peerId == 0) ? talk : null;
    }

    private CmTalkView own(int own) {
        CmTalkView found = null;
        for (CmTalkView each : talks) {
            found = own != 0 && each.ownId == own ? each : found;
        }
        return found;
    }

    /** Whose REQ has this id. */
    private CmTalkView asking(int id, long peer) {
        CmTalkView found = null;
        for (CmTalkView each : talks) {
            found = !each.active && each.peerId == id && each.peer == peer ? each : found;
        }
        return found;
    }

    /**
     * Whose REQ of this id a REJ to this address answers: the longest waiting one that came from there,
     * since who is not let in has no other address yet (its global identifiers may lie).
     */
    private CmTalkView refusable(int id, long to) {
        CmTalkView found = null;
        for (CmTalkView each : talks) {
            boolean waits = !each.active
                    && each.peerId == id
                    && each.origin == to
                    && each.ownId == 0
                    && each.isWaiting();
            found = waits && (found == null || each.askedNs() < found.askedNs()) ? each : found;
        }
        found = found == null ? asking(id, to) : found;
        return found == null ? asking(id) : found;
    }

    private CmTalkView asking(int id) {
        CmTalkView found = null;
        for (CmTalkView each : talks) {
            found = !each.active && each.peerId == id ? each : found;
        }
        return found;
    }

    @Override
    public void end(long now) {
        talks.forEach(each -> each.due(now, this::breach));
    }

    @Override
    public List<String> breaches() {
        return List.copyOf(breaches);
    }
}
