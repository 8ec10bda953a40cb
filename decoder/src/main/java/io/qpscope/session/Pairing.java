package io.qpscope.session;

import io.qpscope.frame.FrameView;

import java.util.List;

/**
 * Finds whose request an answer answers. Where no handshake told, an answer's PSN must fall into the
 * window of exactly one requester of the opposite direction; what fits several is left ambiguous.
 */
final class Pairing {
    /** Candidates looked at for one answer; more of them make a guess worthless anyway. */
    private static final int MAX_CANDIDATES = 1 << 12;

    private static final int MIN_MISSES = 3;

    private final Sessions sessions;

    Pairing(Sessions sessions) {
        this.sessions = sessions;
    }

    /** The flow whose requester is answered, or null when that is not known. */
    Flow requesterOf(Flow answers, FrameView frame) {
        Flow peer = answers.peer;
        int psn = frame.psn();
        if (peer == null) {
            return pair(answers, psn);
        }
        Flow next = peer.successor;
        if (peer.requester.sent(psn)) {
            answers.pairingHits++;
            return peer;
        }
        if (next != null && next.requester.sent(psn)) {
            return restart(answers, peer, next);
        }
        answers.pairingMisses++;
        if (peer.session.pairedBy == PairedBy.ACK
                && answers.pairingMisses >= MIN_MISSES
                && answers.pairingMisses > answers.pairingHits) {
            part(answers, peer);
            return null;
        }
        return peer.requester.started && peer.requester.plausible(psn) ? peer : null;
    }

    private Flow pair(Flow answers, int psn) {
        List<Flow> candidates = sessions.addresses.reverse(answers.pair).unpaired;
        Flow found = null;
        for (int i = 0; i < Math.min(candidates.size(), MAX_CANDIDATES); i++) {
            Flow candidate = candidates.get(i);
            boolean fits = candidate != answers
                    && candidate.service == answers.service
                    && candidate.peer == null
                    && candidate.requester.awaits(psn);
            if (fits && found != null) {
                answers.ambiguous++;
                return null;
            }
            if (fits) {
                found = candidate;
            }
        }
        if (found == null) {
            return null;
        }
        Session session = found.session != null ? found.session : answers.session;
        if (session == null) {
            session = sessions.session();
            if (session == null) {
                return null;
            }
            session.pairedBy = PairedBy.ACK;
        }
        int side = found.session == session && session.flows[1] == found ? 1 : 0;
        if (found.session == null && answers.session == session) {
            side = session.flows[0] == answers ? 1 : 0;
        }
        sessions.join(session, side, found);
        sessions.join(session, 1 - side, answers);
        answers.pairingHits++;
        return found;
    }

    /** Answers follow a PSN jump: both flows begin another life, and a session of its own. */
    private Flow restart(Flow answers, Flow old, Flow next) {
        Session session = sessions.session();
        if (session == null) {
            return null;
        }
        session.pairedBy = PairedBy.ACK;
        Flow answering =
                sessions.flow(answers.pair, answers.destQp, answers.sourceQp, answers.service);
        sessions.replace(old, next);
        sessions.replace(answers, answering);
        sessions.join(session, 0, next);
        sessions.join(session, 1, answering);
        answering.pairingHits++;
        return next;
    }

    /** The pairing was wrong. */
    private void part(Flow answers, Flow peer) {
        Session session = peer.session;
        answers.peer = null;
        peer.peer = null;
        session.flows[answers == session.flows[0] ? 0 : 1] = null;
        session.pairedBy = PairedBy.NONE;
        answers.session = null;
        answers.pair.unpaired.add(answers);
        peer.pair.unpaired.add(peer);
        answers.pairingHits = 0;
        answers.pairingMisses = 0;
    }
}
