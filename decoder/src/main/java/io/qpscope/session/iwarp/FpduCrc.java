package io.qpscope.session.iwarp;

import io.qpscope.frame.MpaCrcStatus;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;

import java.nio.ByteBuffer;

/** What the CRC of an FPDU is worth (RFC 5044, 4.2). */
final class FpduCrc {
    private FpduCrc() {}

    /**
     * Judges an FPDU that is there whole.
     *
     * @param raw its length, markers included
     * @param inUse whether CRCs were negotiated; null when the capture does not tell
     */
    static MpaCrcStatus verdict(MpaCrc crc, ByteBuffer buffer, int at, int raw, Boolean inUse) {
        int field = at + raw - Mpa.CRC_LENGTH;
        int stored = MpaCrc.stored(buffer, field);
        if (stored == 0 && !Boolean.TRUE.equals(inUse)) {
            return MpaCrcStatus.UNUSED;
        }
        if (stored == crc.compute(buffer, at, field)) {
            return MpaCrcStatus.GOOD;
        }
        return Boolean.TRUE.equals(inUse) ? MpaCrcStatus.BAD : MpaCrcStatus.UNCHECKED;
    }
}
