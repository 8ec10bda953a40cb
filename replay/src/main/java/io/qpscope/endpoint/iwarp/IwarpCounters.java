package io.qpscope.endpoint.iwarp;

import java.util.function.ObjLongConsumer;

/** What one stream has seen, or several together. */
public final class IwarpCounters {
    public long sentFpdus;
    public long rcvdFpdus;
    /** The stream ends with the first. */
    public long badCrcs;

    public long rdmaSends;
    public long rdmaRecvs;
    /** READ and atomic requests answered. */
    public long answered;

    /** Adds another stream's. */
    public void add(IwarpCounters other) {
        sentFpdus += other.sentFpdus;
        rcvdFpdus += other.rcvdFpdus;
        badCrcs += other.badCrcs;
        rdmaSends += other.rdmaSends;
        rdmaRecvs += other.rdmaRecvs;
        answered += other.answered;
    }

    /** Each by its name, in a fixed order. */
    public void show(ObjLongConsumer<String> to) {
        to.accept("sent_fpdus", sentFpdus);
        to.accept("rcvd_fpdus", rcvdFpdus);
        to.accept("bad_crcs", badCrcs);
        to.accept("rdma_sends", rdmaSends);
        to.accept("rdma_recvs", rdmaRecvs);
        to.accept("answered_requests", answered);
    }
}
