package io.qpscope.session;

/** What told that two flows belong to one session. */
public enum PairedBy {
    /** RDMA-CM's REQ and REP name both queue pairs. */
    CM,
    /** Answers fall into exactly one flow's window of outstanding PSNs. */
    ACK,
    /** Both ends told each other QPN and PSN in plain text over TCP, as perftest does. */
    OOB,
    /** One TCP connection (iWARP). */
    TCP,
    /** Only one direction was seen, or the service names no peer. */
    NONE
}
