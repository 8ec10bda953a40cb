package io.qpscope.endpoint;

/** What {@link QueuePair#modify} sets ({@code ibv_qp_attr}); values are checked there. */
public final class QpAttributes {
    int pathMtu = 1024;
    int destQpNum;
    int sqPsn;
    int rqPsn;
    int accessFlags = Access.ALL;
    int minRnrTimer = 12;
    int timeout = 14;
    int retryCnt = 7;
    int rnrRetry = 7;
    int maxRdAtomic = 16;
    int maxDestRdAtomic = 16;
    int pkey = 0xffff;
    int qkey = 0x1111_1111;
    Path path;

    /** Bytes: 256, 512, 1024, 2048 or 4096. */
    public QpAttributes pathMtu(int bytes) {
        pathMtu = bytes;
        return this;
    }

    /** Number of the peer's queue pair; not for UD. */
    public QpAttributes destQpNum(int qpn) {
        destQpNum = qpn;
        return this;
    }

    /** PSN of the first request sent. */
    public QpAttributes sqPsn(int psn) {
        sqPsn = psn;
        return this;
    }

    /** PSN of the first request expected. */
    public QpAttributes rqPsn(int psn) {
        rqPsn = psn;
        return this;
    }

    /** Which remote operations the queue pair lets in, of {@link Access}. */
    public QpAttributes accessFlags(int flags) {
        accessFlags = flags;
        return this;
    }

    /** Code 0 to 31 of the wait that an RNR NAK asks for; see {@link io.qpscope.wire.Aeth}. */
    public QpAttributes minRnrTimer(int code) {
        minRnrTimer = code;
        return this;
    }

    /** Exponent 0 to 31 of the ACK timeout, 4.096 us x 2^n; 0 waits for ever. */
    public QpAttributes timeout(int exponent) {
        timeout = exponent;
        return this;
    }

    /** Rounds after the first, 0 to 7, for timeouts and PSN sequence errors. */
    public QpAttributes retryCnt(int count) {
        retryCnt = count;
        return this;
    }

    /** Rounds after the first for RNR NAKs, 0 to 6; 7 is for ever. */
    public QpAttributes rnrRetry(int count) {
        rnrRetry = count;
        return this;
    }

    /** READs and atomics in flight as requester. */
    public QpAttributes maxRdAtomic(int count) {
        maxRdAtomic = count;
        return this;
    }

    /** READs and atomics kept as responder, so that duplicates can be answered again. */
    public QpAttributes maxDestRdAtomic(int count) {
        maxDestRdAtomic = count;
        return this;
    }

    public QpAttributes pkey(int pkey) {
        this.pkey = pkey;
        return this;
    }

    /** What UD packets must bear to be let in. */
    public QpAttributes qkey(int qkey) {
        this.qkey = qkey;
        return this;
    }

    /** Where packets go; not for UD, whose requests each bring their own. */
    public QpAttributes path(Path path) {
        this.path = path;
        return this;
    }

    /** The name and value of the first attribute that is out of its range, or null. */
    String wrong() {
        if (pathMtu < 256 || pathMtu > 4096 || Integer.bitCount(pathMtu) != 1) {
            return "path_mtu " + pathMtu + ", expected 256, 512, 1024, 2048 or 4096";
        }
        String wrong = outside("dest_qp_num", destQpNum, 0xff_ffff);
        wrong = wrong != null ? wrong : outside("sq_psn", sqPsn, 0xff_ffff);
        wrong = wrong != null ? wrong : outside("rq_psn", rqPsn, 0xff_ffff);
        wrong = wrong != null ? wrong : outside("min_rnr_timer", minRnrTimer, 31);
        wrong = wrong != null ? wrong : outside("timeout", timeout, 31);
        wrong = wrong != null ? wrong : outside("retry_cnt", retryCnt, 7);
        wrong = wrong != null ? wrong : outside("rnr_retry", rnrRetry, 7);
        wrong = wrong != null ? wrong : outside("max_rd_atomic", maxRdAtomic, 128);
        wrong = wrong != null ? wrong : outside("max_dest_rd_atomic", maxDestRdAtomic, 128);
        return wrong != null ? wrong : outside("pkey_index", pkey, 0xffff);
    }

    private static String outside(String name, int value, int most) {
        return value < 0 || value > most ? name + " " + value + ", expected 0 to " + most : null;
    }
}
