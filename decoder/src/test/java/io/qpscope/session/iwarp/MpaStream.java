package io.qpscope.session.iwarp;

import io.qpscope.wire.Rdmap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Bytes of one direction to order. Markers are put in byte by byte, not by the formula. */
final class MpaStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final boolean markers;
    private final boolean crc;
    private int phaseStart = -1;
    /** Where each unit ends. */
    final List<Integer> ends = new ArrayList<>();

    boolean breakNextCrc;
    boolean breakNextMarker;

    MpaStream(boolean markers, boolean crc) {
        this.markers = markers;
        this.crc = crc;
    }

    static MpaStream plain() {
        return new MpaStream(false, false);
    }

    MpaStream request(int flags, int revision, byte[] privateData) {
        return mpa("MPA ID Req Frame", flags, revision, privateData);
    }

    MpaStream reply(int flags, int revision, byte[] privateData) {
        return mpa("MPA ID Rep Frame", flags, revision, privateData);
    }

    /** Revision 2 data: A, B in the top of IRD, C, D in that of ORD. */
    static byte[] depths(int ird, int ord) {
        return ByteBuffer.allocate(4)
                .putShort((short) ird)
                .putShort((short) ord)
                .array();
    }

    private MpaStream mpa(String key, int flags, int revision, byte[] privateData) {
        bytes.writeBytes(key.getBytes(StandardCharsets.US_ASCII));
        bytes.write(flags);
        bytes.write(revision);
        bytes.write(privateData.length >> 8);
        bytes.write(privateData.length);
        bytes.writeBytes(privateData);
        phaseStart = bytes.size();
        ends.add(bytes.size());
        return this;
    }

    MpaStream fpdu(byte[] ulpdu) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(ulpdu.length >> 8);
        content.write(ulpdu.length);
        content.writeBytes(ulpdu);
        while (content.size() % 4 != 0) {
            content.write(0);
        }
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        int start = bytes.size() - phaseStart;
        int field = markers && start % 512 == 0 ? start + 4 : start;
        for (byte b : content.toByteArray()) {
            marker(raw, start, field);
            raw.write(b);
        }
        marker(raw, start, field);
        CRC32C sum = new CRC32C();
        sum.update(raw.toByteArray());
        int value = crc ? Integer.reverseBytes((int) sum.getValue()) : 0;
        value ^= breakNextCrc ? 0x100 : 0;
        breakNextCrc = false;
        raw.writeBytes(ByteBuffer.allocate(4).putInt(value).array());
        bytes.writeBytes(raw.toByteArray());
        ends.add(bytes.size());
        return this;
    }

    private void marker(ByteArrayOutputStream raw, int start, int field) {
        int at = start + raw.size();
        if (markers && at % 512 == 0) {
            int pointer = at < field ? 0 : at - field;
            pointer ^= breakNextMarker ? 8 : 0;
            breakNextMarker = false;
            raw.writeBytes(ByteBuffer.allocate(4).putInt(pointer).array());
        }
    }

    MpaStream untagged(int opcode, int queue, int msn, int offset, boolean last, byte[] body) {
        ByteBuffer segment = ByteBuffer.allocate(18 + body.length);
        segment.put((byte) (last ? 0x41 : 0x01)).put((byte) (0x40 | opcode)).putInt(0);
        segment.putInt(queue).putInt(msn).putInt(offset).put(body);
        return fpdu(segment.array());
    }

    MpaStream tagged(int opcode, int stag, long offset, boolean last, byte[] body) {
        ByteBuffer segment = ByteBuffer.allocate(14 + body.length);
        segment.put((byte) (last ? 0xc1 : 0x81)).put((byte) (0x40 | opcode));
        segment.putInt(stag).putLong(offset).put(body);
        return fpdu(segment.array());
    }

    MpaStream send(int msn, int length) {
        return untagged(Rdmap.SEND, 0, msn, 0, true, filled(length));
    }

    MpaStream write(int stag, long offset, int length) {
        return tagged(Rdmap.WRITE, stag, offset, true, filled(length));
    }

    MpaStream readRequest(int msn, int size) {
        byte[] body = ByteBuffer.allocate(28)
                .putInt(0x11)
                .putLong(0x1000)
                .putInt(size)
                .array();
        return untagged(Rdmap.READ_REQUEST, 1, msn, 0, true, body);
    }

    MpaStream readResponse(int length) {
        return tagged(Rdmap.READ_RESPONSE, 0x11, 0x1000, true, filled(length));
    }

    MpaStream atomic(int msn, int code) {
        return untagged(
                Rdmap.ATOMIC_REQUEST,
                1,
                msn,
                0,
                true,
                ByteBuffer.allocate(52).putInt(code).array());
    }

    MpaStream terminate(int control, byte[] headers) {
        byte[] body = ByteBuffer.allocate(4 + headers.length)
                .putInt(control)
                .put(headers)
                .array();
        return untagged(Rdmap.TERMINATE, 2, 1, 0, true, body);
    }

    static byte[] filled(int length) {
        byte[] body = new byte[length];
        for (int i = 0; i < length; i++) {
            body[i] = (byte) (i * 7 + 1);
        }
        return body;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
