package io.qpscope.finding;

import java.util.List;

/** Rules about how a sender waits, repeats and gives up. */
final class RecoveryCatalogue {
    static final Rule RNR_WAIT_SHORT = new Rule(
            "RC-RNR-WAIT-SHORT",
            Severity.WARNING,
            "The sender did not wait as long as the RNR NAK asked it to",
            "An RNR NAK tells the least time to wait before the request is sent again. The sender"
                    + " came back earlier: the receiver may not be ready yet, refuses again, and the"
                    + " RNR retry count runs out sooner than its owner planned for. Some receivers"
                    + " even ignore what comes too early.",
            "Look at the sender's NIC, driver and firmware: this is a fault in its RNR timer (a wrong"
                    + " unit, or a retransmit timer that cuts the wait short, as Linux rxe had before"
                    + " commit 445fd4f). The receiver's min_rnr_timer is what it asks for.",
            "IBA vol 1, 9.7.5.2.8 and table 45 (RNR NAK timer field)");

    static final Rule RNR_WAIT_SLOW = new Rule(
            "RC-RNR-WAIT-SLOW",
            Severity.NOTE,
            "The sender waited far longer than the RNR NAK asked it to",
            "The receiver asked for a pause, and the sender came back only after more than twice as"
                    + " long, at least twenty milliseconds late. That is lawful, for the time is a least"
                    + " time, but the receiver may have been ready long since.",
            "Look at the sender: is it overloaded, paused (see the session's paused time) or does its"
                    + " timer run in coarse ticks? Two ticks of Linux stay below twenty milliseconds.",
            "IBA vol 1, 9.7.5.2.8 and table 45 (RNR NAK timer field)");

    static final Rule RETRIES_BEYOND = new Rule(
            "RC-RETRY-BEYOND-COUNT",
            Severity.WARNING,
            "A packet was sent again more often than the retry count allows",
            "RDMA-CM agreed on how often a request may be sent again without progress; the sender did"
                    + " it more often. The count reloads on each progress, but there was none in"
                    + " between at this capture point. Only what the sender must count is counted:"
                    + " rounds of its ACK timer, and RNR NAKs while no response before them is"
                    + " missing.",
            "Look at the queue pair's attributes: the application may have set retry_cnt or rnr_retry"
                    + " with ibv_modify_qp to other than what RDMA-CM said. Else it is a fault of the"
                    + " sender's NIC.",
            "IBA vol 1, 9.7.6.1.3, 9.7.5.2.8 and 12.7.38; ibv_modify_qp(3): retry_cnt, rnr_retry");

    static final Rule RETRY_ENDLESS = new Rule(
            "RC-RETRY-ENDLESS",
            Severity.NOTE,
            "Retry count 7 is taken as for ever",
            "The retry count of a timeout is a number: 7 means seven times. Linux rxe takes it for"
                    + " endless, as RNR retry count 7 is, and so does this sender: a dead peer is never"
                    + " reported.",
            "Set retry_cnt to 6 or less where the peer is rxe's, or detect dead peers in the"
                    + " application.",
            "IBA vol 1, 9.7.6.1.3; Linux rxe's completer");

    static final Rule RETRIES_FEWER = new Rule(
            "RC-RETRY-GAVE-UP-EARLY",
            Severity.NOTE,
            "The sender gave up before its retries were used up",
            "RDMA-CM agreed on more retries than passed here before the connection ended or fell"
                    + " silent, what NAKs or missing responses asked for among them. Either the"
                    + " application ended it first, the queue pair's own attributes are smaller, or"
                    + " the capture lacks some rounds.",
            "Look at the sender's program: does it close the connection itself, or set retry_cnt or"
                    + " rnr_retry with ibv_modify_qp?",
            "IBA vol 1, 9.7.6.1.3 and 12.7.38; ibv_modify_qp(3): retry_cnt, rnr_retry");

    static final Rule BACK_OFF = new Rule(
            "RC-TIMEOUT-BACK-OFF",
            Severity.NOTE,
            "The ACK timeout doubles from round to round",
            "IBA's timer waits equally long each time. This sender waits twice as long after each"
                    + " round without progress, as NICs with adaptive retransmission do (from memory,"
                    + " not verified): the first rounds come sooner, and the wait says little about the"
                    + " timeout exponent of the queue pair.",
            "Nothing to mend. For equal waits switch adaptive retransmission off (on ConnectX NICs"
                    + " roce_adp_retrans; from memory, not verified).",
            "IBA vol 1, 9.7.6.1.3; vendors' adaptive retransmission");

    private RecoveryCatalogue() {}

    static List<Rule> all() {
        return List.of(
                RNR_WAIT_SHORT,
                RETRIES_BEYOND,
                RNR_WAIT_SLOW,
                RETRY_ENDLESS,
                RETRIES_FEWER,
                BACK_OFF);
    }
}
