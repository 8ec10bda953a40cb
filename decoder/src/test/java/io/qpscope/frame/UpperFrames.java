package io.qpscope.frame;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.CmRej;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.MadHeader;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Frames of one connection, set up by RDMA-CM: the active side is 10.9.0.2 with queue pair 0x11,
 * the passive one 10.9.0.1 with 0x22. Raw IP; the ICRC is not computed.
 */
public final class UpperFrames {
    public static final long TCP_PORT_SPACE = 0x0106_0000L;
    private static final int ACTIVE_QP = 0x11;
    private static final int PASSIVE_QP = 0x22;
    private static final int MANAGEMENT = 0x64;

    private final Dissector dissector = new Dissector(4791, false);
    private long number;
    private int psn = 100;

    public static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    /** A port of RDMA-CM, or a service id of its own kind when above 16 bits. */
    public FrameView request(long service, String privateData) {
        ByteBuffer body = ByteBuffer.allocate(CmReq.LENGTH);
        body.putInt(0, 7).putLong(8, service <= 0xffff ? TCP_PORT_SPACE | service : service);
        body.putInt(32, ACTIVE_QP << 8).putInt(44, 100 << 8);
        body.put(CmReq.PRIVATE_DATA_OFFSET + (service <= 0xffff ? 36 : 0), hex(privateData));
        return mad(true, MadHeader.CM_REQ, body.array());
    }

    public FrameView reply(String privateData) {
        ByteBuffer body = ByteBuffer.allocate(CmRep.LENGTH);
        body.putInt(0, 8).putInt(4, 7).putInt(12, PASSIVE_QP << 8).putInt(20, 100 << 8);
        body.put(CmRep.PRIVATE_DATA_OFFSET, hex(privateData));
        return mad(false, MadHeader.CM_REP, body.array());
    }

    public FrameView reject(String privateData) {
        ByteBuffer body = ByteBuffer.allocate(CmRej.LENGTH);
        body.putInt(4, 7);
        body.put(CmRej.PRIVATE_DATA_OFFSET, hex(privateData));
        return mad(false, MadHeader.CM_REJ, body.array());
    }

    private FrameView mad(boolean fromActive, int attribute, byte[] body) {
        ByteBuffer payload = ByteBuffer.allocate(8 + MadHeader.LENGTH + body.length);
        payload.putInt(0, 0x8001_0000).putInt(4, 1);
        payload.putInt(8, 0x0107_0203).putShort(24, (short) attribute);
        payload.put(8 + MadHeader.LENGTH, body);
        return packet(fromActive, MANAGEMENT, 1, payload.array());
    }

    /** RC SEND ONLY, or whatever the opcode says; the payload holds the extended headers too. */
    public FrameView send(boolean fromActive, int opcode, byte[] payload) {
        return packet(fromActive, opcode, fromActive ? PASSIVE_QP : ACTIVE_QP, payload);
    }

    public FrameView send(boolean fromActive, String payload) {
        return send(fromActive, 0x04, hex(payload));
    }

    private FrameView packet(boolean fromActive, int opcode, int queuePair, byte[] payload) {
        int pad = -payload.length & 3;
        int length = 20 + 8 + 12 + payload.length + pad + 4;
        ByteBuffer frame = ByteBuffer.allocate(length);
        frame.putInt(0x4500_0000 | length).putInt(0).putInt(0x4011_0000);
        frame.put(hex(fromActive ? "0a090002 0a090001" : "0a090001 0a090002"));
        frame.putShort((short) 49152).putShort((short) 4791);
        frame.putShort((short) (length - 20)).putShort((short) 0);
        frame.put((byte) opcode).put((byte) (pad << 4)).putShort((short) 0xffff);
        frame.putInt(queuePair).putInt(psn++).put(payload);
        return dissected(frame.array());
    }

    /** A segment from or to port 7000 of the passive side. */
    public FrameView tcp(boolean fromActive, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(40 + payload.length);
        frame.putInt(0x4500_0000 | frame.capacity()).putInt(0).putInt(0x4006_0000);
        frame.put(hex(fromActive ? "0a090002 0a090001" : "0a090001 0a090002"));
        frame.put(hex(fromActive ? "99a6 1b58" : "1b58 99a6"));
        frame.putLong(0).put((byte) 0x50).put((byte) 0x18).putShort((short) 512).putInt(0);
        return dissected(frame.put(payload).array());
    }

    private FrameView dissected(byte[] frame) {
        FrameView view = new FrameView()
                .wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.RAW)
                .at(++number, number * 1000, 0, 0);
        dissector.dissect(view);
        return view;
    }
}
