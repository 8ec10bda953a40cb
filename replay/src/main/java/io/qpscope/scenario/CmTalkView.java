package io.qpscope.scenario;

import io.qpscope.wire.AckTimeout;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.MadHeader;

import java.util.Arrays;
import java.util.function.Consumer;

/** One connection, as {@link CmWatch} follows it at the port of one side. */
final class CmTalkView {
    private static final long NOTHING = -1;

    /** Reasons of a REJ (IBA vol 1, 12.6.7.2). */
    static final int TIMEOUT = 4;

    static final int NO_SERVICE = 8;
    private static final int WRONG_TYPE = 9;
    private static final int STALE = 10;
    private static final int WRONG_MTU = 26;
    private static final int MOST_REASON = 35;
    private static final int[] ANSWERS = {MadHeader.CM_REP, MadHeader.CM_RTU, MadHeader.CM_DREP};

    /** Exponent from which on nothing can be said of what waits. */
    private static final int LONGEST = 24;

    /** Whether the host asked for it. */
    final boolean active;
    /** Within which the host says what it must. */
    private final long patienceNs;
    /** Lower half of the address that the connection goes to. */
    final long peer;
    /** Lower half of the address that the first REQ came from, which may be another. */
    long origin;

    int ownId;
    int peerId;
    int ownQpn;
    int peerQpn;
    long service;
    /** Whether the REP was said, or heard by who asked. */
    boolean replied;
    /** That of the connection before with the same ids. */
    private int formerId;
    /** REQs that came and have no answer yet. */
    private int requests;

    private long requestNs = NOTHING;

    /** By attribute: since when a message must be said; {@link #NOTHING} for none. */
    private final long[] owedNs = new long[MadHeader.CM_APR + 1];

    private int serviceType;
    private int pathMtu;
    private int startPsn;
    private int retries;
    private long responseNs;
    private long restNs;
    private boolean ready;
    /** When an RTU was first heard; only where {@link #ready}. */
    private long readyNs;

    private boolean over;
    private boolean ending;
    private long endNs;
    private boolean vague;
    private final int[] sendings = new int[MadHeader.CM_APR + 1];
    private final long[] lastNs = new long[MadHeader.CM_APR + 1];

    CmTalkView(CmReq req, long peer, boolean active, long patienceNs) {
        this.active = active;
        this.patienceNs = patienceNs;
        this.peer = peer;
        Arrays.fill(owedNs, NOTHING);
        take(req);
    }

    private void take(CmReq req) {
        ownId = active ? (int) req.localCommId() : 0;
        peerId = active ? 0 : (int) req.localCommId();
        ownQpn = active ? req.localQpn() : 0;
        peerQpn = active ? 0 : req.localQpn();
        service = req.serviceId();
        serviceType = req.serviceType();
        pathMtu = req.pathMtu();
        startPsn = req.startPsn();
        retries = req.maxCmRetries();
        responseNs = AckTimeout.ns(Math.max(1, Math.min(LONGEST, req.localResponseTimeout())));
        restNs = AckTimeout.ns(Math.max(1, Math.min(LONGEST, req.primaryLocalAckTimeout())));
    }

    boolean isAnother(CmReq req) {
        return req.localQpn() != ownQpn || req.startPsn() != startPsn || req.serviceId() != service;
    }

    /** A REQ came that nothing was known of. */
    void begin(long now) {
        over = false;
        ending = false;
        ready = false;
        replied = false;
        formerId = ownId;
        ownId = active ? ownId : 0;
        sendings[MadHeader.CM_REP] = 0;
        sendings[MadHeader.CM_DREQ] = 0;
        asked(now);
    }

    /** What came just before may have been answered, and the answer not have left yet. */
    private void asked(long now) {
        boolean fresh = requestNs != NOTHING && now - requestNs <= patienceNs;
        requests = fresh ? requests + 1 : 1;
        requestNs = now;
        owe(MadHeader.CM_REP, now);
    }

    boolean isWaiting() {
        return requests > 0;
    }

    /** Whether this answers what was asked before the connection began anew. */
    boolean isLate(int id) {
        return id == formerId && id != ownId && requests > 1;
    }

    long askedNs() {
        return requestNs;
    }

    void renew(CmReq req, long now) {
        take(req);
        begin(now);
    }

    private void owe(int attribute, long now) {
        owedNs[attribute] = now;
    }

