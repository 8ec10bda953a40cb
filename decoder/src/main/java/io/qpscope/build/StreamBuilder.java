package io.qpscope.build;

import io.kaitai.struct.KaitaiStruct;
import io.qpscope.spec.IwarpMpaFrame;
import io.qpscope.spec.IwarpMpaMarker;
import io.qpscope.wire.MpaCrc;
import io.qpscope.wire.MpaMarker;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * Builds one direction of an iWARP stream: an MPA request or reply, then FPDUs with the pad, the
 * markers and the CRC that RFC 5044 calls for (4.1 to 4.4). Not thread safe.
 */
public final class StreamBuilder {
    private static final int PERIOD = 512;
    private static final int CRC_LENGTH = 4;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final boolean markers;
    private final boolean crc;
    /** Where FPDUs begin, and markers count from. */
    private int start;

    private Integer nextCrc;
    private int nextPointerFlaw;

    /**
     * @param markers whether the peer asked for markers
     * @param crc whether either side asked for CRCs; without, the field is zero
     */
    public StreamBuilder(boolean markers, boolean crc) {
        this.markers = markers;
        this.crc = crc;
    }

    /** Adds a request or reply; its length field is set to that of the private data. */
    public StreamBuilder mpa(IwarpMpaFrame frame, byte[] privateData) {
        frame.setPrivateDataLength(privateData.length);
        bytes.writeBytes(SpecBytes.of(frame));
        bytes.writeBytes(privateData);
        start = bytes.size();
        return this;
    }

    /** The next FPDU has this CRC, right or wrong, as {@link MpaCrc} reads it. */
    public StreamBuilder nextCrc(int value) {
        nextCrc = value;
        return this;
    }

    /** The next marker's pointer differs in these bits. */
    public StreamBuilder flawNextMarker(int bits) {
        nextPointerFlaw = bits;
        return this;
    }

    /** Adds an FPDU of a DDP header, what RDMAP puts behind it, and data. */
    public StreamBuilder fpdu(byte[] data, KaitaiStruct.ReadWrite... headers) {
        ByteArrayOutputStream ulpdu = new ByteArrayOutputStream();
        for (KaitaiStruct.ReadWrite header : headers) {
            ulpdu.writeBytes(SpecBytes.of(header));
        }
        ulpdu.writeBytes(data);
        return fpdu(ulpdu.toByteArray());
    }

    /** Adds an FPDU; its ULPDU may have up to 65535 bytes. */
    public StreamBuilder fpdu(byte[] ulpdu) {
        if (ulpdu.length > 0xffff) {
            throw new IllegalArgumentException("a ULPDU of " + ulpdu.length + " bytes");
        }
        int length = Short.BYTES + ulpdu.length;
        ByteBuffer content = ByteBuffer.allocate((length + 3) & ~3);
        content.putShort((short) ulpdu.length).put(ulpdu);
        ByteArrayOutputStream unit = new ByteArrayOutputStream();
        int field = isMarkerAt(unit) ? MpaMarker.LENGTH : 0;
        for (int at = 0; at < content.capacity(); at += 4) {
            marker(unit, field);
            unit.write(content.array(), at, 4);
        }
        marker(unit, field);
        ByteBuffer sum = ByteBuffer.allocate(CRC_LENGTH);
        if (nextCrc != null || crc) {
            ByteBuffer covered = ByteBuffer.wrap(unit.toByteArray());
            int right = new MpaCrc().compute(covered, 0, covered.capacity());
            MpaCrc.store(sum, 0, nextCrc != null ? nextCrc : right);
        }
        nextCrc = null;
        bytes.writeBytes(unit.toByteArray());
        bytes.writeBytes(sum.array());
        return this;
    }

    /** All but requests and replies are multiples of four long, so that a marker splits no word. */
    private boolean isMarkerAt(ByteArrayOutputStream unit) {
        return markers && (bytes.size() - start + unit.size()) % PERIOD == 0;
    }

    private void marker(ByteArrayOutputStream unit, int field) {
        if (isMarkerAt(unit)) {
            IwarpMpaMarker marker = new IwarpMpaMarker();
            marker.setReserved(0);
            int back = unit.size() < field ? 0 : unit.size() - field;
            marker.setPointer(back ^ nextPointerFlaw);
            nextPointerFlaw = 0;
            unit.writeBytes(SpecBytes.of(marker));
        }
    }

    /** Bytes of the stream so far. */
    public int length() {
        return bytes.size();
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }
}
