package io.qpscope.endpoint.cm;

/**
 * What a side proposes when it connects or accepts ({@code rdma_conn_param} and the path). The
 * values at the start are those of Linux's RDMA-CM over rxe.
 */
public final class CmOptions {
    int responderResources = 16;
    int initiatorDepth = 16;
    int retryCount = 7;
    int rnrRetryCount = 7;
    int pathMtu = 1024;
    int responseTimeout = 20;
    int maxCmRetries = 15;
    int ackTimeout = 19;
    int targetAckDelay = 15;
    int minRnrTimer = 12;
    int trafficClass;
    int flowLabel;
    int startPsn = -1;
    byte[] privateData = {};

    /** READs and atomics that this side answers at a time, 0 to 255. */
    public CmOptions responderResources(int count) {
        responderResources = count;
        return this;
    }

    /** READs and atomics that this side has in flight at most, 0 to 255. */
    public CmOptions initiatorDepth(int count) {
        initiatorDepth = count;
        return this;
    }

    /** 0 to 7, for both sides; see {@link io.qpscope.endpoint.QpAttributes#retryCnt}. */
    public CmOptions retryCount(int count) {
        retryCount = count;
        return this;
    }

    /** 0 to 7, for the other side. */
    public CmOptions rnrRetryCount(int count) {
        rnrRetryCount = count;
        return this;
    }

    /** Bytes: 256, 512, 1024, 2048 or 4096; the active side decides. */
    public CmOptions pathMtu(int bytes) {
        pathMtu = bytes;
        return this;
    }

    public int pathMtu() {
        return pathMtu;
    }

    /** Exponent 0 to 31 of the time a message may stay unanswered, 4.096 us x 2^n. */
    public CmOptions responseTimeout(int exponent) {
        responseTimeout = exponent;
        return this;
    }

    /** How often an unanswered message is sent again, 0 to 15. */
    public CmOptions maxCmRetries(int count) {
        maxCmRetries = count;
        return this;
    }

    /** Exponent 0 to 31 of the queue pairs' ACK timeout; the active side decides. */
    public CmOptions ackTimeout(int exponent) {
        ackTimeout = exponent;
        return this;
    }

    /** Code 0 to 31; not on the wire, so each side has its own. Linux has 0, which is 655 ms. */
    public CmOptions minRnrTimer(int code) {
        minRnrTimer = code;
        return this;
    }

    /** DSCP and ECN of the connection's packets. */
    public CmOptions trafficClass(int value) {
        trafficClass = value;
        return this;
    }

    /** For IPv6 and for the route, 20 bits. */
    public CmOptions flowLabel(int label) {
        flowLabel = label;
        return this;
    }

    /** First PSN that the other side shall send with, 24 bits; drawn when it is not given. */
    public CmOptions startPsn(int psn) {
        startPsn = psn;
        return this;
    }

    /** For the other side's application; what does not fit is an error of connecting. */
    public CmOptions privateData(byte... bytes) {
        privateData = bytes.clone();
        return this;
    }
}
