package io.qpscope.frame;

/** Verdict on a checksum. */
public enum IcrcStatus {
    /** No checksum, not looked at, or the packet is cut. */
    UNCHECKED,
    GOOD,
    BAD
}
