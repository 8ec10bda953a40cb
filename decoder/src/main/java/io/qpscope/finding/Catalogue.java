package io.qpscope.finding;

import java.util.List;
import java.util.stream.Stream;

/** What every rule means and what to do about it, in the order of the catalogue. */
final class Catalogue {
    static final Rule RETRY_EXCEEDED = new Rule(
            "RC-RETRY-EXCEEDED",
            Severity.ERROR,
            "The requester gave up: no answer after all retries (error 12)",
            "The requester sent its oldest unacknowledged packet retry_cnt times more, waited one"
                    + " ACK timeout (4.096 us x 2^timeout) each time, saw no progress, and ended"
                    + " the queue pair with IBV_WC_RETRY_EXC_ERR. No packet announces it: after the"
                    + " last round there is silence.",
            "Look at the side that fell silent: is the peer alive, its queue pair in RTS, the path"
                    + " up in both directions? Counters: requester local_ack_timeout_err and"
                    + " req_transport_retries_exceeded (rxe: retry_exceeded_err). If the peer only"
                    + " paused, raise timeout or retry_cnt.",
            "IBA vol 1, 9.9.2.1.1 and 9.9.2.4.1; ibv_modify_qp(3): timeout, retry_cnt");

    static final Rule RNR_RETRY_EXCEEDED = new Rule(
            "RC-RNR-RETRY-EXCEEDED",
            Severity.ERROR,
            "The requester gave up: the receiver was never ready (error 13)",
            "The responder had no receive posted and said so with an RNR NAK each time; after"
                    + " rnr_retry repetitions the requester ended the queue pair with"
                    + " IBV_WC_RNR_RETRY_EXC_ERR. The network did its work: this is the receiving"
                    + " application's fault, or a retry count too small for it.",
            "Look at the receiver: post receives before the peer sends, and more of them; or let"
                    + " the sender use rnr_retry 7 (for ever). Counters: responder out_of_buffer,"
                    + " requester req_rnr_retries_exceeded (rxe: send_rnr_err,"
                    + " retry_rnr_exceeded_err).",
            "IBA vol 1, 9.7.5.2.8 and 9.9.2.4.1; ibv_modify_qp(3): rnr_retry, min_rnr_timer");

    static final Rule REMOTE_ACCESS_ERROR = new Rule(
            "RC-REMOTE-ACCESS-ERROR",
            Severity.ERROR,
            "The responder refused a memory access (NAK 2)",
            "The remote key, the address range or the rights of the memory region did not fit the"
                    + " request. The requester sees IBV_WC_REM_ACCESS_ERR (10), everything behind"
                    + " it is flushed, and both queue pairs are in error. The NAK carries the PSN"
                    + " of the request's first packet.",
            "Look at the request that the NAK names: compare its R_Key, virtual address and length"
                    + " with what the peer advertised; a region deregistered or a window invalidated"
                    + " too early looks the same.",
            "IBA vol 1, 9.7.5.2.4 and C9-145; 9.9.3");

    static final Rule INVALID_REQUEST = new Rule(
            "RC-INVALID-REQUEST",
            Severity.ERROR,
            "The responder calls the request invalid (NAK 1)",
            "The operation is not enabled on the responder's queue pair, the opcodes are out of"
                    + " order, the message is too long for the receive, an atomic is not aligned to"
                    + " eight bytes, or more READs are in flight than the responder has resources"
                    + " for. The requester sees IBV_WC_REM_INV_REQ_ERR (9).",
            "Look at the refused request's opcode and length, then at the responder's"
                    + " qp_access_flags, receive sizes and max_dest_rd_atomic.",
            "IBA vol 1, 9.7.5.2.3, 9.9.3");

    static final Rule REMOTE_OPERATIONAL_ERROR = new Rule(
            "RC-REMOTE-OPERATIONAL-ERROR",
            Severity.ERROR,
            "The responder failed locally (NAK 3)",
            "The request was lawful, but the responder could not complete it, for instance because"
                    + " the receive it used pointed to memory it may not write. The requester sees"
                    + " IBV_WC_REM_OP_ERR (11). Linux rxe also sends it for a SEND longer than the"
                    + " receive buffer, where IBA asks for an invalid request.",
            "Look at the responder's own completions and its posted receives (size, lkey); on rxe"
                    + " compare the SEND's length with them.",
            "IBA vol 1, 9.7.5.2.6, 9.9.3");

    static final Rule CM_REJECTED = new Rule(
            "CM-REJECTED",
            Severity.ERROR,
            "A connection was rejected",
            "The peer answered an RDMA-CM message with REJ, and the connection was not made. The"
                    + " reason code tells whether nobody listens on the service, the parameters do"
                    + " not fit, or the application itself declined (consumer defined).",
            "Look at the reason: invalid service ID means nobody listens on that port; consumer"
                    + " defined means the application refused, its private data may say why.",
            "IBA vol 1, 12.6.7 and table 99");

