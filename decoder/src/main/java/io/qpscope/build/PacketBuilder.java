package io.qpscope.build;

import io.kaitai.struct.KaitaiStruct;
import io.qpscope.spec.EthernetIi;
import io.qpscope.spec.InfinibandBth;
import io.qpscope.spec.InfinibandGrh;
import io.qpscope.spec.InfinibandLrh;
import io.qpscope.spec.Ipv4Header;
import io.qpscope.spec.Ipv6Header;
import io.qpscope.spec.UdpHeader;
import io.qpscope.spec.VlanTag;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Vcrc;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds RoCEv2, RoCEv1 and native InfiniBand packets. Every field of every header is open:
 *
 * <pre>
 * PacketBuilder packet = new PacketBuilder(Envelope.IPV4, Opcode.WRITE_ONLY);
 * packet.bth.setPsn(100);
 * byte[] frame = packet.header(reth).payload(data).build();
 * </pre>
 *
 * {@link #build} fills in lengths, pad, the IPv4 checksum, ICRC and VCRC, unless told to keep what
 * was set. The same packet may be changed and built again. Not thread safe.
 */
public final class PacketBuilder {
    private static final int ETHERNET_LENGTH = 14;
    private static final int TAG_LENGTH = 4;
    private static final int LRH_LENGTH = 8;
    private static final int UDP_LENGTH = 8;
    private static final int IPV4_CHECKSUM = 10;
    private static final int IPV4_TYPE = 0x0800;
    private static final int IPV6_TYPE = 0x86dd;
    private static final int ROCE_V1_TYPE = 0x8915;
    private static final int BTH_FOLLOWS = 0x1b;

    public final EthernetIi ethernet = new EthernetIi();
    public final Ipv4Header ipv4 = new Ipv4Header();
    public final Ipv6Header ipv6 = new Ipv6Header();
    public final UdpHeader udp = new UdpHeader();
    public final InfinibandLrh lrh = new InfinibandLrh();
    public final InfinibandGrh grh = new InfinibandGrh();
    public final InfinibandBth bth = new InfinibandBth();

    private final Envelope envelope;
    private final List<VlanTag> tags = new ArrayList<>();
    private final List<KaitaiStruct.ReadWrite> headers = new ArrayList<>();
    private byte[] payload = {};
    private boolean keepLengths;
    private boolean keepChecksum;
    private boolean withoutVcrc;
    private Integer icrc;
    private Integer vcrc;

    /**
     * A packet from 10.9.0.1 to 10.9.0.2 (or fd00::1 to ::2, LID 1 to 4), from UDP port 49152, to
     * queue pair 0x11 with PSN 0 and the default partition.
     *
     * @param opcode all 8 bits, service included
     */
    public PacketBuilder(Envelope envelope, int opcode) {
        this.envelope = envelope;
        PacketDefaults.ethernet(ethernet, type(envelope));
        PacketDefaults.ipv4(ipv4);
        PacketDefaults.ipv6(ipv6);
        PacketDefaults.udp(udp);
        PacketDefaults.lrh(lrh, envelope == Envelope.GLOBAL ? 3 : 2);
        PacketDefaults.grh(grh, BTH_FOLLOWS);
        PacketDefaults.bth(bth, opcode);
    }

    private static int type(Envelope envelope) {
        if (envelope == Envelope.IPV4) {
            return IPV4_TYPE;
        }
        return envelope == Envelope.IPV6 ? IPV6_TYPE : ROCE_V1_TYPE;
    }

    /**
     * Adds a tag behind those there are (IEEE 802.1Q). Its type is what follows it, so that the
     * Ethernet header's type has to become 0x8100 or 0x88a8.
     */
    public PacketBuilder tag(VlanTag tag) {
        tags.add(tag);
        return this;
    }

    /**
     * Adds an extended header, in the order of the wire. With none at all, those that the opcode
     * calls for are there and zero.
     */
    public PacketBuilder header(KaitaiStruct.ReadWrite header) {
        headers.add(header);
        return this;
    }

    /** Data without pad; the pad count says how many zero bytes follow it. */
    public PacketBuilder payload(byte[] data) {
        payload = data.clone();
        return this;
    }

    /** Lengths and pad count stay as they were set. */
    public PacketBuilder keepLengths() {
        keepLengths = true;
        return this;
    }

    /** The checksum of the IPv4 header stays as it was set. */
    public PacketBuilder keepChecksum() {
        keepChecksum = true;
        return this;
    }

    /** This ICRC, right or wrong, as {@link Icrc} reads it. */
    public PacketBuilder icrc(int value) {
        icrc = value;
        return this;
    }

    /** This VCRC, right or wrong, as {@link Vcrc} reads it. */
    public PacketBuilder vcrc(int value) {
        vcrc = value;
        return this;
    }

    /** A native packet as most capture devices keep it. */
    public PacketBuilder withoutVcrc() {
        withoutVcrc = true;
        return this;
    }

    /** The frame from its link header to the ICRC or VCRC; no frame check sequence. */
    public byte[] build() {
        if (!keepLengths) {
            bth.setPadcnt(-payload.length & 3);
        }
        byte[] transport = transport();
        if (!keepLengths) {
            lengths(transport.length);
        }
        byte[] before = before();
        boolean variant = envelope.isNative() && !withoutVcrc;
        int length = before.length + transport.length;
        ByteBuffer out = ByteBuffer.allocate(length + (variant ? Vcrc.LENGTH : 0));
        out.put(before).put(transport);
        int link = envelope.isNative() ? 0 : ETHERNET_LENGTH + TAG_LENGTH * tags.size();
        if (envelope == Envelope.IPV4 && !keepChecksum) {
            ipv4Checksum(out, link);
        }
        int icrcAt = length - Icrc.LENGTH;
        Icrc.store(out, icrcAt, icrc != null ? icrc : icrc(out, link, before.length, icrcAt));
        if (variant) {
            Vcrc.store(out, length, vcrc != null ? vcrc : Vcrc.compute(out, 0, length));
        }
        return out.array();
    }

    /** From the BTH to the ICRC, which is zero yet. */
    private byte[] transport() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SpecBytes.of(bth));
        headers.forEach(header -> out.writeBytes(SpecBytes.of(header)));
        if (headers.isEmpty()) {
            out.writeBytes(new byte[Opcode.headerLength(bth.opcode())]);
        }
        out.writeBytes(payload);
        out.writeBytes(new byte[(int) bth.padcnt() + Icrc.LENGTH]);
        return out.toByteArray();
    }

    private void lengths(int transport) {
        int behindIp = UDP_LENGTH + transport;
        udp.setLength(behindIp);
        ipv4.setTotalLength((int) ipv4.ihl() * 4 + behindIp);
        ipv6.setPayloadLength(behindIp);
        grh.setPaylen(transport);
        int words = LRH_LENGTH + (envelope.hasGrh() ? 40 : 0) + transport;
        lrh.setPktlen(words / 4);
    }

    private byte[] before() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (envelope.isNative()) {
            out.writeBytes(SpecBytes.of(lrh));
        } else {
            out.writeBytes(SpecBytes.of(ethernet));
            tags.forEach(tag -> out.writeBytes(SpecBytes.of(tag)));
        }
        if (envelope.hasGrh()) {
            out.writeBytes(SpecBytes.of(grh));
        }
        if (envelope.isIp()) {
            out.writeBytes(SpecBytes.of(envelope == Envelope.IPV4 ? ipv4 : ipv6));
            out.writeBytes(SpecBytes.of(udp));
        }
        return out.toByteArray();
    }

    private void ipv4Checksum(ByteBuffer out, int ip) {
        out.putShort(ip + IPV4_CHECKSUM, (short) 0);
        int end = ip + (int) ipv4.ihl() * 4;
        int sum = InternetChecksum.of(out, ip, Math.min(end, out.capacity()), 0);
        out.putShort(ip + IPV4_CHECKSUM, (short) sum);
    }

    private int icrc(ByteBuffer out, int link, int bthAt, int end) {
        Icrc sum = new Icrc();
        return switch (envelope) {
            case IPV4, IPV6 -> sum.compute(out, link, bthAt - UDP_LENGTH, end);
            case ROCE_V1 -> sum.computeGlobal(out, link, end);
            case GLOBAL -> sum.computeGlobal(out, LRH_LENGTH, end);
            case LOCAL -> sum.computeLocal(out, 0, end);
        };
    }
}
