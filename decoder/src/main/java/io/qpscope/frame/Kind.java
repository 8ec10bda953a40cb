package io.qpscope.frame;

/** What a frame carries, as far as analysis cares. */
public enum Kind {
    OTHER,
    /** A whole-headed RoCEv2 packet: BTH and the extended headers of its opcode are there. */
    ROCE_V2,
    /** TCP with its header whole. */
    TCP,
    /** Meant to be RoCEv2, but too short for its headers: see the stop reason. */
    MALFORMED
}
