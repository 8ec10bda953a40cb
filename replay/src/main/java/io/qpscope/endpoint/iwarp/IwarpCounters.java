package io.qpscope.endpoint.iwarp;

/** What one stream has seen. */
public final class IwarpCounters {
    public long sentFpdus;
    public long rcvdFpdus;
    /** The stream ends with the first. */
    public long badCrcs;

    public long rdmaSends;
    public long rdmaRecvs;
    /** READ and atomic requests answered. */
    public long answered;
}