    static final Rule CM_UNANSWERED = new Rule(
            "CM-REQUEST-UNANSWERED",
            Severity.ERROR,
            "A connection request was never answered",
            "RDMA-CM REQs went out and no REP or REJ came back. An MRA only buys time: the peer's"
                    + " connection manager is alive, but its application does not accept.",
            "Look at the listening side: is the host reachable for UDP port 4791, and does the"
                    + " application call rdma_accept? With an MRA it is the application.",
            "IBA vol 1, 12.6.5, 12.6.6, 12.9.8.3");

    static final Rule LOSS_BEFORE_TAP = new Rule(
            "RC-LOSS-BEFORE-TAP",
            Severity.WARNING,
            "Packets were lost between their sender and the capture point",
            "PSNs are missing at the capture point and were sent again later: the packets got lost"
                    + " before they came here. Each loss costs a NAK or a timeout and a rewind of"
                    + " everything in flight.",
            "Look between the sender and the capture point: the sender's egress queue and link, the"
                    + " switch port in front of the mirror. Counters: discards on those ports; the"
                    + " receiver's out_of_sequence, the sender's packet_seq_err.",
            "IBA vol 1, 9.7.5.2.2; QPScope's verdict by the shadow receiver");

    static final Rule LOSS_AFTER_TAP = new Rule(
            "RC-LOSS-AFTER-TAP",
            Severity.WARNING,
            "Packets were lost between the capture point and their receiver",
            "The packets passed the capture point, but the receiver's NAK or its later answers"
                    + " prove that they never arrived.",
            "Look between the capture point and the receiver: the egress queue towards it, its link"
                    + " and its NIC (rx_discards, rx_crc_errors). Counters: the receiver's"
                    + " out_of_sequence.",
            "IBA vol 1, 9.7.5.2.2; QPScope's verdict by the shadow receiver");

    static final Rule LOSS_UNDECIDED = new Rule(
            "RC-LOSS-UNDECIDED",
            Severity.NOTE,
            "A packet or its answer was lost or late, and one tap can't tell which",
            "A request passed, no answer was seen, and the request was sent again; then one answer"
                    + " came. Either the request was lost behind the capture point, or its answer"
                    + " before it, or the receiver was slow and answered both copies at once.",
            "Capture at the other end too; what one capture saw and the other did not was lost"
                    + " between them.",
            "Limit of a single observation point");

    static final Rule CAPTURE_HOLES = new Rule(
            "CAPTURE-HOLES",
            Severity.WARNING,
            "The capture lacks packets that were delivered",
            "The receiver acknowledged packets that are not in the capture. The network delivered"
                    + " them; the mirror port or the capturing host dropped the copy. Counts and"
                    + " times around these places are lower bounds.",
            "Look at the capture, not at the network: a mirror port with less bandwidth than what"
                    + " it copies, or a capture buffer too small (tcpdump's 'dropped by kernel').",
            "QPScope's verdict: an answer beyond what passed");

    static final Rule SEVERAL_TAPS = new Rule(
            "CAPTURE-SEVERAL-TAPS",
            Severity.WARNING,
            "Interfaces or captures hold the same packets, and are not compared",
            "They are recordings of one traffic at several capture points, read as if they were one."
                    + " What was lost between them looks delivered, copies may count as sent again"
                    + " or late, and whether a loss lies before or behind the capture point means"
                    + " little. Interfaces and captures are numbered from 0.",
            "Analyze with --taps, which keeps the capture points apart and tells what was lost"
                    + " between which of them; or only one of the captures or interfaces.",
            "Limit of what captures show");

    static final Rule REORDERED = new Rule(
            "RC-REORDERED",
            Severity.WARNING,
            "Packets of one queue pair were reordered by the network",
            "Packets came behind others with higher PSNs, and were not lost. A go-back-N receiver"
                    + " drops what comes early, NAKs, and makes the sender repeat it: reordering"
                    + " costs as much as loss.",
            "Look for more than one path for the queue pair: packet-spraying, LAG hashing on fields"
                    + " that change, a path change. Out-of-order placement on the NIC makes it"
                    + " harmless.",
            "IBA vol 1, 9.7.5.2.2 (responder behaviour on a PSN ahead)");

