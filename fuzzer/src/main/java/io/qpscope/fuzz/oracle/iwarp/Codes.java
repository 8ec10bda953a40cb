package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.fuzz.oracle.iwarp.Unit.Lie;
import io.qpscope.wire.Rdmap;

import java.util.Set;

/**
 * What a Terminate may say of an FPDU, as {@code layer.type.code} (RFC 5040, 4.8; RFC 5041, 7; RFC 5044,
 * 8; RFC 6581, 9). Where several things are wrong, each may be named.
 */
final class Codes {
    static final String LOCAL = "0.0.0";
    static final String READ_STAG = "0.1.0";
    static final String READ_BOUNDS = "0.1.1";
    static final String ACCESS = "0.1.2";
    static final String READ_WRAP = "0.1.4";
    static final String INVALIDATE = "0.1.9";
    static final String RDMAP_VERSION = "0.2.5";
    static final String OPCODE = "0.2.6";
    static final String CATASTROPHIC = "0.2.7";
    static final String UNSPECIFIED = "0.2.255";
    static final String NO_HEADER = "1.0.0";
    static final String STAG = "1.1.0";
    static final String BOUNDS = "1.1.1";
    static final String WRAP = "1.1.3";
    static final String TAGGED_VERSION = "1.1.4";
    static final String QUEUE = "1.2.1";
    static final String NO_BUFFER = "1.2.2";
    static final String MSN = "1.2.3";
    static final String MO = "1.2.4";
    static final String TOO_LONG = "1.2.5";
    static final String UNTAGGED_VERSION = "1.2.6";
    static final String CRC = "2.0.2";
    static final String MARKER = "2.0.3";
    static final String DEPTHS = "2.0.6";
    static final String OPENING = "2.0.7";

    private Codes() {}

    /** What is wrong with an FPDU whoever gets it; false when that is all that can be said. */
    static boolean frame(Unit unit, Set<String> wrong) {
        if (unit.lie == Lie.ANYTHING) {
            return true;
        }
        if (unit.badCrc) {
            wrong.add(CRC);
        } else if (unit.badMarker) {
            wrong.add(MARKER);
        } else if (unit.lie == Lie.MISFRAMED) {
            wrong.add(CRC);
            wrong.add(MARKER);
        }
        return wrong.isEmpty();
    }

    /** What is wrong with a segment's first two bytes. */
    static void control(Unit unit, Set<String> wrong) {
        if (unit.empty || unit.length < 0) {
            wrong.add(NO_HEADER);
            return;
        }
        if (unit.ddpVersion != 1) {
            wrong.add(unit.tagged ? TAGGED_VERSION : UNTAGGED_VERSION);
        }
        if (unit.rdmapVersion != 1) {
            wrong.add(RDMAP_VERSION);
        }
        if (!Rdmap.known(unit.opcode) || unit.tagged != Rdmap.isTagged(unit.opcode)) {
            wrong.add(OPCODE);
        } else if (!unit.tagged && unit.queue >= Rdmap.QUEUES) {
            wrong.add(QUEUE);
        } else if (!unit.tagged && unit.queue != Rdmap.queue(unit.opcode)) {
            wrong.add(QUEUE);
            wrong.add(OPCODE);
        }
    }
}
