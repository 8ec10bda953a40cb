package io.qpscope.frame;

/** What a frame carries, as far as analysis cares. */
public enum Kind {
    OTHER,
    /** A whole-headed RoCEv2 packet: BTH and the extended headers of its opcode are there. */
    ROCE_V2,
    /** The same behind Ethernet and a GRH. */
    ROCE_V1,
    /** The same behind an LRH: native InfiniBand. */
    INFINIBAND,
    /** Native InfiniBand that carries another protocol than its own transport. */
    INFINIBAND_RAW,
    /** Flow-control packet of a native InfiniBand link. */
    INFINIBAND_LINK,
    /** TCP with its header whole. */
    TCP,
    /** Priority-based flow control, whole. */
    PFC,
    /** PAUSE of all classes (IEEE 802.3x), whole. */
    PAUSE,
    /** A header up to UDP, TCP or BTH says what can't be, or the packet ends in its headers. */
    MALFORMED,
    /** The capture kept too few bytes to read the headers; nothing wrong with the packet. */
    CUT;

    /** Whether the frame is a whole-headed packet with a BTH. */
    public boolean hasTransport() {
        return this == ROCE_V2 || this == ROCE_V1 || this == INFINIBAND;
    }
}
