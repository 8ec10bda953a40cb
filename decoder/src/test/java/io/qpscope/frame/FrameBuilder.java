package io.qpscope.frame;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Opcode;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;

/** Frames to order, outermost layer first. The ICRC is computed here, bit by bit, a second time. */
final class FrameBuilder {
    static final int ROCE_PORT = 4791;

    int linkType = LinkType.ETHERNET;
    private final ByteArrayOutputStream link = new ByteArrayOutputStream();
    private int sllProtocolAt = -1;
    private boolean ipv6;
    private byte[] behindIpHeader = {};
    private int firstExtension = -1;
    private int opcode = Opcode.ACKNOWLEDGE;
    private int destQp = 0x11;
    private int pad;
    private byte[] payload = {};
    private byte[] trailer = {};

    static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    FrameBuilder ethernet() {
        link.writeBytes(hex("020000000002 020000000001"));
        return this;
    }

    FrameBuilder sll() {
        linkType = LinkType.LINUX_SLL;
        link.writeBytes(hex("0000 0001 0006 020000000001 0000"));
        return this;
    }

    FrameBuilder sll2() {
        linkType = LinkType.LINUX_SLL2;
        sllProtocolAt = 0;
        link.writeBytes(hex("0000 0000 00000003 0001 00 06 020000000001 0000"));
        return this;
    }

    FrameBuilder raw(int type) {
        linkType = type;
        sllProtocolAt = Integer.MAX_VALUE;
        return this;
    }

    FrameBuilder tag(int type, int pcp, int vid) {
        etherType(type);
        short16(pcp << 13 | vid);
        return this;
    }

    FrameBuilder ipv4(String options) {
        etherType(0x0800);
        behindIpHeader = hex(options);
        return this;
    }

    FrameBuilder ipv6() {
        etherType(0x86dd);
        ipv6 = true;
        return this;
    }

    /** Extension headers, each with its own next header in place; the last one says 17. */
    FrameBuilder extensions(int first, String bytes) {
        firstExtension = first;
        behindIpHeader = hex(bytes);
        return this;
    }

    FrameBuilder roce(int opcode, int length, Random random) {
        this.opcode = opcode;
        pad = -length & 3;
        payload = new byte[length];
        random.nextBytes(payload);
        return this;
    }

    FrameBuilder roce(int opcode, byte[] payload) {
        this.opcode = opcode;
        pad = -payload.length & 3;
        this.payload = payload.clone();
        return this;
    }

    FrameBuilder destQp(int number) {
        destQp = number;
        return this;
    }

    FrameBuilder trailer(int length) {
        trailer = new byte[length];
        return this;
    }

    byte[] build() {
        byte[] headers = new byte[Opcode.headerLength(opcode)];
        int udpLength = 8 + 12 + headers.length + payload.length + pad + 4;
        int ipHeader = (ipv6 ? 40 : 20) + behindIpHeader.length;
        int ip = link.size();
        ByteBuffer frame = ByteBuffer.allocate(ip + ipHeader + udpLength + trailer.length);
        frame.put(link.toByteArray());
        if (ipv6) {
            frame.putInt(0x6123_4567).putShort((short) (behindIpHeader.length + udpLength));
            frame.put((byte) (firstExtension >= 0 ? firstExtension : 17)).put((byte) 63);
            frame.put(hex("20010db8000000000000000000000001 20010db8000000000000000000000002"));
        } else {
            frame.put((byte) (0x40 | ipHeader / 4)).put((byte) 0x6a);
            frame.putShort((short) (ipHeader + udpLength)).putInt(0xbeef_4000);
            frame.put(hex("3f11 1234 0a090001 0a090002"));
        }
        frame.put(behindIpHeader);
        frame.putShort((short) 49152).putShort((short) ROCE_PORT);
        frame.putShort((short) udpLength).putShort((short) 0x5678);
        frame.put((byte) opcode).put((byte) (0x40 | pad << 4)).putShort((short) 0xffff);
        frame.putInt(0x4000_0000 | destQp).putInt(0x8012_3456);
        frame.put(headers).put(payload).position(frame.position() + pad);
        int icrc = icrc(frame, ip, ip + ipHeader);
        frame.putInt(Integer.reverseBytes(icrc)).put(trailer);
        return frame.array();
    }

    private int icrc(ByteBuffer frame, int ip, int udp) {
        ByteArrayOutputStream covered = new ByteArrayOutputStream();
        byte[] fixed = new byte[ipv6 ? 40 : 20];
        frame.get(ip, fixed);
        for (int masked : ipv6 ? new int[] {1, 2, 3, 7} : new int[] {1, 8, 10, 11}) {
            fixed[masked] = -1;
        }
        fixed[0] |= (byte) (ipv6 ? 0x0f : 0);
        byte[] rest = new byte[frame.position() - udp];
        frame.get(udp, rest);
        rest[6] = -1;
        rest[7] = -1;
        rest[12] = -1;
        covered.writeBytes(hex("ffffffffffffffff"));
        covered.writeBytes(fixed);
        covered.writeBytes(rest);
        int register = -1;
        for (byte b : covered.toByteArray()) {
            register ^= b & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                register = register >>> 1 ^ ((register & 1) != 0 ? 0xedb8_8320 : 0);
            }
        }
        return ~register;
    }

    /** As a field of the link layer: behind the addresses, or where SLL2 has it up front. */
    private void etherType(int type) {
        if (sllProtocolAt < 0) {
            short16(type);
        } else if (sllProtocolAt == 0) {
            byte[] header = link.toByteArray();
            header[0] = (byte) (type >> 8);
            header[1] = (byte) type;
            link.reset();
            link.writeBytes(header);
            sllProtocolAt = -1;
        }
    }

    private void short16(int value) {
        link.write(value >> 8);
        link.write(value);
    }
}
