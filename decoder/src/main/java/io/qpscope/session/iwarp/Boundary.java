package io.qpscope.session.iwarp;

import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;
import io.qpscope.wire.Rdmap;

import java.nio.ByteBuffer;

/**
 * Finds the next FPDU behind a hole, and only one that is proved: by its CRC32C; by a marker inside
 * it whose pointer fits; or, where CRCs are not in use, by zero in the places of pad and CRC of two
 * FPDUs in a row, both with a lawful DDP and RDMAP header.
 */
final class Boundary {
    private final Framer framer;
    private final MpaCrc crc;
    /** Up to here nothing can become a boundary any more. */
    private int checked;

    /** Bytes whose CRC one search may compute: keeps made-up streams from taking all the time. */
    private static final int EFFORT = 1 << 18;

    private int effort;

    Boundary(Framer framer, MpaCrc crc) {
        this.framer = framer;
        this.crc = crc;
    }

    void restart() {
        checked = 0;
    }

    /** Index of the first byte of an FPDU, its leading marker included; -1 while none is proved. */
    int find(ByteBuffer buffer, int have, long position) {
        if (framer.markers && !framer.positionKnown) {
            // Without the first position nobody knows where markers stand.
            return -1;
        }
        boolean settled = true;
        effort = EFFORT;
        int step = framer.positionKnown ? 4 : 1;
        int first = framer.positionKnown ? checked + (int) (-(position + checked) & 3) : checked;
        for (int at = first; at + Framer.MIN_ULPDU + Mpa.LENGTH_FIELD <= have; at += step) {
            int proof = proof(buffer, at, have, position + at);
            if (proof > 0) {
                return at;
            }
            settled &= proof < 0;
            if (settled) {
                checked = at + step;
            }
        }
        return -1;
    }

    /** 1 proved, 0 not yet decided for want of bytes, -1 none. */
    private int proof(ByteBuffer buffer, int at, int have, long position) {
        int raw = candidate(buffer, at, have, position);
        if (raw <= 0) {
            return raw;
        }
        if (framer.markers && Mpa.toMarker(position) != 0 && Mpa.toMarker(position) < raw) {
            int marker = Mpa.toMarker(position);
            return buffer.getInt(at + marker) == marker ? 1 : -1;
        }
        effort -= raw;
        if (effort < 0) {
            return 0;
        }
        int field = at + raw - Mpa.CRC_LENGTH;
        int stored = MpaCrc.stored(buffer, field);
        Boolean inUse = framer.direction.crcInUse();
        if (!Boolean.FALSE.equals(inUse) && stored == crc.compute(buffer, at, field)) {
            return 1;
        }
        if (Boolean.TRUE.equals(inUse) || stored != 0) {
            return -1;
        }
        int next = candidate(buffer, at + raw, have, position + raw);
        if (next <= 0) {
            return next;
        }
        return buffer.getInt(at + raw + next - Mpa.CRC_LENGTH) == 0 ? 1 : -1;
    }

    /** Length of what may be an FPDU that is there whole; 0 if bytes are missing, -1 if it can't be. */
    private int candidate(ByteBuffer buffer, int at, int have, long position) {
        int lead = framer.markers && Mpa.toMarker(position) == 0 ? Mpa.MARKER_LENGTH : 0;
        int header = at + lead + Mpa.LENGTH_FIELD;
        if (header + DdpUntagged.LENGTH > have) {
            return 0;
        }
        if (lead > 0 && buffer.getInt(at) != 0) {
            return -1;
        }
        int ulpdu = buffer.getShort(at + lead) & 0xffff;
        boolean split = framer.markers && Mpa.toMarker(position + lead) < DdpUntagged.LENGTH + 2;
        if (split ? ulpdu < Framer.MIN_ULPDU : !plausible(buffer, header, ulpdu)) {
            return -1;
        }
        int length = Mpa.frameLength(ulpdu);
        int raw = framer.markers ? Mpa.rawLength(position, length) : length;
        if (at + raw > have) {
            return 0;
        }
        int pad = Mpa.padLength(ulpdu);
        for (int i = 1; i <= pad && !framer.markers; i++) {
            if (buffer.get(at + raw - Mpa.CRC_LENGTH - i) != 0) {
                return -1;
            }
        }
        return raw;
    }

    static int headerLength(ByteBuffer buffer, int at) {
        return buffer.get(at) < 0 ? DdpTagged.LENGTH : DdpUntagged.LENGTH;
    }

    /** What keeps an FPDU's content from being a segment, in words; for one not plausible. */
    static String fault(ByteBuffer buffer, int at, int ulpdu) {
        if (ulpdu < Framer.MIN_ULPDU) {
            return ulpdu + " bytes are too few for a DDP header";
        }
        int control = buffer.getShort(at);
        int opcode = control & 0xf;
        if ((control & 0x0300) != 0x0100) {
            return "DDP version " + (control >> 8 & 3) + " where 1 is the only one";
        }
        if ((control & 0x3cb0) != 0) {
            return "reserved bits or RDMAP version of 0x%04x".formatted(control & 0xffff);
        }
        if (!Rdmap.known(opcode)) {
            return "reserved opcode " + opcode;
        }
        if (control < 0 || Rdmap.isTagged(opcode)) {
            return Rdmap.name(opcode) + " in " + (control < 0 ? "a tagged" : "an untagged")
                    + " segment";
        }
        return ulpdu < DdpUntagged.LENGTH
                ? ulpdu + " bytes are too few for an untagged DDP header"
                : Rdmap.name(opcode) + " on queue " + (buffer.getInt(at + 6) & 0xffff_ffffL);
    }

    /** Whether a DDP and RDMAP header may say that. */
    static boolean plausible(ByteBuffer buffer, int at, int ulpdu) {
        if (ulpdu < Framer.MIN_ULPDU) {
            return false;
        }
        int control = buffer.getShort(at);
        int opcode = control & 0xf;
        boolean tagged = control < 0;
        // DDP version 1, reserved bits zero, RDMAP version 0 (RDMA Consortium) or 1.
        if ((control & 0x3f00) != 0x0100 || (control & 0xb0) != 0 || !Rdmap.known(opcode)) {
            return false;
        }
        if (tagged) {
            return Rdmap.isTagged(opcode);
        }
        return ulpdu >= DdpUntagged.LENGTH && buffer.getInt(at + 6) == Rdmap.queue(opcode);
    }
}
