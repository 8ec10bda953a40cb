package io.qpscope.frame;

/** Verdict on the CRC32C of an FPDU. */
public enum MpaCrcStatus {
    GOOD,
    BAD,
    /** Not all bytes are there, or nothing tells whether a CRC that does not fit was negotiated. */
    UNCHECKED,
    /** Not negotiated, and the field is zero. */
    UNUSED
}
