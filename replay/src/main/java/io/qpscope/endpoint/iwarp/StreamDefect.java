package io.qpscope.endpoint.iwarp;

/**
 * A fault that an implementation of iWARP may have, made on purpose: for seeing that a check finds
 * it. No named {@link IwarpProfile} has one. Sections are from memory but for those that the code
 * names, and not verified.
 */
public enum StreamDefect {
    /** The CRC of FPDUs that come is not looked at, though it was agreed on (RFC 5044, 4.4). */
    MPA_CRC_UNCHECKED,
    /** READ and atomic requests beyond the IRD are taken, up to 64 (RFC 5040, 5.2). */
    IRD_IGNORED,
    /** Numbers of messages that take a receive request are not looked at (RFC 5041, 5.3). */
    MSN_UNCHECKED,
    /** A SEND's offsets are not looked at: its bytes are placed as they come (RFC 5041, 5.3). */
    MO_UNCHECKED,
    /**
     * The count of bytes that markers go by begins anew at each FPDU that 16 KiB or more
     * came before (RFC 5044, 4.3).
     */
    MARKER_POSITION,
    /** WRITEs may reach one byte beyond their region; it falls away (RFC 5041, 7.1). */
    STAG_BOUND,
    /** An error ends the connection without a Terminate (RFC 5040, 4.8). */
    TERMINATE_SILENT,
    /** The peer's Terminate ends nothing (RFC 5040, 5.4). */
    TERMINATE_IGNORED,
    /** A segment is taken whatever its queue number says (RFC 5041, 5.1). */
    QN_UNCHECKED,
    /** Markers are taken out without a look at where they point (RFC 5044, 4.3). */
    MARKER_UNCHECKED,
    /** A READ's response is placed where it was asked for, whatever offset it names (RFC 5040, 5.2). */
    SINK_UNCHECKED,
    /** Of a SEND that is too long, what fits is taken for all of it (RFC 5041, 7.2). */
    LONG_SEND_CUT,
    /** A SEND with Invalidate is told of, and its key stays good (RFC 5040, 5.3). */
    INVALIDATE_SKIPPED,
    /** Versions of DDP and RDMAP are not looked at (RFC 5041, 4.1; RFC 5040, 4.1). */
    VERSION_UNCHECKED;

    static final int IGNORED_IRD = 64;
    static final long COUNTED_BYTES = 16_384;

    int bit() {
        return 1 << ordinal();
    }
}
