package io.qpscope.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Invariant CRC (IBA vol 1, 7.8.1; RoCEv2 annex A17): the CRC-32 of Ethernet over eight bytes
 * of ones in place of an LRH, then IP, UDP, BTH, extended headers, payload and pad. What a router
 * may change counts as ones:
 *
 * <pre>
 *  IPv4   TOS, TTL, header checksum           UDP   checksum
 *  IPv6   class, flow label, hop limit        BTH   byte 4 (fecn, becn, resv6)
 * </pre>
 *
 * RoCEv1 and native packets with a GRH begin there instead, masked as IPv6 is; native packets
 * without one begin with the LRH itself, of which only the virtual lane counts as ones.
 *
 * <p>Lengths, IPv4 id and flags count as sent. IPv4 options and IPv6 extension headers are left out:
 * no sender is known that has them, and Linux rxe covers a fixed 20 or 40 bytes of IP.
 *
 * <p>Values are in the form of the wire's four bytes read least significant first, which is what
 * {@link CRC32#getValue} gives. Owns scratch space: one object a thread. Allocates only when it
 * meets a buffer object that is not among the last few, and keeps those reachable.
 */
public final class Icrc {
    public static final int LENGTH = 4;

    private static final int IPV4_LENGTH = 20;
    private static final int IPV6_LENGTH = 40;
    private static final int UDP_LENGTH = 8;
    /** In the eight bytes of an LRH. */
    private static final long VL = 0xf0L << 56;
    /** IPv4 as ::ffff:a.b.c.d. */
    private static final long MAPPED = 0xffff_0000_0000L;

    private static final int PSEUDO_LRH_LENGTH = 8;
    private static final int IPV4_HEAD = PSEUDO_LRH_LENGTH + IPV4_LENGTH + UDP_LENGTH + Bth.LENGTH;
    private static final int IPV6_HEAD = PSEUDO_LRH_LENGTH + IPV6_LENGTH + UDP_LENGTH + Bth.LENGTH;

    /** Merged captures bring several mapped windows in turn. */
    private static final int KNOWN_BUFFERS = 8;

    /** Up to here copying beats a second call, by 13 ns for an ACK: see DissectorBenchmark. */
    private static final int SHORT = 128;

    /** Why a value may be wrong, as far as the value alone tells. */
    public enum Hint {
        NONE,
        /** Zero: never filled in. */
        ZERO,
        /** Right, but written most significant byte first. */
        REVERSED,
        /** Right but for the final complement. */
        NOT_COMPLEMENTED
    }

    private final CRC32 crc = new CRC32();
    private final byte[] scratch = new byte[IPV6_HEAD + SHORT];
    private final ByteBuffer head = ByteBuffer.wrap(scratch);
    private final ByteBuffer[] known = new ByteBuffer[KNOWN_BUFFERS];
    private final ByteBuffer[] duplicates = new ByteBuffer[KNOWN_BUFFERS];
    private int current;
    private int oldest;

    public Icrc() {
        Arrays.fill(scratch, 0, PSEUDO_LRH_LENGTH, (byte) 0xff);
    }

    /** The value that a packet carries at {@code offset}. */
    public static int stored(ByteBuffer buffer, int offset) {
        return Integer.reverseBytes(buffer.getInt(offset));
    }

    /** Writes a value as the wire has it. */
    public static void store(ByteBuffer buffer, int offset, int icrc) {
        buffer.putInt(offset, Integer.reverseBytes(icrc));
    }

    /** For a value that is not the computed one. */
    public static Hint hint(int stored, int computed) {
        if (stored == Integer.reverseBytes(computed)) {
            return Hint.REVERSED;
        }
        if (stored == ~computed) {
            return Hint.NOT_COMPLEMENTED;
        }
        return stored == 0 ? Hint.ZERO : Hint.NONE;
    }

    /**
     * What the packet should carry. All bytes up to {@code end} must be there.
     *
     * @param buffer big-endian; position and limit are neither used nor changed
     * @param ip first byte of the IPv4 or IPv6 header, told by its version
     * @param udp first byte of the UDP header
     * @param end first byte of the ICRC
     */
    public int compute(ByteBuffer buffer, int ip, int udp, int end) {
        int length = (buffer.get(ip) & 0xf0) == 0x60
                ? ipv6Head(buffer, ip, udp)
                : ipv4Head(buffer, ip, udp);
        return finish(buffer, length, udp + UDP_LENGTH + Bth.LENGTH, end);
    }

    /**
     * The same where a GRH takes the place of IP and UDP: RoCEv1, and native InfiniBand with LNH 3.
     *
     * @param grh first byte of the GRH, with the BTH right behind it
     */
    public int computeGlobal(ByteBuffer buffer, int grh, int end) {
        int bth = grh + Grh.LENGTH;
        ipv6(buffer, grh);
        bth(buffer, bth, PSEUDO_LRH_LENGTH + Grh.LENGTH);
        int length = PSEUDO_LRH_LENGTH + Grh.LENGTH + Bth.LENGTH;
        return finish(buffer, length, bth + Bth.LENGTH, end);
    }

    /**
     * What a RoCEv2 packet would carry as RoCEv1, with a GRH of the same addresses (those of IPv4
     * mapped into IPv6) in place of IP and UDP: what a sender puts in that set up its hardware for
     * the other one.
     *
     * @param ip first byte of the IPv4 or IPv6 header, told by its version
     * @param udp first byte of the UDP header
     * @param end first byte of the ICRC
     */
    public int computeAsRoceV1(ByteBuffer buffer, int ip, int udp, int end) {
        int bth = udp + UDP_LENGTH;
        if ((buffer.get(ip) & 0xf0) == 0x60) {
            ipv6(buffer, ip);
        } else {
            head.putLong(16, 0);
            head.putLong(24, MAPPED | (buffer.getInt(ip + 12) & 0xffff_ffffL));
            head.putLong(32, 0);
            head.putLong(40, MAPPED | (buffer.getInt(ip + 16) & 0xffff_ffffL));
        }
        int payload = end + LENGTH - bth;
        head.putLong(8, 0x6fff_ffff_0000_00ffL | (payload & 0xffffL) << 16 | Grh.NEXT_BTH << 8);
        bth(buffer, bth, PSEUDO_LRH_LENGTH + Grh.LENGTH);
        int length = PSEUDO_LRH_LENGTH + Grh.LENGTH + Bth.LENGTH;
        return finish(buffer, length, bth + Bth.LENGTH, end);
    }

    /**
     * The same for native InfiniBand without a GRH, LNH 2.
     *
     * @param lrh first byte of the LRH, with the BTH right behind it
     */
    public int computeLocal(ByteBuffer buffer, int lrh, int end) {
        head.putLong(0, buffer.getLong(lrh) | VL);
        bth(buffer, lrh + Lrh.LENGTH, Lrh.LENGTH);
        int behindBth = lrh + Lrh.LENGTH + Bth.LENGTH;
        int icrc = finish(buffer, Lrh.LENGTH + Bth.LENGTH, behindBth, end);
        head.putLong(0, -1);
        return icrc;
    }

    private void bth(ByteBuffer buffer, int bth, int at) {
        head.putLong(at, buffer.getLong(bth) | 0x0000_0000_ff00_0000L);
        head.putInt(at + 8, buffer.getInt(bth + 8));
    }

    private int finish(ByteBuffer buffer, int length, int behindBth, int end) {
        int rest = end - behindBth;
        crc.reset();
        if (rest <= SHORT) {
            buffer.get(behindBth, scratch, length, rest);
            crc.update(scratch, 0, length + rest);
        } else {
            crc.update(scratch, 0, length);
            if (buffer.hasArray()) {
                crc.update(buffer.array(), buffer.arrayOffset() + behindBth, rest);
            } else {
                crc.update(duplicateOf(buffer).limit(end).position(behindBth));
            }
        }
        return (int) crc.getValue();
    }

    private int ipv4Head(ByteBuffer buffer, int ip, int udp) {
        long destination = (long) buffer.getInt(ip + 16) << 32;
        head.putLong(8, buffer.getLong(ip) | 0x00ff_0000_0000_0000L);
        head.putLong(16, buffer.getLong(ip + 8) | 0xff00_ffff_0000_0000L);
        head.putLong(24, destination | (buffer.getInt(udp) & 0xffff_ffffL));
        head.putLong(32, buffer.getLong(udp + 4) | 0x0000_ffff_0000_0000L);
        head.putLong(40, buffer.getLong(udp + 12) | 0xff00_0000_0000_0000L);
        return IPV4_HEAD;
    }

    private void ipv6(ByteBuffer buffer, int ip) {
        head.putLong(8, buffer.getLong(ip) | 0x0fff_ffff_0000_00ffL);
        head.putLong(16, buffer.getLong(ip + 8));
        head.putLong(24, buffer.getLong(ip + 16));
        head.putLong(32, buffer.getLong(ip + 24));
        head.putLong(40, buffer.getLong(ip + 32));
    }

    private int ipv6Head(ByteBuffer buffer, int ip, int udp) {
        ipv6(buffer, ip);
        head.putInt(48, buffer.getInt(udp));
        head.putLong(52, buffer.getLong(udp + 4) | 0x0000_ffff_0000_0000L);
        head.putLong(60, buffer.getLong(udp + 12) | 0xff00_0000_0000_0000L);
        return IPV6_HEAD;
    }

    /** The CRC moves a position, and the caller's buffer may be in other hands too. */
    @SuppressWarnings("ReferenceEquality") // equals would compare megabytes
    private ByteBuffer duplicateOf(ByteBuffer buffer) {
        return known[current] == buffer ? duplicates[current] : find(buffer);
    }

    @SuppressWarnings("ReferenceEquality")
    private ByteBuffer find(ByteBuffer buffer) {
        for (int i = 0; i < KNOWN_BUFFERS; i++) {
            if (known[i] == buffer) {
                current = i;
                return duplicates[i];
            }
        }
        current = oldest;
        oldest = (oldest + 1) % KNOWN_BUFFERS;
        known[current] = buffer;
        duplicates[current] = buffer.duplicate();
        return duplicates[current];
    }
}
