package io.qpscope.finding;

import java.util.List;

/**
 * Rules of the reliable connection that a queue pair broke. What a standard implementation checks
 * itself was read in Linux (rxe_resp.c, qib_rc.c); clauses of the specification are from memory.
 */
final class ConformanceCatalogue {
    static final Rule CONTENT_CHANGED = new Rule(
            "RC-CONTENT-CHANGED",
            Severity.ERROR,
            "A PSN was sent again with another content",
            "A request repeated under the same PSN must be the same packet: the first one may have"
                    + " been carried out already, and the receiver drops the second as a duplicate."
                    + " Both ICRCs are good, and AckReq, ECN, MigReq, the UDP source port and the"
                    + " IP identification are left out of the comparison. Which content arrived"
                    + " depends on which packet was lost.",
            "Look at the two frames. If only the payload differs, the application may have changed"
                    + " its buffer before the completion; else it is the sender's retransmission.",
            "IBA vol 1, 9.7.5.1.2 and 9.9.2.1 (clauses from memory, not verified)");

    static final Rule RKEY_CHANGED = new Rule(
            "RC-RKEY-CHANGED",
            Severity.ERROR,
            "A request was repeated with another R_Key",
            "A READ or WRITE that begins again, or a READ that goes on after a lost response, must"
                    + " name the memory region of its first sending. A responder that remembers the"
                    + " first key refuses it or drops it; one that does not touches other memory.",
            "Look at the sender's retransmission: the key must come from the work request.",
            "IBA vol 1, 9.7.5.1.4 (from memory, not verified); Linux rxe_resp.c, duplicate_request");

    static final Rule RESPONSE_OUTSIDE = new Rule(
            "RC-READ-RESPONSE-OUTSIDE",
            Severity.ERROR,
            "A response is not what the request asked for",
            "READ responses take the PSNs of their request, the last of them ends where the READ"
                    + " does, and an ATOMIC has one answer of its own kind. The requester ends with"
                    + " a bad response or length error, or writes data where it does not belong.",
            "Look at the responder: how it counts responses and cuts the data into packets. Compare"
                    + " the path MTU of both ends.",
            "IBA vol 1, 9.7.5.1.4 and 9.7.5.1.9 (clauses from memory, not verified)");

    static final Rule ACK_UNSENT = new Rule(
            "RC-ACK-UNSENT",
            Severity.ERROR,
            "An answer came for a PSN that was never sent",
            "The responder acknowledged a request more than a millisecond before it passed, and"
                    + " answered again afterwards: it was no packet recorded in the wrong order."
                    + " Requesters ignore such an answer or end in error.",
            "Look at the responder's PSN arithmetic, or for answers of an earlier life of the queue"
                    + " pair.",
            "IBA vol 1, 9.7.7.1.1 (ghost acknowledgements; from memory, not verified)");

    static final Rule ACK_TAKEN_BACK = new Rule(
            "RC-ACK-BEYOND-RECEIVED",
            Severity.ERROR,
            "A responder acknowledged what it had not received",
            "An acknowledgement covers all requests up to its PSN. This responder acknowledged one"
                    + " and later asked for it with a NAK: the requester has completed it by then,"
                    + " and its data is lost.",
            "Look at the responder: an acknowledgement must never run ahead of the expected PSN.",
            "IBA vol 1, 9.7.5.1.2 and 9.7.5.2.2 (clauses from memory, not verified)");

    static final Rule OPCODE_SEQUENCE = new Rule(
            "RC-OPCODE-SEQUENCE",
            Severity.ERROR,
            "Packets of a message are out of sequence",
            "Consecutive PSNs must carry FIRST, MIDDLE and LAST of one message, or an ONLY. The"
                    + " responder answers anything else with NAK 1 (invalid request), and the queue"
                    + " pair ends in error.",
            "Look at how the sender cuts messages into packets, above all after a rewind.",
            "IBA vol 1, 9.7.4.1.2 and C9-21 (clauses from memory, not verified); Linux rxe_resp.c,"
                    + " check_op_seq");

    static final Rule PAYLOAD_LENGTH = new Rule(
            "RC-PAYLOAD-LENGTH",
            Severity.ERROR,
            "A packet's payload is not as long as it must be",
            "FIRST and MIDDLE packets carry exactly one path MTU, LAST from one byte to one MTU,"
                    + " ONLY at most one MTU, and a WRITE's packets add up to the length in its"
                    + " RETH. The responder answers a wrong length with NAK 1.",
            "Compare the path MTU that both ends were configured with, then the sender's"
                    + " segmentation.",
            "IBA vol 1, 9.7.4.1.6 (clause from memory, not verified); Linux rxe_resp.c,"
                    + " check_length and check_rkey");

