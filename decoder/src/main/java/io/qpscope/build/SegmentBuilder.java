package io.qpscope.build;

import io.qpscope.spec.EthernetIi;
import io.qpscope.spec.Ipv4Header;
import io.qpscope.spec.TcpHeader;

import java.nio.ByteBuffer;

/**
 * Builds TCP segments over IPv4 and Ethernet, whose fields are open. {@link #build} fills in lengths
 * and both checksums (RFC 9293, 3.1), unless told a checksum. Not thread safe.
 */
public final class SegmentBuilder {
    private static final int IP = 14;
    private static final int IP_CHECKSUM = 10;
    private static final int ADDRESSES = 12;
    private static final int TCP_CHECKSUM = 16;
    private static final int TCP = 6;

    public final EthernetIi ethernet = new EthernetIi();
    public final Ipv4Header ipv4 = new Ipv4Header();
    public final TcpHeader tcp = new TcpHeader();

    private byte[] payload = {};
    private Integer checksum;

    /** From 10.9.0.1 port 49152 to 10.9.0.2 port 20000, with ACK alone set. */
    public SegmentBuilder() {
        PacketDefaults.ethernet(ethernet, 0x0800);
        PacketDefaults.ipv4(ipv4);
        ipv4.setProtocol(TCP);
        PacketDefaults.tcp(tcp);
    }

    public SegmentBuilder payload(byte[] data) {
        payload = data.clone();
        return this;
    }

    /** This TCP checksum, right or wrong. */
    public SegmentBuilder checksum(int value) {
        checksum = value;
        return this;
    }

    /** The frame without frame check sequence. */
    public byte[] build() {
        int header = (int) ipv4.ihl() * 4;
        int segment = (int) tcp.dataOffset() * 4 + payload.length;
        ipv4.setTotalLength(header + segment);
        ByteBuffer out = ByteBuffer.allocate(IP + header + segment);
        out.put(SpecBytes.of(ethernet)).put(SpecBytes.of(ipv4)).put(SpecBytes.of(tcp));
        out.put(payload);
        int at = IP + header;
        out.putShort(IP + IP_CHECKSUM, (short) 0).putShort(at + TCP_CHECKSUM, (short) 0);
        out.putShort(IP + IP_CHECKSUM, (short) InternetChecksum.of(out, IP, at, 0));
        int sum = InternetChecksum.of(out, at, at + segment, pseudoHeader(out, segment));
        out.putShort(at + TCP_CHECKSUM, (short) (checksum != null ? checksum : sum));
        return out.array();
    }

    private static long pseudoHeader(ByteBuffer out, int length) {
        long sum = (long) TCP + length;
        for (int i = 0; i < 8; i += 2) {
            sum += out.getShort(IP + ADDRESSES + i) & 0xffff;
        }
        return sum;
    }
}
