package io.qpscope.fabric;

/** Why a packet did not reach its host. */
public enum DropCause {
    /** A cable lost it, as its loss rate says. */
    WIRE_LOSS,
    /** Bit errors: the frame check sequence, or VCRC, was wrong on arrival. */
    BIT_ERROR,
    /** The cable was cut. */
    LINK_CUT,
    /** A meddler dropped it. */
    MEDDLER,
    /** Lossless traffic met a full headroom: that must never be where headroom suffices. */
    HEADROOM_FULL,
    /** Lossy traffic met a full buffer, or a queue that is longer than its share. */
    BUFFER_FULL,
    /** Time to live, or hop limit, ran out. */
    TTL_EXPIRED,
    /** No switch knows the way, or the address is nobody's. */
    NO_ROUTE,
    /** The PFC watchdog lets a stormed queue's packets fall. */
    PFC_WATCHDOG,
    /** A host's receive buffer was full. */
    RECEIVE_BUFFER_FULL,
    /** InfiniBand: no room on a lane without credits, or the sender had gone beyond its credits. */
    NO_CREDIT
}
