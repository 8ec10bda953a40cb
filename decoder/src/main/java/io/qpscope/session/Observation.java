package io.qpscope.session;

import java.util.List;

/**
 * Something the tracker saw that a count alone doesn't tell; the rules read them.
 *
 * @param session id, or 0 when it belongs to no session
 * @param from who did it, or null
 * @param frames at most the first 20
 * @param count how often
 * @param value in the unit the kind names, or 0
 * @param text what the kind names, or the empty string
 */
public record Observation(
        Kind kind, int session, Side from, List<Long> frames, long count, long value, String text) {

    Observation withSession(int id) {
        return new Observation(kind, id, from, frames, count, value, text);
    }

    public enum Kind {
        /**
         * Sender of the NAK, without those that only follow an RNR NAK for the same PSN; value:
         * highest PSN asked for.
         */
        PSN_SEQUENCE_NAK,
        /** Sender of the NAK; value: PSN refused. */
        REMOTE_ACCESS_NAK,
        INVALID_REQUEST_NAK,
        REMOTE_OPERATIONAL_NAK,
        /** Sender of the RNR NAK; value: longest promised wait, ns. */
        RNR_NAK,
        /** Sender of the RNR NAK, for a WRITE without immediate data. */
        RNR_NAK_ON_WRITE,
        /** Requester; value: longest wait before it sent again, ns. */
        RNR_WAIT,
        /** The same, shorter than promised; value: ns too short; text: both times. */
        RNR_WAIT_SHORT,
        /** The same, far longer than promised; value: longest wait, ns; text: both times. */
        RNR_WAIT_SLOW,
        /**
         * Requester that sent less than all from the refused PSN on; value: packets left out; text:
         * after what.
         */
        PARTIAL_RESEND,
        /** Requester whose packets were lost before the tap. */
        LOSS_BEFORE_TAP,
        LOSS_AFTER_TAP,
        LOSS_BY_CAPTURE,
        LOSS_UNDECIDED,
        REORDERED,
        /** Requester; value: longest wait, ns. */
        ACK_TIMEOUT,
        /** The same, but the answers came later: nothing was lost. */
        TIMEOUT_TOO_SHORT,
        SPURIOUS_TIMEOUT,
        /** Packets missing; value: largest gap. */
        UC_GAP,
        /** Value: stored ICRC in the low and computed ICRC in the high 32 bits of the first. */
        BAD_ICRC,
        /** Packets of another transport version than 0; value: the first one's TVer. */
        OTHER_VERSION,
        /** Both directions of a session differ in MigReq. */
        MIGREQ_MISMATCH,
        /** Packets with ECN CE although their receiver sent no CNP. */
        CE_WITHOUT_CNP,
        /** Sender of CNPs whose BECN bit is not set. */
        CNP_WITHOUT_BECN,
        /** Sender of CNPs with another DSCP than the options ask for; value: the one asked for. */
        CNP_DSCP,
        /** Sender of a REQ without REP or REJ; value: ns from first REQ to the capture's end. */
        CM_UNANSWERED,
        /** Sender of the REJ; value: reason code; text: the reason. */
        CM_REJECTED,
        /** Sender of answers that fit several requesters, so that none was chosen. */
        AMBIGUOUS_PAIRING,
        /**
         * Sender on a native InfiniBand link that had no credits for its largest packet for 100 us
         * or more, with the frame from which on; value: longest time, ns; text, as of all link kinds: interface and VL.
         */
        CREDIT_STARVED,
        /** Sender whose blocks did not pass; value: most at a time. */
        CREDIT_LEAK,
        /** Sender that sent more than it was allowed; value: most blocks too many. */
        CREDIT_OVERRUN,
        /** Sender of the initialisation. */
        LINK_REINIT,
        BAD_LPCRC,
        BAD_VCRC,
        /** Sender of the Terminate; text: what it says and which request it names. */
        IWARP_TERMINATE,
        /** Sender of FPDUs with a wrong CRC32C. */
        MPA_CRC_BAD,
        /** Sender of FPDUs with a good CRC that hold no DDP and RDMAP segment; text: why not. */
        SEGMENT_MALFORMED,
        /** Sender of the reply; text: its private data. */
        MPA_REJECTED,
        /** Sender of a message out of sequence; text: queue, expected and seen MSN. */
        MSN_ORDER,
        /** Sender of a segment at the wrong offset of its message; text as for the MSN. */
        MO_ORDER,
        /** Requester; value: most READ and atomic requests open at once; text: the peer's IRD. */
        IRD_EXCEEDED,
        /** The same where no IRD was negotiated. */
        IRD_UNKNOWN,
        /** Responder that sent before the initiator's first FPDU. */
        DATA_BEFORE_RTR,
        /** Who broke the agreement on the ready-to-receive message; text: how. */
        RTR_MISMATCH,
        /** Sender of markers that are wrong; text: how. */
        MARKER_FAULT,
        /** Sender of the stream; value: bytes skipped in the worst gap; text: what was skipped. */
        STREAM_GAP,
        /** Sender whose segments were lost; value: longest stall, ns; text: what was lost where. */
        TCP_LOSS,
        /** Responder; text of this and what follows: the first breach in words. */
        NAK_REPEATED,
        /** Responder that answered what was sent only later. */
        ACK_UNSENT,
        MSN_BACK,
        /** Responder that asked for what it had acknowledged. */
        ACK_TAKEN_BACK,
        RESPONSE_OUTSIDE,
        /** Responder that answers a READ's second half as such, as rxe does. */
        READ_RESUMED,
        /** Requester whose PSN came again with another content. */
        CONTENT_CHANGED,
        RKEY_CHANGED,
        OPCODE_SEQUENCE,
        /** Requester; value: most READs and ATOMICs open; text: what was negotiated. */
        READ_DEPTH,
        CREDITS_EXCEEDED,
        /** Either side. */
        PAYLOAD_LENGTH,
        PAD_COUNT,
        DATA_AFTER_ERROR,
        /** Of no session; count: flows; text: two places that hold the same packets of them. */
        SHARED_TRAFFIC,
        /** Value: how many; memory bounds made us drop or cut. */
        LIMIT_REACHED
    }
}
