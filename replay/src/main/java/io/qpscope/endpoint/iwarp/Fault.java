package io.qpscope.endpoint.iwarp;

import io.qpscope.wire.Terminate;

/**
 * What a Terminate says, as {@code layer << 12 | type << 8 | code} (RFC 5040, 4.8; RFC 5041, 7; RFC
 * 5044, 8; RFC 6581, 9).
 */
final class Fault {
    static final int LOCAL = of(Terminate.RDMAP, 0, 0);
    static final int READ_INVALID_STAG = of(Terminate.RDMAP, 1, 0);
    static final int READ_BOUNDS = of(Terminate.RDMAP, 1, 1);
    static final int ACCESS = of(Terminate.RDMAP, 1, 2);
    static final int READ_WRAP = of(Terminate.RDMAP, 1, 4);
    static final int CANNOT_INVALIDATE = of(Terminate.RDMAP, 1, 9);
    static final int RDMAP_VERSION = of(Terminate.RDMAP, 2, 5);
    static final int UNEXPECTED_OPCODE = of(Terminate.RDMAP, 2, 6);
    static final int CATASTROPHIC_STREAM = of(Terminate.RDMAP, 2, 7);
    static final int MALFORMED = of(Terminate.RDMAP, 2, 0xff);

    static final int NO_HEADER = of(Terminate.DDP, 0, 0);
    static final int INVALID_STAG = of(Terminate.DDP, 1, 0);
    static final int BOUNDS = of(Terminate.DDP, 1, 1);
    static final int WRAP = of(Terminate.DDP, 1, 3);
    static final int TAGGED_VERSION = of(Terminate.DDP, 1, 4);
    static final int INVALID_QUEUE = of(Terminate.DDP, 2, 1);
    static final int NO_BUFFER = of(Terminate.DDP, 2, 2);
    static final int MSN_RANGE = of(Terminate.DDP, 2, 3);
    static final int INVALID_MO = of(Terminate.DDP, 2, 4);
    static final int TOO_LONG = of(Terminate.DDP, 2, 5);
    static final int UNTAGGED_VERSION = of(Terminate.DDP, 2, 6);

    static final int CRC = of(Terminate.LLP, 0, 2);
    static final int MARKER = of(Terminate.LLP, 0, 3);
    static final int INSUFFICIENT_IRD = of(Terminate.LLP, 0, 6);
    static final int NO_MATCHING_RTR = of(Terminate.LLP, 0, 7);

    private Fault() {}

    private static int of(int layer, int type, int code) {
        return layer << 12 | type << 8 | code;
    }

    static int layer(int fault) {
        return fault >>> 12;
    }

    static int type(int fault) {
        return fault >>> 8 & 0xf;
    }

    static int code(int fault) {
        return fault & 0xff;
    }

    /** Whether the segment that was wrong is given back with it. */
    static boolean hasSegment(int fault) {
        return layer(fault) != Terminate.LLP && type(fault) != 0;
    }
}
