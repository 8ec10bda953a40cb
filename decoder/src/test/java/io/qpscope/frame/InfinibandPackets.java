package io.qpscope.frame;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.qpscope.spec.ErfHeader;
import io.qpscope.spec.InfinibandGrh;
import io.qpscope.spec.InfinibandLink;
import io.qpscope.spec.InfinibandLrh;
import io.qpscope.spec.InfinibandMarker;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.LinkMarker;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Vcrc;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Builds native InfiniBand packets, link packets, RoCEv1 frames and the ERF records around them
 * from the specifications, checksums included. No recording covers most of these.
 */
public final class InfinibandPackets {
    private static final int GRH = 3;

    public int vl;
    public int slid = 1;
    public int dlid = 4;
    /** A GRH in front of the BTH. */
    public boolean global;

    public long sgid = 0xa;
    public long dgid = 0xb;
    public int opcode = Opcode.SEND_ONLY;
    public int destQp = 0x11;
    public int psn = 100;
    public boolean ackReq = true;
    public byte[] headers;
    public byte[] payload = new byte[16];
    public boolean vcrc = true;

    private static byte[] written(KaitaiStruct.ReadWrite spec, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        spec._check();
        spec._write(new ByteBufferKaitaiStream(bytes));
        return bytes.array();
    }

    /** BTH, its headers, payload, pad, and room for the ICRC. */
    private byte[] transport() {
        byte[] extended = headers != null ? headers : new byte[Opcode.headerLength(opcode)];
        int pad = -payload.length & 3;
        ByteBuffer out = ByteBuffer.allocate(16 + extended.length + payload.length + pad);
        out.put((byte) opcode).put((byte) (pad << 4)).putShort((short) 0xffff);
        out.putInt(destQp).putInt((ackReq ? 0x8000_0000 : 0) | psn);
        return out.put(extended).put(payload).array();
    }

    private static byte[] gid(long low) {
        return ByteBuffer.allocate(16).putLong(0xfe80L << 48).putLong(low).array();
    }

    private byte[] grh(int length) {
        InfinibandGrh grh = new InfinibandGrh();
        grh.setIpver(6);
        grh.setTclass(0x12);
        grh.setFlowlabel(0x34567);
        grh.setPaylen(length);
        grh.setNxthdr(0x1b);
        grh.setHoplmt(63);
        grh.setSgid(gid(sgid));
        grh.setDgid(gid(dgid));
        return written(grh, 40);
    }

    /** From the LRH to the VCRC. */
    public byte[] build() {
        byte[] transport = transport();
        int length = 8 + (global ? 40 : 0) + transport.length;
        InfinibandLrh lrh = new InfinibandLrh();
        lrh.setVl(vl);
        lrh.setLver(0);
        lrh.setSl(0);
        lrh.setReserved2(0);
        lrh.setLnh(global ? GRH : 2);
        lrh.setDlid(dlid);
        lrh.setReserved5(0);
        lrh.setPktlen(length / 4);
        lrh.setSlid(slid);
        ByteBuffer out = ByteBuffer.allocate(length + Vcrc.LENGTH).put(written(lrh, 8));
        if (global) {
            out.put(grh(transport.length));
        }
        out.put(transport);
        int icrcAt = length - Icrc.LENGTH;
        Icrc icrc = new Icrc();
        int value = global ? icrc.computeGlobal(out, 8, icrcAt) : icrc.computeLocal(out, 0, icrcAt);
        Icrc.store(out, icrcAt, value);
        Vcrc.store(out, length, Vcrc.compute(out, 0, length));
        return vcrc ? out.array() : Arrays.copyOf(out.array(), length);
    }

    /** The same in Ethernet instead of an LRH, without frame check sequence. */
    public byte[] roceV1() {
        byte[] transport = transport();
        ByteBuffer out = ByteBuffer.allocate(54 + transport.length);
        out.put(HexFormat.of().parseHex("0200000000020200000000018915"));
        out.put(grh(transport.length)).put(transport);
        int icrcAt = out.capacity() - Icrc.LENGTH;
        Icrc.store(out, icrcAt, new Icrc().computeGlobal(out, 14, icrcAt));
        return out.array();
    }

    /** A flow-control packet with a right LPCRC. */
    public static byte[] link(int op, int fctbs, int vl, int fccl) {
        InfinibandLink link = new InfinibandLink();
        link.setOp(op);
        link.setFctbs(fctbs & 0xfff);
        link.setVl(vl);
        link.setFccl(fccl & 0xfff);
        link.setLpcrc(0);
        ByteBuffer out = ByteBuffer.wrap(written(link, 6));
        Vcrc.store(out, 4, Vcrc.compute(out, 0, 4));
        return out.array();
    }

    /**
     * A packet behind QPScope's link marker.
     *
     * @param kind as {@link LinkMarker} has them
     * @param port capture interface, 0 to 3
     */
    public static byte[] marked(int kind, int port, byte[] packet) {
        InfinibandMarker marker = new InfinibandMarker();
        marker.setMagic(LinkMarker.MAGIC);
        marker.setVersion(LinkMarker.VERSION);
        marker.setKind(kind);
        marker.setReserved(0);
        marker.setPort(port);
        marker.setReserved7(0);
        return ByteBuffer.allocate(LinkMarker.LENGTH + packet.length)
                .put(written(marker, LinkMarker.LENGTH))
                .put(packet)
                .array();
    }

    /**
     * An ERF record, padded to eight bytes as the cards do.
     *
     * @param port capture interface, 0 to 3
     * @param timestamp seconds in the upper half, fractions in the lower
     * @param extensions extension headers, each eight bytes, marks included
     */
    public static byte[] erf(int type, int port, long timestamp, String extensions, byte[] packet) {
        byte[] more = HexFormat.of().parseHex(extensions);
        int length = (16 + more.length + packet.length + 7) & ~7;
        ErfHeader erf = new ErfHeader();
        erf.setTimestamp(timestamp);
        erf.setHasExtensions(more.length > 0);
        erf.setType(type);
        erf.setReserved(0);
        erf.setDsError(false);
        erf.setRxError(false);
        erf.setTruncated(false);
        erf.setVaryingLength(true);
        erf.setPort(port);
        erf.setRlen(length);
        erf.setLctr(0);
        erf.setWlen(packet.length);
        return ByteBuffer.allocate(length)
                .put(written(erf, 16))
                .put(more)
                .put(packet)
                .array();
    }
}
