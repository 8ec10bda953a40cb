package io.qpscope.endpoint.iwarp;

/**
 * The ready-to-receive message that opens a peer-to-peer stream (RFC 6581, 9.2; bits as in Linux's
 * siw/iwarp.h and cxgb4/iw_cxgb4.h, the WRITE's also in siw's recordings).
 */
public enum RtrKind {
    /** A WRITE without data. What a responder takes first, as siw does. */
    WRITE(0x8000),
    /** A READ without data; its response is the answer. */
    READ(0x4000),
    /** An FPDU of length 0; a SEND without data is understood as well. */
    EMPTY_FPDU(0x4000_0000);

    /** In the first four bytes of the private data, IRD before ORD. */
    final int bit;

    RtrKind(int bit) {
        this.bit = bit;
    }
}
