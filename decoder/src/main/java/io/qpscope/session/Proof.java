package io.qpscope.session;

import io.qpscope.session.Observation.Kind;

import java.util.EnumSet;
import java.util.Set;

/** Takes back breaches of rules that the whole capture turns out not to prove. */
final class Proof {
    /** Answers that make a pairing by acknowledgements sure enough to blame somebody. */
    private static final int SURE = 3;

    private static final Set<Kind> OF_ANSWERS = EnumSet.of(
            Kind.NAK_REPEATED,
            Kind.ACK_UNSENT,
            Kind.MSN_BACK,
            Kind.ACK_TAKEN_BACK,
            Kind.RESPONSE_OUTSIDE,
            Kind.READ_RESUMED);

    /** Requests or answers that the capture lacks may make these lawful. */
    private static final Set<Kind> OF_WHOLE_CAPTURES =
            EnumSet.of(Kind.NAK_REPEATED, Kind.ACK_UNSENT, Kind.CREDITS_EXCEEDED, Kind.READ_DEPTH);

    private Proof() {}

    static void check(Session session, Flow flow) {
        Requester asked = flow.peer == null ? null : flow.peer.requester;
        if (asked == null || (session.pairedBy == PairedBy.ACK && !sure(flow))) {
            OF_ANSWERS.forEach(flow.log::forget);
        }
        if (lacks(asked) || lacks(flow.requester)) {
            OF_WHOLE_CAPTURES.forEach(flow.log::forget);
        }
    }

    private static boolean sure(Flow answers) {
        return answers.pairingHits >= SURE && answers.pairingHits > 4 * answers.pairingMisses;
    }

    private static boolean lacks(Requester requester) {
        return requester != null
                && (requester.counts.lostByCapture > 0
                        || requester.responses.counts.lostByCapture > 0);
    }
}