    static final Rule NAK_BURST = new Rule(
            "RC-PSN-NAK-BURST",
            Severity.WARNING,
            "Repeated PSN sequence errors",
            "The receiver asked several times for packets it missed. One NAK is an accident; many"
                    + " are a lossy or reordering path, and each rewind resends what had arrived.",
            "Look at where the packets go missing (the loss findings of the same session), and at"
                    + " ECN and PFC settings on the path. Counters: responder out_of_sequence,"
                    + " requester packet_seq_err.",
            "IBA vol 1, 9.7.5.2.2, table 58 (NAK code 0)");

    static final Rule ACK_TIMEOUT = new Rule(
            "RC-ACK-TIMEOUT",
            Severity.WARNING,
            "The requester waited for a whole ACK timeout",
            "No answer came within the local ACK timeout, and the requester began again. Lost tails"
                    + " of messages, lost answers and paused paths look so: there is nobody behind"
                    + " the lost packet to make the receiver complain.",
            "Compare the wait with the round trip: it is idle time. A smaller timeout exponent"
                    + " shortens it; look for what was lost in the loss findings.",
            "IBA vol 1, 9.7.6.1.3; ibv_modify_qp(3): timeout");

    static final Rule TIMEOUT_TOO_SHORT = new Rule(
            "RC-ACK-TIMEOUT-SHORT",
            Severity.WARNING,
            "The ACK timeout is shorter than the round trip",
            "The requester's timer ran out before the answers came, and it sent everything again."
                    + " Nothing was lost: every copy drew its own answer later. The copies load the"
                    + " path and the responder, and use up the retry count.",
            "Raise the local ACK timeout (ibv_modify_qp: timeout, T = 4.096 us x 2^timeout) above"
                    + " the longest round trip, or find out what delays the path. Counters:"
                    + " requester local_ack_timeout_err, responder duplicate_request.",
            "IBA vol 1, 9.7.6.1.3; ibv_modify_qp(3): timeout");

    static final Rule SPURIOUS_RETRANSMIT = new Rule(
            "RC-SPURIOUS-RETRANSMIT",
            Severity.NOTE,
            "Packets were sent again although they had arrived",
            "The requester repeated packets that the receiver already had, before a full ACK"
                    + " timeout. Nothing was lost; the copies are only waste. Linux rxe does so"
                    + " when its timer is moved instead of restarted. Of a READ this says that the"
                    + " request had arrived; where its responses passed just before, one tap can't"
                    + " tell whether the first was lost behind it, and counts it as undecided.",
            "Nothing to mend on the network. Counters: responder duplicate_request, rxe's"
                    + " completer_retry_err.",
            "Linux rxe's retransmit timer; IBA vol 1, 9.7.6.1.3");

    static final Rule RNR_WAIT_LONG = new Rule(
            "RC-RNR-WAIT-LONG",
            Severity.WARNING,
            "The requester waited long for the receiver to be ready",
            "RNR NAKs told the sender to wait, and it did: time in which nothing moved, without an"
                    + " error and without a lost packet. RNR timer code 0 is the longest of all,"
                    + " 655.36 ms; connections made by RDMA-CM on Linux use it.",
            "Look at the receiver: it does not post receives fast enough. Set min_rnr_timer to a"
                    + " small value (code 1 is 10 us) with ibv_modify_qp. Counters: responder"
                    + " out_of_buffer, requester rnr_nak_retry_err.",
            "IBA vol 1, 9.7.5.2.8, table 45 (RNR NAK timer field)");

    static final Rule RNR_ON_WRITE = new Rule(
            "RC-RNR-ON-WRITE",
            Severity.WARNING,
            "RNR NAK for an RDMA WRITE: the responder met a page fault",
            "A WRITE without immediate data needs no posted receive, so a responder is not ready"
                    + " for it only when the target page is not in memory: on-demand paging (ODP).",
            "Prefetch the region with ibv_advise_mr, or pin it by registering without"
                    + " IBV_ACCESS_ON_DEMAND.",
            "IBA vol 1, 9.7.5.2.8; ibv_reg_mr(3): IBV_ACCESS_ON_DEMAND");

    static final Rule PARTIAL_RESEND = new Rule(
            "RC-PARTIAL-RESEND",
            Severity.ERROR,
            "Only part of the data was sent again",
            "The receiver dropped everything from the PSN of its NAK or RNR NAK on, and the sender"
                    + " repeated less than that before it went on. The receiver has to ask for the"
                    + " rest, or it is lost until a timeout, or for good. A sender that repeats"
                    + " selectively is none of these: its receiver keeps what comes early.",
            "Look at the sender's NIC firmware: this is a fault in its retransmission. Meanwhile"
                    + " avoid the cause: losses, or with RNR NAKs too few posted receives.",
            "IBA vol 1, 9.7.5.2.8 and 9.7.6.1; seen on ConnectX-4 with NVMe-oF");