    static final Rule PAD_COUNT = new Rule(
            "RC-PAD-COUNT",
            Severity.ERROR,
            "The pad count does not fit the payload",
            "The payload is filled up with zero to three bytes to a multiple of four, and PadCnt in"
                    + " the BTH tells how many they are. Here payload and pad are no multiple of"
                    + " four, or a WRITE has so many bytes more than its RETH tells. The receiver"
                    + " takes pad for data, or drops the packet.",
            "Look at the sender's packet builder for payloads that are no multiple of four.",
            "IBA vol 1, 9.2.4 (clause from memory, not verified); Linux rxe_resp.c, check_rkey");

    static final Rule NAK_REPEATED = new Rule(
            "RC-NAK-REPEATED",
            Severity.WARNING,
            "A responder sent more than one NAK for one gap",
            "After a PSN sequence NAK a responder stays silent until the expected PSN arrives. Here"
                    + " it complained again although the sender had not yet gone back and no RNR"
                    + " NAK lay between. Every further NAK may cost another rewind.",
            "Look at the responder's NAK state: it must be kept until the expected PSN comes.",
            "IBA vol 1, 9.7.5.2.2 (clause from memory, not verified); Linux rxe_resp.c, check_psn"
                    + " (sent_psn_nak)");

    static final Rule MSN_BACK = new Rule(
            "RC-MSN-BACK",
            Severity.WARNING,
            "A message sequence number went back",
            "The MSN of an AETH counts the messages a responder has completed. It can't fall while"
                    + " acknowledged PSNs rise; a requester that counts credits by it will stall or"
                    + " send too much.",
            "Look at the responder: MSN must be kept for the life of the queue pair, modulo 2^24.",
            "IBA vol 1, 9.7.7.1 (clause from memory, not verified)");

    static final Rule DATA_AFTER_ERROR = new Rule(
            "RC-DATA-AFTER-ERROR",
            Severity.WARNING,
            "A queue pair went on after a fatal error",
            "NAK 1, 2 or 3 ends both queue pairs: the requester flushes what is left, the responder"
                    + " drops what still comes. Here requests went on more than 100 ms later, when"
                    + " nothing can have been under way any more, or the responder acknowledged"
                    + " what it had refused.",
            "Look at the side named: it must go to the error state, and start anew only through"
                    + " RESET.",
            "IBA vol 1, 9.9.2 and 10.3.1 (clauses from memory, not verified)");

    static final Rule CREDITS_EXCEEDED = new Rule(
            "RC-CREDITS-EXCEEDED",
            Severity.WARNING,
            "More messages were sent than the responder has receives for",
            "The credit count of an acknowledgement limits the SENDs and WRITEs with immediate data"
                    + " that may follow; one message may go beyond it as a probe. More of them meet"
                    + " RNR NAKs and waits.",
            "Look at the requester's end-to-end flow control, or let the responder use a shared"
                    + " receive queue, which grants no credits.",
            "IBA vol 1, 9.7.7.2 (clause from memory, not verified); Linux qib_rc.c (s_lsn)");

    static final Rule READ_DEPTH = new Rule(
            "RC-READ-DEPTH",
            Severity.WARNING,
            "More READs and ATOMICs were open than negotiated",
            "The REP of the connection manager tells how many READ and ATOMIC requests each side may"
                    + " have open. A responder without resources for more answers with NAK 1, or"
                    + " forgets the oldest, whose repetition it then drops.",
            "Compare the requester's max_rd_atomic with the responder's max_dest_rd_atomic; both"
                    + " should come from the connection manager.",
            "IBA vol 1, 9.7.4.1.7 and 12.7.29 (clauses from memory, not verified); ibv_modify_qp(3)");

    static final Rule READ_RESUMED = new Rule(
            "RC-READ-RESUMED",
            Severity.NOTE,
            "A repeated READ was answered from the middle",
            "A READ that is asked for again from a lost response on is a request of its own, whose"
                    + " answer begins with FIRST or ONLY. This responder went on with MIDDLE or"
                    + " LAST, as Linux rxe does. Requesters that insist on FIRST can't recover.",
            "Nothing to mend if both ends get along; else look at the responder's replay of READs.",
            "IBA vol 1, 9.7.5.1.4 (from memory, not verified); Linux rxe_resp.c, read_reply");

    private ConformanceCatalogue() {}

    static List<Rule> all() {
        return List.of(
                CONTENT_CHANGED,
                RKEY_CHANGED,
                RESPONSE_OUTSIDE,
                ACK_UNSENT,
                ACK_TAKEN_BACK,
                OPCODE_SEQUENCE,
                PAYLOAD_LENGTH,
                PAD_COUNT,
                NAK_REPEATED,
                MSN_BACK,
                DATA_AFTER_ERROR,
                CREDITS_EXCEEDED,
                READ_DEPTH,
                READ_RESUMED);
    }
}
