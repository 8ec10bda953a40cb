package io.qpscope.build;

import io.qpscope.spec.ErfHeader;
import io.qpscope.spec.InfinibandLink;
import io.qpscope.wire.Vcrc;

import java.nio.ByteBuffer;

/** Flow-control packets of a native InfiniBand link, and the ERF records that hold packets. */
public final class LinkPackets {
    private static final int LINK_LENGTH = 6;
    private static final int LPCRC_OFFSET = 4;
    private static final int RECORD_HEADER = 16;
    private static final int EXTENSION = 8;

    private LinkPackets() {}

    /**
     * A flow-control packet (IBA vol 1, 7.9.4) with the LPCRC that its fields call for; the rule is
     * from memory, not verified.
     *
     * @param op 0 for normal, 1 for initialisation
     * @param fctbs blocks of 64 bytes sent, modulo 4096
     * @param vl virtual lane, 0 to 14
     * @param fccl limit in blocks, modulo 4096
     */
    public static byte[] flowControl(int op, int fctbs, int vl, int fccl) {
        InfinibandLink link = new InfinibandLink();
        link.setOp(op);
        link.setFctbs(fctbs & 0xfff);
        link.setVl(vl);
        link.setFccl(fccl & 0xfff);
        link.setLpcrc(0);
        ByteBuffer out = ByteBuffer.wrap(SpecBytes.of(link));
        Vcrc.store(out, LPCRC_OFFSET, Vcrc.compute(out, 0, LPCRC_OFFSET));
        return out.array();
    }

    /** The same with an LPCRC of any value, right or wrong. */
    public static byte[] flowControl(int op, int fctbs, int vl, int fccl, int lpcrc) {
        byte[] packet = flowControl(op, fctbs, vl, fccl);
        Vcrc.store(ByteBuffer.wrap(packet), LINK_LENGTH - Vcrc.LENGTH, lpcrc);
        return packet;
    }

    /**
     * An ERF record, padded to eight bytes as the cards do.
     *
     * @param type 21 for a packet from its LRH on, 25 for a flow-control packet
     * @param port capture interface, 0 to 3
     * @param timestamp seconds in the upper half, fractions in the lower
     * @param extensions extension headers of eight bytes each, their more bits included
     */
    public static byte[] erf(int type, int port, long timestamp, byte[] extensions, byte[] packet) {
        int length = RECORD_HEADER + extensions.length + packet.length;
        length = (length + EXTENSION - 1) & -EXTENSION;
        ErfHeader erf = new ErfHeader();
        erf.setTimestamp(timestamp);
        erf.setHasExtensions(extensions.length > 0);
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
                .put(SpecBytes.of(erf))
                .put(extensions)
                .put(packet)
                .array();
    }
}