    /** It is said. */
    void said(int attribute) {
        owedNs[attribute] = NOTHING;
    }

    /** Tells when something was not said within the patience. */
    void due(long now, Consumer<String> breach) {
        for (int attribute : ANSWERS) {
            boolean late = owedNs[attribute] != NOTHING && now - owedNs[attribute] > patienceNs;
            if (late && !vague) {
                breach.accept(missing(attribute));
            }
            if (late) {
                owedNs[attribute] = NOTHING;
            }
        }
    }

    private String missing(int attribute) {
        return switch (attribute) {
            case MadHeader.CM_REP -> replied ? "no REP for a repeated REQ" : "no answer to a REQ";
            case MadHeader.CM_RTU -> "no RTU for a REP";
            default -> "no DREP for a DREQ";
        };
    }

    /**
     * One more of a kind that nobody asked for; true when that is one too many, or too early. Others may
     * have been before the last one at its port, so that an eighth less is not early.
     */
    boolean repeats(int attribute, long now) {
        boolean early =
                sendings[attribute] > 0 && now - lastNs[attribute] < responseNs - responseNs / 8;
        lastNs[attribute] = now;
        boolean unasked = attribute != MadHeader.CM_REP || !ready;
        return !vague && (++sendings[attribute] > retries + 1 || early || !unasked);
    }

    /** A DREQ is said, which leaves no REP to confirm; true when it is one too many, or too early. */
    boolean ends(long now) {
        said(MadHeader.CM_RTU);
        return repeats(MadHeader.CM_DREQ, now);
    }

    /** An answer to a REQ is said; false when no REQ asked for it. */
    boolean answers() {
        boolean asked = requests > 0;
        requests = Math.max(0, requests - 1);
        if (requests == 0) {
            said(MadHeader.CM_REP);
        }
        return asked;
    }

    /** The same REQ again: who has said a REP that was not confirmed says it again. */
    void hearAgain(long now) {
        if (!ready && !vague && !ending) {
            asked(now);
        }
    }

    void hearReply(int id, int qpn, long now) {
        boolean first = !replied;
        if (over) {
            return;
        }
        if (first) {
            replied = true;
            peerId = id;
            peerQpn = qpn;
            ready = true;
        }
        if (id == peerId && !ending && sendings[MadHeader.CM_DREQ] == 0) {
            owe(MadHeader.CM_RTU, now);
        }
    }

    void ready(long now) {
        readyNs = ready ? readyNs : now;
        ready = true;
    }

    /** Whether an RTU has come so lately that the host may have spoken before it knew. */
    boolean isReadySince(long now, long ns) {
        return ready && now - readyNs < ns;
    }

    /** Data may stand for an RTU, or not: the watch does not know what completed. */
    void hearData() {
        vague |= !active && !ready;
    }

    void hearWait() {
        lastNs[MadHeader.CM_REQ] = Long.MIN_VALUE / 2;
    }

    void hearEnd(long now) {
        boolean alive = replied && !over;
        if (alive || isResting(now)) {
            owe(MadHeader.CM_DREP, now);
            end(now);
        }
    }

    void hearAgreement(long now) {
        if (sendings[MadHeader.CM_DREQ] > 0) {
            end(now);
        }
    }

    private void end(long now) {
        if (!ending) {
            ending = true;
            endNs = now;
        }
    }

    private boolean isResting(long now) {
        return ending && !over && now - endNs <= restNs;
    }

    /** It is refused, or the host has given up; answers given before may still be about to leave. */
    void refused() {
        over = true;
        Arrays.fill(owedNs, NOTHING);
    }

    /** A REJ counts until the connection stands. */
    void hearRefusal(int id) {
        boolean fits = active ? !replied : id == peerId && !ready;
        if (fits) {
            refused();
        }
    }

    /** Whether the same ids may mean another connection. */
    boolean isOver(long now) {
        return over || vague || (ending && now - endNs > restNs);
    }

    boolean isReasonable(int reason, long now) {
        return switch (reason) {
            case WRONG_TYPE -> serviceType != 0;
            case WRONG_MTU -> CmReq.pathMtuBytes(pathMtu) == 0 || pathMtu > 1;
            case STALE -> isResting(now) || vague;
            case NO_SERVICE -> !replied;
            case TIMEOUT -> false;
            default -> reason > 0 && reason <= MOST_REASON;
        };
    }
}
