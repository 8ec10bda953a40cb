package io.qpscope.session.taps;

/** What was lost, as far as it matters to who recovers it. */
public enum PacketKind {
    REQUEST,
    /** READ or ATOMIC response. */
    RESPONSE,
    /** ACK or NAK. */
    ACKNOWLEDGE,
    MAD,
    /** Of TCP, with payload. */
    SEGMENT,
    /** CNPs and what is not known. */
    OTHER
}
