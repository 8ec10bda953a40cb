package io.qpscope.endpoint.cm;

import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.QpType;
import io.qpscope.endpoint.QueuePair;

/** One connection of a {@link ConnectionManager}, from REQ to the end of TIMEWAIT. */
public final class Connection {
    /** What one side has told the other; units as on the wire. */
    static final class Side {
        int commId;
        int qpn;
        int startPsn;
        int responderResources;
        int initiatorDepth;
    }

    final boolean active;
    final Side local = new Side();
    final Side remote = new Side();
    CmState state;
    CmOptions options;
    QueuePair qp;
    QpType type = QpType.RC;
    /** Of the data, from REQ's global identifiers; the management datagrams go the same way. */
    Path path;

    long transactionId;
    int port;
    int sourcePort;
    int pathMtu;
    int retryCount;
    /** What the peer said for this side's queue pair. */
    int rnrRetryCount;

    int ackTimeout;
    int responseTimeout;
    int maxCmRetries;

    byte[] privateData = {};
    int rejectReason = -1;
    int tries;
    long deadline = Long.MAX_VALUE;

    Connection(boolean active) {
        this.active = active;
        state = active ? CmState.REQ_SENT : CmState.REQ_RCVD;
    }

    public CmState state() {
        return state;
    }

    /** Whether this side sent the REQ. */
    public boolean active() {
        return active;
    }

    /** Null on the passive side until it accepts. */
    public QueuePair qp() {
        return qp;
    }

    /** What the other side asks for: RC or UC. */
    public QpType type() {
        return type;
    }

    /** Of the data, with this side as its source. */
    public Path path() {
        return path;
    }

    /** RDMA-CM's port that the passive side listens on. */
    public int port() {
        return port;
    }

    public int remoteQpn() {
        return remote.qpn;
    }

    /** In bytes. */
    public int pathMtu() {
        return pathMtu;
    }

    /** READs and atomics that this side may have in flight, known once established. */
    public int maxRdAtomic() {
        int depth = active ? remote.responderResources : local.initiatorDepth;
        return Math.min(depth, ConnectionManager.MOST_RD_ATOMIC);
    }

    /** What the peer's REQ, REP or REJ brought for the application, with the zeros behind it. */
    public byte[] privateData() {
        return privateData.clone();
    }

    /** Of the REJ that ended the connection; see {@link io.qpscope.wire.CmRej}; -1 for none. */
    public int rejectReason() {
        return rejectReason;
    }

    boolean is(int localCommId, int remoteCommId) {
        return local.commId == localCommId && remote.commId == remoteCommId;
    }
}
