package io.qpscope.finding;

import io.qpscope.session.Observation;
import io.qpscope.session.SessionSummary;

import java.util.List;

/** Rules that read one breach of the reliable connection's protocol each. */
final class ConformanceRules {
    private final SessionSummary session;
    private final List<Finding> findings;

    ConformanceRules(SessionSummary session, List<Finding> findings) {
        this.session = session;
        this.findings = findings;
    }

    /** Tells whether the observation is one of these. */
    boolean judge(Observation seen) {
        Rule rule = rule(seen.kind());
        if (rule == null) {
            return false;
        }
        String from = Names.of(session, seen.from());
        String to = Names.of(session, seen.from().other());
        String times = " " + Names.count(seen.count(), "time") + ", first with " + seen.text();
        String message = from
                + switch (seen.kind()) {
                    case CONTENT_CHANGED -> " changed what it sent again" + times;
                    case RKEY_CHANGED -> " repeated a request with another key" + times;
                    case RESPONSE_OUTSIDE -> " answered " + to + " otherwise than asked" + times;
                    case ACK_UNSENT -> " answered " + to + " before it was asked" + times;
                    case ACK_TAKEN_BACK -> " acknowledged too much" + times;
                    case OPCODE_SEQUENCE -> " broke the sequence of a message" + times;
                    case PAYLOAD_LENGTH -> " sent a wrong length" + times;
                    case PAD_COUNT -> " padded wrongly" + times;
                    case NAK_REPEATED -> " complained again of one gap" + times;
                    case MSN_BACK -> " let the MSN go back" + times;
                    case DATA_AFTER_ERROR -> " went on after a fatal error" + times;
                    case CREDITS_EXCEEDED -> " sent beyond the credits of " + to + times;
                    case READ_DEPTH ->
                        " had up to " + seen.value() + " READs and ATOMICs open where "
                                + seen.text() + " were negotiated with " + to;
                    default -> " answered a repeated READ of " + to + " from the middle" + times;
                }
                + ".";
        findings.add(new Finding(rule, seen.session(), seen.frames(), message));
        return true;
    }

    private static Rule rule(Observation.Kind kind) {
        return switch (kind) {
            case CONTENT_CHANGED -> ConformanceCatalogue.CONTENT_CHANGED;
            case RKEY_CHANGED -> ConformanceCatalogue.RKEY_CHANGED;
            case RESPONSE_OUTSIDE -> ConformanceCatalogue.RESPONSE_OUTSIDE;
            case ACK_UNSENT -> ConformanceCatalogue.ACK_UNSENT;
            case ACK_TAKEN_BACK -> ConformanceCatalogue.ACK_TAKEN_BACK;
            case OPCODE_SEQUENCE -> ConformanceCatalogue.OPCODE_SEQUENCE;
            case PAYLOAD_LENGTH -> ConformanceCatalogue.PAYLOAD_LENGTH;
            case PAD_COUNT -> ConformanceCatalogue.PAD_COUNT;
            case NAK_REPEATED -> ConformanceCatalogue.NAK_REPEATED;
            case MSN_BACK -> ConformanceCatalogue.MSN_BACK;
            case DATA_AFTER_ERROR -> ConformanceCatalogue.DATA_AFTER_ERROR;
            case CREDITS_EXCEEDED -> ConformanceCatalogue.CREDITS_EXCEEDED;
            case READ_DEPTH -> ConformanceCatalogue.READ_DEPTH;
            case READ_RESUMED -> ConformanceCatalogue.READ_RESUMED;
            default -> null;
        };
    }
}
