package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.wire.Opcode;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Tells whether a PSN sent again brings the same request, without keeping the request: its ICRC and
 * what may lawfully differ between two sendings fit into the {@link SentWindow} entry. CRC-32 is
 * linear, so the ICRC of the second sending must differ from the first's by the CRC of the
 * difference of the headers; what TTL, ECN and the flow label change lies outside the ICRC anyway
 * (IBA annex A17.3.4).
 *
 * <pre>
 * flags word  icrc(32) UDP source port(16) flags(16)
 * frame word  IP identification(16) frame number(48)
 * </pre>
 */
final class Transmission {
    /** AckReq and MigReq of the first sending, and whether its ICRC was checked and good. */
    static final int ASKED_FIRST = 1 << 11;

    static final int MIG_REQ = 1 << 12;
    static final int PROVED = 1 << 13;

    static final long FRAME_MASK = (1L << 48) - 1;

    /** From an opcode's traits to a flag: ENDS and WANTS_RESPONSE lie equally far apart in both. */
    private static final int ENDS_SHIFT = shift(Opcode.ENDS, SentWindow.ENDS);

    private static final int WRITE_SHIFT = shift(Opcode.IS_WRITE, SentWindow.PLAIN_WRITE);
    private static final int IMMEDIATE_SHIFT = shift(Opcode.HAS_IMM_DT, SentWindow.PLAIN_WRITE);

    private static final int PORT_SHIFT = 16;
    private static final int ICRC_SHIFT = 32;
    private static final int ID_SHIFT = 48;
    /** Of the BTH's second byte, and where it goes to become {@link #MIG_REQ}. */
    private static final int MIG_REQ_BIT = 0x40;

    private static final int MIG_REQ_SHIFT = 6;

    private static final int IPV4_LENGTH = 20;
    private static final int IP_ID_OFFSET = 4;
    private static final int BTH_LENGTH = 12;
    private static final int ACK_REQ_OFFSET = 8;
    private static final int ACK_REQ_BIT = 0x80;
    private static final byte[] ZEROS = new byte[1 << 13];

    private final CRC32 crc = new CRC32();
    private final byte[] difference = new byte[IPV4_LENGTH + 8 + BTH_LENGTH];

    private static int shift(int trait, int flag) {
        return Integer.numberOfTrailingZeros(trait) - Integer.numberOfTrailingZeros(flag);
    }

    /** What a packet's header alone says of it, as {@link SentWindow}'s flags. */
    static int flags(FrameView frame, int traits) {
        // Shifts, not branches: verbs come in any order.
        int plain = (traits >>> WRITE_SHIFT) & ~(traits >>> IMMEDIATE_SHIFT);
        int flags = SentWindow.SEEN
                | ((traits >>> ENDS_SHIFT) & (SentWindow.ENDS | SentWindow.WANTS_RESPONSE))
                | (plain & SentWindow.PLAIN_WRITE);
        if (frame.ackReq()) {
            flags |= SentWindow.ACK_REQ;
        }
        return flags;
    }

    /** The flags word of a packet. */
    static long word(int flags, FrameView frame) {
        int all = flags
                | ((frame.bthFlags() & MIG_REQ_BIT) << MIG_REQ_SHIFT)
                | (frame.ackReq() ? ASKED_FIRST : 0)
                | (frame.icrc() == IcrcStatus.GOOD ? PROVED : 0);
        return all
                | ((long) frame.sourcePort() << PORT_SHIFT)
                | ((long) frame.icrcStored() << ICRC_SHIFT);
    }

    /** The frame word of a packet. */
    static long stamp(FrameView frame) {
        return frame.number() | ((long) frame.ipId() << ID_SHIFT);
    }

    /**
     * Whether a packet may be the one that an entry is of.
     *
     * @param word the entry's flags word
     * @param stamp the entry's frame word
     * @return false only when both ICRCs are known to be good and prove the difference
     */
    boolean maybeSame(FrameView frame, long word, long stamp) {
        int headers = frame.transportOffset() - frame.ipOffset();
        boolean ipv4 = frame.ipVersion() == 4;
        // Whether options count differs between implementations.
        boolean known = !ipv4 || headers == IPV4_LENGTH;
        if ((word & PROVED) == 0 || frame.icrc() != IcrcStatus.GOOD || !known) {
            return true;
        }
        int udp = frame.transportOffset();
        int start = ipv4 ? frame.ipOffset() : udp >= 0 ? udp : frame.bthOffset();
        int bth = frame.bthOffset() - start;
        int length = bth + BTH_LENGTH;
        Arrays.fill(difference, 0, length, (byte) 0);
        if (ipv4) {
            put(IP_ID_OFFSET, (int) (stamp >>> ID_SHIFT) ^ frame.ipId());
        }
        if (udp >= 0) {
            put(udp - start, (int) (word >>> PORT_SHIFT) ^ frame.sourcePort());
        }
        boolean migReq = (word & MIG_REQ) != 0;
        difference[bth + 1] =
                (byte) ((frame.bthFlags() & MIG_REQ_BIT) ^ (migReq ? MIG_REQ_BIT : 0));
        boolean asked = (word & ASKED_FIRST) != 0;
        difference[bth + ACK_REQ_OFFSET] = (byte) (asked == frame.ackReq() ? 0 : ACK_REQ_BIT);
        int behind = frame.icrcOffset() - start - length;
        int changed = crcOf(length, behind) ^ crcOf(0, length + behind);
        return (frame.icrcStored() ^ (int) (word >>> ICRC_SHIFT)) == changed;
    }

    private void put(int at, int value) {
        difference[at] = (byte) (value >>> 8);
        difference[at + 1] = (byte) value;
    }

    /** Of so many bytes of the difference and zeros behind them. */
    private int crcOf(int bytes, int zeros) {
        crc.reset();
        crc.update(difference, 0, bytes);
        for (int rest = zeros; rest > 0; rest -= ZEROS.length) {
            crc.update(ZEROS, 0, Math.min(rest, ZEROS.length));
        }
        return (int) crc.getValue();
    }
}
