package io.qpscope.capture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes capture files byte by byte, also wrong ones. */
final class CaptureBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private ByteOrder order;

    private CaptureBytes(ByteOrder order) {
        this.order = order;
    }

    static CaptureBytes in(ByteOrder order) {
        return new CaptureBytes(order);
    }

    /** A frame that shows where it starts, ends and belongs. */
    static byte[] frame(int length, int mark) {
        byte[] frame = new byte[length];
        for (int i = 0; i < length; i++) {
            frame[i] = (byte) (mark + i);
        }
        return frame;
    }

    CaptureBytes pcap(int magic, int snapLength, int network) {
        return u32(magic).u16(2).u16(4).u32(0).u32(0).u32(snapLength).u32(network);
    }

    CaptureBytes record(long seconds, long fraction, byte[] frame, int originalLength) {
        return u32(seconds).u32(fraction).u32(frame.length).u32(originalLength).bytes(frame);
    }

    /** A section in the order of this writer. */
    CaptureBytes section() {
        return block(
                PcapngCursor.SECTION,
                in(order).u32(PcapngCursor.BYTE_ORDER).u16(1).u16(0).u32(-1).u32(-1));
    }

    /** A section in another order; all that follows has it too. */
    CaptureBytes section(ByteOrder order) {
        this.order = order;
        return section();
    }

    CaptureBytes describe(int linkType, int snapLength, CaptureBytes options) {
        return block(
                PcapngCursor.INTERFACE,
                in(order).u16(linkType).u16(0).u32(snapLength).bytes(options.toBytes()));
    }

    CaptureBytes describe(int linkType) {
        return describe(linkType, 0, in(order));
    }

    CaptureBytes enhanced(int id, long ticks, byte[] frame, int originalLength) {
        return enhanced(id, ticks, frame, originalLength, in(order));
    }

    CaptureBytes enhanced(
            int id, long ticks, byte[] frame, int originalLength, CaptureBytes options) {
        CaptureBytes body = in(order).u32(id).u32(ticks >>> 32).u32(ticks);
        body.u32(frame.length).u32(originalLength).bytes(frame).pad();
        return block(PcapngCursor.ENHANCED_PACKET, body.bytes(options.toBytes()));
    }

    CaptureBytes obsolete(int id, int drops, long ticks, byte[] frame, int originalLength) {
        CaptureBytes body = in(order).u16(id).u16(drops).u32(ticks >>> 32).u32(ticks);
        body.u32(frame.length).u32(originalLength).bytes(frame).pad();
        return block(PcapngCursor.OBSOLETE_PACKET, body);
    }

    CaptureBytes simple(byte[] frame, int originalLength) {
        return block(
                PcapngCursor.SIMPLE_PACKET,
                in(order).u32(originalLength).bytes(frame).pad());
    }

    CaptureBytes block(int type, CaptureBytes body) {
        int total = 12 + body.size();
        return u32(type).u32(total).bytes(body.toBytes()).u32(total);
    }

    CaptureBytes option(int code, byte... value) {
        return u16(code).u16(value.length).bytes(value).pad();
    }

    CaptureBytes optionLong(int code, long value) {
        return option(code, ByteBuffer.allocate(8).order(order).putLong(value).array());
    }

    CaptureBytes optionInt(int code, int value) {
        return option(code, ByteBuffer.allocate(4).order(order).putInt(value).array());
    }

    CaptureBytes u16(int value) {
        return bytes(ByteBuffer.allocate(2).order(order).putShort((short) value).array());
    }

    CaptureBytes u32(long value) {
        return bytes(ByteBuffer.allocate(4).order(order).putInt((int) value).array());
    }

    CaptureBytes bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    CaptureBytes pad() {
        while (size() % 4 != 0) {
            out.write(0);
        }
        return this;
    }

    int size() {
        return out.size();
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