    static final Rule BAD_ICRC = new Rule(
            "ICRC-BAD",
            Severity.WARNING,
            "Packets with a wrong invariant CRC",
            "The receiver drops such a packet without a word, so it acts as a loss. A few mean bit"
                    + " errors on a path; all packets of a direction mean a device that rewrites"
                    + " covered fields (IP addresses, UDP ports) or computes the ICRC wrongly.",
            "Look at the hop where the frames became bad: cables and optics for a few, a NAT or a"
                    + " programmable switch for all. Counters: rx_icrc_encapsulated; rxe has none.",
            "IBA annex A17.3.4 (RoCEv2 ICRC)");

    static final Rule OTHER_VERSION = new Rule(
            "BTH-VERSION",
            Severity.WARNING,
            "Packets of another transport version",
            "TVer of the BTH is 0 in all versions of the specification. The receiver drops a packet"
                    + " with another one without a word, so it acts as a loss; since the ICRC is"
                    + " good, its sender or a device that computes ICRCs anew wrote it so.",
            "Look at firmware and at programmable devices between the sender and the capture point.",
            "IBA vol 1, 9.2.4 and 9.6.1.1 (from memory)");

    static final Rule UC_GAP = new Rule(
            "UC-GAP",
            Severity.WARNING,
            "PSNs of an unreliable connection are missing",
            "Nobody repeats a lost packet on UC: the receiver drops the rest of the message. What"
                    + " was lost behind the capture point can't be seen.",
            "Look between the sender and the capture point for discards.",
            "IBA vol 1, 9.8.2.2");

    static final Rule MIGREQ_MISMATCH = new Rule(
            "BTH-MIGREQ-MISMATCH",
            Severity.NOTE,
            "The two sides differ in the MigReq bit",
            "One side sends MigReq 1, the other 0. Hardware usually sends 1 and Linux rxe 0. By"
                    + " itself it explains no failure.",
            "Nothing to do, unless automatic path migration is in use.",
            "IBA vol 1, 9.2.3 and 17.2.8");

    static final Rule AMBIGUOUS = new Rule(
            "RC-PAIRING-AMBIGUOUS",
            Severity.NOTE,
            "Answers fit more than one queue pair",
            "The capture holds no connection set-up, and the PSNs of these answers fall into the"
                    + " windows of several requesters. They were not assigned to any.",
            "Capture from the connection set-up on.",
            "Limit of pairing by PSN");

    static final Rule LIMIT = new Rule(
            "LIMIT-REACHED",
            Severity.WARNING,
            "A bound on memory was reached; not everything is told",
            "To stay within its memory QPScope dropped or cut what goes beyond a bound.",
            "Raise --max-sessions, or cut the capture into parts.",
            "qpscope analyze --help");

    private Catalogue() {}

    static List<Rule> all() {
        return Stream.of(
                        roce(),
                        RecoveryCatalogue.all(),
                        ConformanceCatalogue.all(),
                        IwarpCatalogue.all(),
                        TapRules.all())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Rule> roce() {
        return List.of(
                RETRY_EXCEEDED,
                RNR_RETRY_EXCEEDED,
                REMOTE_ACCESS_ERROR,
                INVALID_REQUEST,
                REMOTE_OPERATIONAL_ERROR,
                PARTIAL_RESEND,
                LinkRules.OVERRUN,
                CM_REJECTED,
                CM_UNANSWERED,
                LOSS_BEFORE_TAP,
                LOSS_AFTER_TAP,
                REORDERED,
                NAK_BURST,
                ACK_TIMEOUT,
                TIMEOUT_TOO_SHORT,
                RNR_WAIT_LONG,
                RNR_ON_WRITE,
                BAD_ICRC,
                OTHER_VERSION,
                LinkRules.STARVED,
                LinkRules.LEAK,
                LinkRules.REINIT,
                LinkRules.BAD_LPCRC,
                LinkRules.BAD_VCRC,
                UC_GAP,
                FlowControlCatalogue.PFC_STORM,
                FlowControlCatalogue.PFC_NEVER_RESUMED,
                FlowControlCatalogue.PFC_PAUSED_SESSION,
                FlowControlRules.CNP_DSCP,
                CAPTURE_HOLES,
                SEVERAL_TAPS,
                LIMIT,
                LOSS_UNDECIDED,
                SPURIOUS_RETRANSMIT,
                MIGREQ_MISMATCH,
                FlowControlCatalogue.CE_WITHOUT_CNP,
                FlowControlCatalogue.CNP_WITHOUT_BECN,
                FlowControlCatalogue.PFC_SOURCE_ZERO,
                FlowControlCatalogue.PFC_FRAME_SHORT,
                AMBIGUOUS);
    }
}
