package io.qpscope.finding;

import java.util.List;

/** The catalogue's part on iWARP. */
final class IwarpCatalogue {
    static final Rule TERMINATE = new Rule(
            "IWARP-TERMINATE",
            Severity.ERROR,
            "One side ended the stream with a Terminate",
            "RDMAP has no NAK: the side that meets an error sends one Terminate, which names layer,"
                    + " error and often the refused segment, and the stream is over. Everything not"
                    + " yet completed is flushed (IBV_WC_WR_FLUSH_ERR); a SEND or WRITE may have"
                    + " completed before, since completion only means that TCP took it. Linux siw"
                    + " writes the bit fields in reversed order; both forms are read.",
            "Look at the error in words and at the request named: STag and offset against what the"
                    + " peer advertised, the length against the posted receives.",
            "RFC 5040, 4.8 and 7; RFC 5041, 7; RFC 5044, 8; RFC 6581, 9");

    static final Rule CRC_BAD = new Rule(
            "IWARP-CRC-BAD",
            Severity.ERROR,
            "FPDUs with a wrong CRC32C",
            "The CRC of MPA was negotiated and does not fit: TCP's weak checksum let damage pass, or"
                    + " something between the ends changes the stream. The receiver must end the"
                    + " connection.",
            "Look for faulty memory or offloads on hosts and middle boxes; compare captures on both"
                    + " sides of a suspect.",
            "RFC 5044, 4.2 and 8");

    static final Rule SEGMENT_MALFORMED = new Rule(
            "IWARP-SEGMENT-MALFORMED",
            Severity.ERROR,
            "FPDUs whose content is no DDP and RDMAP segment",
            "The CRC is good, so the sender meant these bytes; but they are too short for a header,"
                    + " or version, opcode, form or queue are none that RDMAP has. The receiver must"
                    + " end the stream with a Terminate.",
            "Look at the sender's implementation; show the frame to see the bytes.",
            "RFC 5041, 4 and 7.1; RFC 5040, 4.1 to 4.3");

    static final Rule REJECTED = new Rule(
            "IWARP-MPA-REJECTED",
            Severity.ERROR,
            "A connection was rejected",
            "The responder answered the MPA request with its reject flag set; no RDMA was possible."
                    + " Its private data may say why.",
            "Look at the application on the responder, which declined, and at its private data.",
            "RFC 5044, 7.1.1 and 7.1.3");

    static final Rule MSN_ORDER = new Rule(
            "IWARP-MSN-ORDER",
            Severity.WARNING,
            "Message sequence numbers are out of order",
            "Each DDP queue numbers its messages from 1 without gaps. A receiver matches them with"
                    + " its buffers by this number and may end the stream.",
            "Look at the sender's implementation; one counter for several queues is a known cause.",
            "RFC 5041, 5.3");

    static final Rule MO_ORDER = new Rule(
            "IWARP-MO-ORDER",
            Severity.WARNING,
            "Segments of a message are out of order",
            "On one queue the segments of a message follow each other, each beginning where the one"
                    + " before ended, and messages do not mix.",
            "Look at the sender's implementation.",
            "RFC 5041, 5.3");

    static final Rule IRD_EXCEEDED = new Rule(
            "IWARP-IRD-EXCEEDED",
            Severity.WARNING,
            "More READs in flight than the peer can hold",
            "The peer's IRD from the MPA frames bounds the READ and atomic requests that may be open"
                    + " at once. Beyond it the peer may end the stream.",
            "Compare the requester's max_rd_atomic (ORD) with the responder's max_dest_rd_atomic.",
            "RFC 6581, 5 and 6; RFC 5040, 3.3");

    static final Rule MARKER_FAULT = new Rule(
            "IWARP-MARKER-FAULT",
            Severity.WARNING,
            "MPA markers are wrong",
            "A marker stands every 512 bytes of the stream, counting itself, and points back to the"
                    + " FPDU it is in; it is there exactly when the receiver asked for it.",
            "Look at the sender's implementation; a step of 516 bytes is a known mistake.",
            "RFC 5044, 4.3");

    static final Rule RTR_MISMATCH = new Rule(
            "IWARP-RTR-MISMATCH",
            Severity.WARNING,
            "The ready-to-receive message is not what was agreed",
            "In a peer-to-peer set-up the request offers kinds of an empty first message, the reply"
                    + " chooses one, and the initiator sends it before the responder may send. One"
                    + " of the ends did not keep to that.",
            "Compare A, B, C and D of request and reply, then the initiator's first FPDU.",
            "RFC 6581, 5 and 6");

    static final Rule STREAM_GAP = new Rule(
            "IWARP-STREAM-GAP",
            Severity.WARNING,
            "The capture lacks part of a stream",
            "The receiver acknowledged bytes that are not in the capture, or no FPDU begins where one"
                    + " must. Reading went on where the next FPDU is proved: by its CRC, by a marker,"
                    + " or by two in a row that fit. Counts are what was seen.",
            "Look at the capture tool's drop counter and its snap length.",
            "Limit of this capture");

    static final Rule TCP_LOSS = new Rule(
            "IWARP-TCP-LOSS",
            Severity.WARNING,
            "TCP lost segments, and RDMA stood still",
            "iWARP leaves recovery to TCP: one lost segment delays every message behind it until the"
                    + " retransmission comes.",
            "Look at the path on the side named. Counters: Tcp RetransSegs of the sender, TcpExt"
                    + " TCPOFOQueue and Tcp InCsumErrors of the receiver.",
            "RFC 9293, 3.8; RFC 5044, 3");

    static final Rule IRD_UNKNOWN = new Rule(
            "IWARP-IRD-UNKNOWN",
            Severity.NOTE,
            "Several READs in flight without a negotiated limit",
            "Revision 1 of MPA carries no IRD: whether the peer can hold so many requests is agreed"
                    + " elsewhere or not at all.",
            "Use MPA revision 2, or make sure by other means.",
            "RFC 6581, 3");

    static final Rule DATA_BEFORE_RTR = new Rule(
            "IWARP-DATA-BEFORE-RTR",
            Severity.NOTE,
            "The responder sent first",
            "The responder shall wait for the initiator's first FPDU, which shows that its reply"
                    + " arrived. Many stacks do not, and mostly it does no harm.",
            "If connections fail now and then, use a peer-to-peer set-up (MPA revision 2).",
            "RFC 5044, 7.1.2");

    private IwarpCatalogue() {}

    static List<Rule> all() {
        return List.of(
                TERMINATE,
                CRC_BAD,
                SEGMENT_MALFORMED,
                REJECTED,
                MSN_ORDER,
                MO_ORDER,
                IRD_EXCEEDED,
                MARKER_FAULT,
                RTR_MISMATCH,
                STREAM_GAP,
                TCP_LOSS,
                IRD_UNKNOWN,
                DATA_BEFORE_RTR);
    }
}
