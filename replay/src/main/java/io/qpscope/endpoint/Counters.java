package io.qpscope.endpoint;

import java.util.function.ObjLongConsumer;

/**
 * What an endpoint has seen, all queue pairs together. Names are those of rxe's hardware counters
 * where the meaning is the same (rxe_hw_counters.c); packets that were let fall are counted by why.
 */
public final class Counters {
    public long sentPkts;
    public long rcvdPkts;
    public long duplicateRequest;
    public long outOfSeqRequest;
    public long rcvdRnrErr;
    public long sendRnrErr;
    public long rcvdSeqErr;
    public long retryExceededErr;
    public long retryRnrExceededErr;
    /** Rewinds by timeout or implied NAK. */
    public long completerRetryErr;

    public long rdmaSends;
    public long rdmaRecvs;

    public long droppedMalformed;
    public long droppedBadIcrc;
    public long droppedUnknownQp;
    public long droppedWrongState;
    public long droppedWrongKey;
    public long droppedWrongAddress;
    public long droppedUnexpected;

    /** Work requests that failed: not counted by rxe, nor shown. */
    long failures;

    /** Each by its name, rxe's first, in a fixed order. */
    public void show(ObjLongConsumer<String> to) {
        to.accept("sent_pkts", sentPkts);
        to.accept("rcvd_pkts", rcvdPkts);
        to.accept("duplicate_request", duplicateRequest);
        to.accept("out_of_seq_request", outOfSeqRequest);
        to.accept("rcvd_rnr_err", rcvdRnrErr);
        to.accept("send_rnr_err", sendRnrErr);
        to.accept("rcvd_seq_err", rcvdSeqErr);
        to.accept("retry_exceeded_err", retryExceededErr);
        to.accept("retry_rnr_exceeded_err", retryRnrExceededErr);
        to.accept("completer_retry_err", completerRetryErr);
        to.accept("rdma_sends", rdmaSends);
        to.accept("rdma_recvs", rdmaRecvs);
        to.accept("dropped_malformed", droppedMalformed);
        to.accept("dropped_bad_icrc", droppedBadIcrc);
        to.accept("dropped_unknown_qp", droppedUnknownQp);
        to.accept("dropped_wrong_state", droppedWrongState);
        to.accept("dropped_wrong_key", droppedWrongKey);
        to.accept("dropped_wrong_address", droppedWrongAddress);
        to.accept("dropped_unexpected", droppedUnexpected);
    }
}
