package io.qpscope.finding;

import io.qpscope.session.Observation;
import io.qpscope.session.Observation.Kind;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * What one side of each session did against the rules: breaches that need no more to be proved than
 * what it sent and what reached it, as a tap beside it sees both. What it suffered, such as losses
 * and timeouts, is left out.
 */
public final class Conduct {
    private static final Set<Kind> BREACHES = EnumSet.of(
            Kind.PARTIAL_RESEND,
            Kind.RNR_WAIT_SHORT,
            Kind.RNR_WAIT_SLOW,
            Kind.BAD_ICRC,
            Kind.OTHER_VERSION,
            Kind.CONTENT_CHANGED,
            Kind.RKEY_CHANGED,
            Kind.RESPONSE_OUTSIDE,
            Kind.ACK_UNSENT,
            Kind.ACK_TAKEN_BACK,
            Kind.OPCODE_SEQUENCE,
            Kind.PAYLOAD_LENGTH,
            Kind.PAD_COUNT,
            Kind.NAK_REPEATED,
            Kind.MSN_BACK,
            Kind.DATA_AFTER_ERROR,
            Kind.CREDITS_EXCEEDED,
            Kind.READ_DEPTH,
            Kind.READ_RESUMED,
            Kind.MPA_CRC_BAD,
            Kind.SEGMENT_MALFORMED,
            Kind.MSN_ORDER,
            Kind.MO_ORDER,
            Kind.IRD_EXCEEDED,
            Kind.DATA_BEFORE_RTR,
            Kind.RTR_MISMATCH,
            Kind.MARKER_FAULT);

    private Conduct() {}

    /**
     * What fires, worst first.
     *
     * @param accused the side to be judged, by a session's id; null for neither
     */
    public static List<Finding> judge(TrackerResult result, IntFunction<Side> accused) {
        List<Finding> findings = new ArrayList<>();
        ObservationRules breaches = new ObservationRules(result, findings);
        RecoveryRules recovery = new RecoveryRules(result, findings);
        for (Observation seen : result.observations()) {
            if (seen.session() > 0
                    && seen.from() != null
                    && seen.from() == accused.apply(seen.session())
                    && BREACHES.contains(seen.kind())) {
                breaches.judge(seen);
                recovery.judge(seen);
            }
        }
        for (SessionSummary session : result.sessions()) {
            Side side = accused.apply(session.id());
            if (side != null) {
                recovery.judge(session, session.direction(side));
            }
        }
        return Rules.worstFirst(findings);
    }
}
