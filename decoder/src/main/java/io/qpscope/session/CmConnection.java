package io.qpscope.session;

import io.qpscope.session.CmSummary.Said;

import java.util.ArrayList;
import java.util.List;

/** One RDMA-CM exchange while it is followed; the active side sent the REQ. */
final class CmConnection {
    final Session session;
    /** From the REQ's sender to its receiver. */
    final AddressPair pair;

    /** Of the queue pairs, as the REQ says. */
    Service service;
    /**
     * Whether the REQ names a queue pair that is connected already: who only forges one must not end
     * that connection, so that it ends when the new one is ready.
     */
    boolean replaces;

    Said request;
    Said reply;
    /** REQ's maximum CM retries. */
    int maxCmRetries;

    /** How long the active side waits for an answer, by its own REQ. */
    long responseTimeoutNs;

    long requests;
    final List<Long> requestFrames = new ArrayList<>(1);
    long firstRequestNs;
    long mraFrame;
    long readyFrame;
    /** Whether a DREQ that names it in all has passed. */
    boolean endAsked;

    long disconnectFrame;
    long disconnectNs;
    /** What about the REQ's addresses may explain a rejection; empty for nothing. */
    String addressHint = "";

    int rejectReason = -1;
    String rejectText;
    long rejectFrame;
    /** Whether the REQ's sender rejected (a REP), not its receiver. */
    boolean rejectedByActive;

    CmConnection(Session session, AddressPair pair) {
        this.session = session;
        this.pair = pair;
    }

    /** Whether both sides have agreed to it and neither has ended it, as far as was heard. */
    boolean stands() {
        boolean refused = rejectReason >= 0 && readyFrame == 0;
        return reply != null && !endAsked && !refused;
    }

    /** Whether a DREQ with these ids, the sender's first, and this queue pair ends it. */
    boolean isNamed(int local, int remote, int qpn) {
        if (reply == null) {
            return false;
        }
        boolean any = service == Service.XRC;
        boolean byActive = local == request.commId() && remote == reply.commId();
        boolean byPassive = local == reply.commId() && remote == request.commId();
        return (byActive && (any || qpn == reply.qpn()))
                || (byPassive && (any || qpn == request.qpn()));
    }

    void requested(long frame) {
        requests++;
        if (requestFrames.size() < ObservationLog.MAX_FRAMES) {
            requestFrames.add(frame);
        }
    }
}
