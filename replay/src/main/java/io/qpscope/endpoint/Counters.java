package io.qpscope.endpoint;

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
}
