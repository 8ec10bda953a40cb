package io.qpscope.finding;

/** Rules about PAUSE, PFC and congestion notification. */
final class FlowControlCatalogue {
    static final Rule CE_WITHOUT_CNP = new Rule(
            "ECN-CE-WITHOUT-CNP",
            Severity.NOTE,
            "Congestion was marked, and the sender was not told",
            "Switches marked packets with ECN CE, but the receiver sent no CNP for this queue pair:"
                    + " the sender does not slow down. Linux rxe never sends one.",
            "Look at the receiver's NIC: are ECN (np) and the CNP's priority configured? Counters:"
                    + " np_ecn_marked_roce_packets, np_cnp_sent.",
            "IBA annex A17.9.3");

    static final Rule PFC_STORM = new Rule(
            "PFC-STORM",
            Severity.WARNING,
            "A port pauses its neighbour for far too long",
            "PAUSE or PFC stopped a class without a break for more than 100 ms, or for more than half"
                    + " of a second. Working flow control pauses for microseconds. A host that does"
                    + " this (a hung NIC or driver, a receiver that cannot keep up) stops the switch"
                    + " port in front of it, and from there all senders whose paths meet. Without a"
                    + " link speed pauses are taken to be as long as at 100 Gbit/s.",
            "Look at the device that sends them and reset it; let the PFC watchdog of the switch and"
                    + " the NIC's stall guard (pfc_prevention_tout) bound it. Counters: the"
                    + " neighbour's rx_prioN_pause and rx_prioN_pause_duration, the source's"
                    + " tx_prioN_pause.",
            "IEEE 802.1Q, 36; IEEE 802.3, annex 31B; bounds as mlx5's stall guard and, milder, as"
                    + " SONiC's PFC watchdog");

    static final Rule PFC_NEVER_RESUMED = new Rule(
            "PFC-NEVER-RESUMED",
            Severity.WARNING,
            "A class was paused to the end of the capture",
            "The last pause of this source had lasted for more than 10 ms without a break when the"
                    + " capture ended, no frame let the class go on, and what had been sent in it"
                    + " before stayed silent. That is how a deadlock or a dead receiver looks.",
            "Look at the source's receive side, and whether the pauses come in a circle: each port of"
                    + " a deadlock waits for the next. Capture longer to see whether it ends.",
            "IEEE 802.1Q, 36; QPScope's verdict");

    static final Rule PFC_PAUSED_SESSION = new Rule(
            "PFC-PAUSED-SESSION",
            Severity.WARNING,
            "A session stood still because its class was paused",
            "PAUSE or PFC frames stopped the class that these packets are sent in, for a good part"
                    + " of the session. Nothing was lost and no counter of the queue pair moves:"
                    + " there is only less time to send in. Several sessions paused by one source"
                    + " share its fate, although only some of them may be the cause.",
            "Look at who sends the pauses (the table of pauses), and at what congests it: a slow"
                    + " receiver, incast, or a storm. ECN should slow senders down before PFC has to.",
            "IEEE 802.1Q, 36");

    static final Rule PFC_SOURCE_ZERO = new Rule(
            "PFC-SOURCE-MAC-ZERO",
            Severity.NOTE,
            "PAUSE or PFC frames bear no source address",
            "The source address is all zeros. Receivers obey all the same, but nobody can tell from"
                    + " the frames which port sends them.",
            "Look at the firmware of the device at the other end of the link; it should put the"
                    + " port's own address there.",
            "IEEE 802.3, 31.4.1; seen on switches (SONiC issue 418)");

    static final Rule PFC_FRAME_SHORT = new Rule(
            "PFC-FRAME-SHORT",
            Severity.NOTE,
            "PAUSE or PFC frames are shorter than Ethernet allows",
            "They have fewer than 60 bytes without the frame check sequence. A capture on the sending"
                    + " host may show them so before the NIC pads them; on a wire a receiver drops"
                    + " them.",
            "Pad them, if a traffic generator makes them.",
            "IEEE 802.3, 3.2.8 and 4A.4.2");

    static final Rule CNP_WITHOUT_BECN = new Rule(
            "ECN-CNP-WITHOUT-BECN",
            Severity.NOTE,
            "Congestion notifications lack the BECN bit",
            "A CNP carries BECN 1; these carry 0. A sender may ignore them, and then does not slow"
                    + " down.",
            "Look at who makes them. Counters: the sender's rp_cnp_handled and rp_cnp_ignored.",
            "IBA annex A17.9.3");

    private FlowControlCatalogue() {}
}
